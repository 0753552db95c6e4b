import { decodeText } from './charsets.ts'

/** Limits of what is read of one file; what lies beyond is left. */
const LIMITS = { attributes: 20_000, properties: 5_000, values: 10_000, files: 500 } as const

const SIGNATURE = 0x223e9f78
/** Bytes before the first attribute: signature and key. */
const HEADER_BYTES = 6
const [MESSAGE_LEVEL, ATTACHMENT_LEVEL] = [1, 2]
const ATTRIBUTE = {
  codepage: 0x00069007,
  body: 0x0002800c,
  properties: 0x00069003,
  begins: 0x00069002,
  title: 0x00018010,
  data: 0x0006800f,
  attachment: 0x00069005,
} as const
const PROPERTY = {
  body: 0x1000,
  html: 0x1013,
  data: 0x3701,
  contentId: 0x3712,
  fileName: 0x3704,
  longFileName: 0x3707,
  mimeType: 0x370e,
} as const

/** File within a TNEF file, by its place there. */
export type TnefFile = { name: string; type: string; contentId: string; start: number; end: number }
/** Content of a TNEF file (MS-OXTNEF): what Outlook packs into winmail.dat. */
export type Tnef = {
  html: string | null
  plain: string | null
  files: TnefFile[]
  /** True when it ends early, or is more than is read. */
  isDamaged: boolean
}

class Damage extends Error {}

/** Returns the content of a TNEF file; null when it is none. Reads any bytes. */
export function readTnef(bytes: Buffer): Tnef | null {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32LE(0) !== SIGNATURE) return null
  const tnef: Tnef = { html: null, plain: null, files: [], isDamaged: false }
  try {
    readAttributes(new Cursor(bytes, HEADER_BYTES, bytes.length), tnef)
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    tnef.isDamaged = true
  }
  tnef.files = tnef.files.filter(({ start, end }) => end > start)
  return tnef
}

/** Place in bytes that never leaves them. */
class Cursor {
  readonly bytes: Buffer
  at: number
  readonly end: number

  constructor(bytes: Buffer, at: number, end: number) {
    this.bytes = bytes
    this.at = at
    this.end = end
  }

  get isAtEnd(): boolean {
    return this.at >= this.end
  }
  /** Passes some bytes; returns where they begin. Throws when there are not so many. */
  pass(length: number): number {
    if (length > this.end - this.at) throw new Damage()
    this.at += length
    return this.at - length
  }
  /** Passes what fills values up to four bytes; the last may lack it. */
  fill(length: number): void {
    this.at = Math.min(this.end, this.at + (-length & 3))
  }
  byte = () => this.bytes.readUInt8(this.pass(1))
  short = () => this.bytes.readUInt16LE(this.pass(2))
  long = () => this.bytes.readUInt32LE(this.pass(4))
  within(length: number): Cursor {
    const start = this.pass(length)
    return new Cursor(this.bytes, start, start + length)
  }
}

function readAttributes(all: Cursor, tnef: Tnef): void {
  let codepage = ''
  for (let count = 0; !all.isAtEnd; count++) {
    if (count >= LIMITS.attributes) throw new Damage()
    const level = all.byte()
    const id = all.long()
    const value = all.within(all.long())
    all.short()
    const text = () => textOf(value, codepage)
    if (level === MESSAGE_LEVEL) {
      if (id === ATTRIBUTE.codepage && value.end - value.at >= 4) codepage = charsetOf(value.long())
      else if (id === ATTRIBUTE.body) tnef.plain ??= text()
      else if (id === ATTRIBUTE.properties) readMessage(value, tnef, codepage)
    } else if (level === ATTACHMENT_LEVEL) {
      if (id === ATTRIBUTE.begins) {
        if (tnef.files.length >= LIMITS.files) throw new Damage()
        tnef.files.push({ name: '', type: '', contentId: '', start: 0, end: 0 })
      }
      const file = tnef.files.at(-1)
      if (file === undefined) throw new Damage()
      if (id === ATTRIBUTE.title) file.name ||= text()
      else if (id === ATTRIBUTE.data) Object.assign(file, { start: value.at, end: value.end })
      else if (id === ATTRIBUTE.attachment) readAttachment(value, file, codepage)
    } else throw new Damage()
  }
}

function readMessage(value: Cursor, tnef: Tnef, codepage: string): void {
  for (const { id, isUnicode, first } of properties(value)) {
    const text = () => textOf(first, isUnicode ? 'utf-16le' : codepage)
    if (id === PROPERTY.body) tnef.plain = text()
    else if (id === PROPERTY.html) tnef.html = text()
  }
}

function readAttachment(value: Cursor, file: TnefFile, codepage: string): void {
  for (const { id, isUnicode, first } of properties(value)) {
    const text = () => textOf(first, isUnicode ? 'utf-16le' : codepage)
    if (id === PROPERTY.longFileName) file.name = text()
    else if (id === PROPERTY.fileName) file.name ||= text()
    else if (id === PROPERTY.mimeType) file.type = text()
    else if (id === PROPERTY.contentId) file.contentId = text()
    else if (id === PROPERTY.data && file.end === 0) Object.assign(file, { start: first.at, end: first.end })
  }
}

const TYPE = { string: 0x1e, unicode: 0x1f, object: 0x0d, binary: 0x102 } as const
const VARIABLE: readonly number[] = Object.values(TYPE)
/** Bytes of the values of a type, rounded up to four; others are damaged. */
const FIXED: Readonly<Record<number, number>> = {
  0x01: 0,
  0x02: 4,
  0x03: 4,
  0x04: 4,
  0x05: 8,
  0x06: 8,
  0x07: 8,
  0x0a: 4,
  0x0b: 4,
  0x14: 8,
  0x40: 8,
  0x48: 16,
}
const IS_MANY = 0x1000
const FIRST_NAMED = 0x8000
/** Bytes of the interface before an embedded object. */
const INTERFACE_BYTES = 16

/** Yields the properties of a value with texts and bytes, each with its first value. */
function* properties(all: Cursor): Generator<{ id: number; isUnicode: boolean; first: Cursor }> {
  const count = all.long()
  if (count > LIMITS.properties) throw new Damage()
  for (let i = 0; i < count; i++) {
    const type = all.short()
    const id = all.short()
    if (id >= FIRST_NAMED) passName(all)
    const kind = type & ~IS_MANY
    const isVariable = VARIABLE.includes(kind)
    const values = isVariable || (type & IS_MANY) !== 0 ? all.long() : 1
    if (values > LIMITS.values) throw new Damage()
    for (let n = 0; n < values; n++) {
      const size = isVariable ? all.long() : FIXED[kind]
      if (size === undefined) throw new Damage()
      const value = all.within(size)
      all.fill(size)
      if (n > 0 || !isVariable) continue
      if (kind === TYPE.object) value.pass(Math.min(INTERFACE_BYTES, size))
      yield { id, isUnicode: kind === TYPE.unicode, first: value }
    }
  }
}

/** Passes the name of a property: a set, and a number or a text. */
function passName(all: Cursor): void {
  all.pass(16)
  if (all.long() === 0) return void all.pass(4)
  const length = all.long()
  all.pass(length)
  all.fill(length)
}

const LONGEST_TEXT = 4_000_000
const textOf = ({ bytes, at, end }: Cursor, charset: string): string =>
  decodeText(bytes.subarray(at, Math.min(end, at + LONGEST_TEXT)), charset).replace(/\0+$/, '')
const charsetOf = (codepage: number): string => (codepage === 65_001 ? 'utf-8' : `windows-${codepage}`)
