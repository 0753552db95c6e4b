import { legOutOfReach, mostKnotsOf } from '@samudra/nautical/tracks/out-of-reach'
import { Reader, Writer } from './bytes.ts'
import { NAV_NONE, NONE16 } from './live-frame.ts'
import { Mixed } from './mixed.ts'

/**
 * Chunk of a replay: everything shown between two instants, complete in itself, so that a seek needs one chunk. Holds
 * for each contact the fix shown at the beginning and every fix shown after it. Where later data are known it also
 * holds the first fix after the end, so that the leg to it can be drawn. Header: u8 version, u8 knowledge, f64 from,
 * f64 to (epoch ms), varint contacts in the whole picture at `from`. Header, continued: varint sources and their
 * codes, varint contacts, varint rows. Then the contacts one after another, each with its rows. Times are in 0.1 s,
 * positions in degrees x 1e6. Every value of a row is the difference from the row before.
 */
const VERSION = 1
const HEADER = 18
export const KNOWLEDGE = ['AS_KNOWN', 'CORRECTED'] as const
/**
 * Kinds of knowledge. AS_KNOWN shows each fix from its arrival on, carried forward as the live picture does.
 * CORRECTED shows everything known now at its time of observation, and draws the leg between two fixes.
 */
export type Knowledge = (typeof KNOWLEDGE)[number]

export type ReplayContact = {
  mmsi: number
  split: number
  /** Indexes into KINDS and SHIP_TYPES, bits of FLAGS. */
  kind: number
  shipGroup: number
  flags: number
  /** AIS ship type 0-255 as reported; metres, 0 when not available. */
  shipType: number
  length: number
  beam: number
  name: string
}

/** The rows of all contacts by column: those of contact i are `first[i]` up to `first[i + 1]`, by time. */
export type ReplayRows = {
  count: number
  /** From when it is shown, and when it was observed: epoch ms, to 0.1 s. */
  at: Float64Array
  observedAt: Float64Array
  /** Degrees x 1e6. */
  lat: Int32Array
  lon: Int32Array
  /** Knots x 10, degrees x 10, degrees; NONE16 when not available. */
  sog: Uint16Array
  cog: Uint16Array
  heading: Uint16Array
  navStatus: Uint8Array
  /** Index into `sources`. */
  source: Uint8Array
  /** 0 while the filter of the replay hides it. */
  isShown: Uint8Array
}

export type ReplayChunk = {
  knowledge: Knowledge
  from: number
  to: number
  total: number
  sources: string[]
  contacts: ReplayContact[]
  first: Uint32Array
  rows: ReplayRows
}

export const replayRows = (capacity: number): ReplayRows => ({
  count: 0,
  at: new Float64Array(capacity),
  observedAt: new Float64Array(capacity),
  lat: new Int32Array(capacity),
  lon: new Int32Array(capacity),
  sog: new Uint16Array(capacity),
  cog: new Uint16Array(capacity),
  heading: new Uint16Array(capacity),
  navStatus: new Uint8Array(capacity),
  source: new Uint8Array(capacity),
  isShown: new Uint8Array(capacity),
})

/** Bytes a row may take at most: five numbers of up to 8, four small ones, two bytes. */
const MOST_OF_ROW = 48
const MOST_OF_CONTACT = 32

/** Writes a chunk contact by contact, so that nothing is held twice. */
export class ReplayWriter {
  readonly #body = new Writer(1 << 16)
  readonly #from: number
  #contacts = 0
  #rows = 0
  #mmsi = 0

  constructor(from: number) {
    this.#from = from
  }

  /** Contacts come by mmsi and split, ascending. */
  contact(contact: ReplayContact, rows: ReplayRows, first: number, end: number): void {
    const out = this.#body
    out.room(MOST_OF_CONTACT + (end - first) * MOST_OF_ROW)
    out.varint(contact.mmsi - this.#mmsi)
    this.#mmsi = contact.mmsi
    out.byte(contact.split)
    out.byte((contact.kind << 4) | contact.shipGroup)
    out.byte(contact.flags)
    out.byte(contact.shipType)
    out.varint(contact.length)
    out.byte(Math.min(255, contact.beam))
    out.varint(end - first)
    writeRows(out, rows, first, end, this.#from)
    out.text(contact.name)
    this.#contacts++
    this.#rows += end - first
  }

  taken(head: Pick<ReplayChunk, 'knowledge' | 'to' | 'total' | 'sources'>): Uint8Array<ArrayBuffer> {
    const out = new Writer(64 + head.sources.length * 64 + this.#body.at)
    out.byte(VERSION)
    out.byte(KNOWLEDGE.indexOf(head.knowledge))
    out.view.setFloat64(2, this.#from, true)
    out.view.setFloat64(10, head.to, true)
    out.at = HEADER
    out.varint(head.total)
    out.varint(head.sources.length)
    for (const source of head.sources) out.text(source)
    out.room(20 + this.#body.at)
    out.varint(this.#contacts)
    out.varint(this.#rows)
    out.bytes.set(this.#body.bytes.subarray(0, this.#body.at), out.at)
    out.at += this.#body.at
    return out.taken()
  }
}

/** A replay goes by tenths of a second: its instants are whole ones, and what happens in between shows with the next. */
export const TICK_MS = 100
/** The tick an instant belongs to; epoch ms. */
export const onTick = (at: number): number => Math.floor(at / TICK_MS) * TICK_MS
const tenths = (ms: number) => Math.round(ms / TICK_MS)

function writeRows(out: Writer, rows: ReplayRows, first: number, end: number, from: number) {
  let [at, lat, lon, sog, cog, heading] = [tenths(from), 0, 0, 0, 0, 0]
  for (let i = first; i < end; i++) {
    const shownAt = tenths(rows.at[i]!)
    out.signed(shownAt - at)
    at = shownAt
    out.signed(at - tenths(rows.observedAt[i]!))
    out.signed(rows.lat[i]! - lat)
    lat = rows.lat[i]!
    out.signed(rows.lon[i]! - lon)
    lon = rows.lon[i]!
    out.signed(rows.sog[i]! - sog)
    sog = rows.sog[i]!
    out.signed(rows.cog[i]! - cog)
    cog = rows.cog[i]!
    out.signed(rows.heading[i]! - heading)
    heading = rows.heading[i]!
    out.byte((rows.navStatus[i]! & 15) | (rows.isShown[i]! << 4))
    out.byte(rows.source[i]!)
  }
}

/** Decodes a chunk; throws RangeError on an unknown version or one that is cut short. */
export function decodeReplayChunk(bytes: Uint8Array): ReplayChunk {
  const input = new Reader(bytes, HEADER)
  if (bytes.length < HEADER || bytes[0] !== VERSION)
    throw new RangeError('this replay has an unknown version. Reload the page')
  const from = input.view.getFloat64(2, true)
  const total = input.varint()
  const sources: string[] = []
  for (let i = input.varint(); i > 0; i--) sources.push(input.text())
  const count = input.varint()
  const rowCount = input.varint()
  // A row takes nine bytes at least, a contact as many.
  if ((count + rowCount) * 9 > bytes.length) throw new RangeError('the frame is cut short')
  const rows = replayRows(rowCount)
  const first = new Uint32Array(count + 1)
  const contacts: ReplayContact[] = []
  let mmsi = 0
  for (let i = 0; i < count; i++) {
    mmsi += input.varint()
    const split = input.byte()
    const look = input.byte()
    const contact = {
      mmsi,
      split,
      kind: look >> 4,
      shipGroup: look & 15,
      flags: input.byte(),
      shipType: input.byte(),
      length: input.varint(),
      beam: input.byte(),
    }
    readRows(input, rows, input.varint(), from)
    contacts.push({ ...contact, name: input.text() })
    first[i + 1] = rows.count
  }
  return {
    knowledge: KNOWLEDGE[bytes[1]!] ?? 'AS_KNOWN',
    from,
    to: input.view.getFloat64(10, true),
    total,
    sources,
    contacts,
    first,
    rows,
  }
}

function readRows(input: Reader, rows: ReplayRows, count: number, from: number) {
  let [at, lat, lon, sog, cog, heading] = [tenths(from), 0, 0, 0, 0, 0]
  for (let end = rows.count + count; rows.count < end; rows.count++) {
    const i = rows.count
    at += input.signed()
    rows.at[i] = at * 100
    rows.observedAt[i] = (at - input.signed()) * 100
    rows.lat[i] = lat += input.signed()
    rows.lon[i] = lon += input.signed()
    rows.sog[i] = sog += input.signed()
    rows.cog[i] = cog += input.signed()
    rows.heading[i] = heading += input.signed()
    const look = input.byte()
    rows.navStatus[i] = look & 15
    rows.isShown[i] = look >> 4
    rows.source[i] = input.byte()
  }
}

/** A contact without a fix for longer than this is in the picture no more (the default of the specification, minutes). */
export const PICTURE_AGE_MS = 5760 * 60_000
/** Silence longer than this is a gap: the way across it is not drawn (contract D2). */
export const GAP_MS = 30 * 60_000

/** The row of a contact shown at an instant, -1 when there is none. */
export function rowAt({ rows, first }: ReplayChunk, contact: number, at: number): number {
  let [low, high] = [first[contact]!, first[contact + 1]!]
  const begin = low
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows.at[middle]! <= at) low = middle + 1
    else high = middle
  }
  const row = low - 1
  if (row < begin || rows.isShown[row] === 0 || at - rows.observedAt[row]! > PICTURE_AGE_MS) return -1
  return row
}

/** Returns the row that the track leads to from `row`, -1 where none is known, a gap begins, or no vessel can sail there. */
export function nextRow(
  { knowledge, contacts, rows, first }: ReplayChunk,
  contact: number,
  row: number,
): number {
  if (knowledge === 'AS_KNOWN') return -1
  const [end, observedAt] = [first[contact + 1]!, rows.observedAt[row]!]
  let next = row + 1
  // A filter may show or hide one fix in turns.
  while (next < end && rows.observedAt[next] === observedAt) next++
  if (next >= end || rows.observedAt[next]! - observedAt > GAP_MS) return -1
  // A fix hidden for its position reveals nothing of that position.
  const isUntold = rows.isShown[next] === 0 && rows.lat[next] === 0 && rows.lon[next] === 0
  return isUntold || isOutOfReach(rows, row, next, contacts[contact]!.mmsi) ? -1 : next
}

/** Degrees x 1e6 within which every position is in reach. */
const NEAR_UDEG = 100_000
function isOutOfReach({ observedAt, lat, lon }: ReplayRows, from: number, to: number, mmsi: number): boolean {
  if (Math.abs(lat[to]! - lat[from]!) + Math.abs(lon[to]! - lon[from]!) < NEAR_UDEG) return false
  const stop = (row: number) => ({ t: observedAt[row]!, lat: lat[row]! / 1e6, lon: lon[row]! / 1e6 })
  return legOutOfReach(stop(from), stop(to), mostKnotsOf(mmsi)) !== null
}

/**
 * Computes the digest of a frame, sixteen hexadecimal digits: frames with one digest show the same contacts by the
 * same fixes. Serves to compare, not to prevent forgery.
 */
export function frameDigest(chunk: ReplayChunk, at: number): { digest: string; contacts: number } {
  const { rows } = chunk
  const hash = new Mixed()
  let contacts = 0
  for (const [i, contact] of chunk.contacts.entries()) {
    const row = rowAt(chunk, i, at)
    if (row < 0) continue
    contacts++
    hash.add(contact.mmsi)
    hash.add(contact.split)
    const next = nextRow(chunk, i, row)
    addFix(hash, rows, row)
    if (next >= 0) addFix(hash, rows, next)
  }
  return { digest: hash.text(), contacts }
}

function addFix(hash: Mixed, rows: ReplayRows, row: number) {
  hash.add(tenths(rows.observedAt[row]!) % 0x1_0000_0000)
  hash.add(rows.lat[row]!)
  hash.add(rows.lon[row]!)
  hash.add(rows.sog[row]! * 0x1_0000 + rows.cog[row]!)
  hash.add(rows.heading[row]! * 16 + rows.navStatus[row]!)
}

/**
 * Digest of all frames of a period: the sum over every change of fix of every contact. Neither the parameters nor the
 * division into chunks matter.
 */
export class ContentDigest {
  readonly #knowledge: Knowledge
  readonly #begin: number
  readonly #turn = new Mixed()
  #low = 0
  #high = 0

  constructor(knowledge: Knowledge, begin: number) {
    this.#knowledge = knowledge
    this.#begin = begin
  }

  /** Takes the rows of a contact from one on and before another. */
  add({ mmsi, split }: Pick<ReplayContact, 'mmsi' | 'split'>, rows: ReplayRows, first: number, end: number) {
    const turn = this.#turn
    for (let i = first; i < end; i++) {
      const isShown = rows.isShown[i] === 1
      if (!isShown && (i === 0 || rows.isShown[i - 1] === 0)) continue
      turn.begin()
      turn.add(mmsi)
      turn.add(split)
      turn.add(tenths(Math.max(rows.at[i]!, this.#begin)) % 0x1_0000_0000)
      turn.add(rows.isShown[i]!)
      // As corrected, the way leads to a fix that is hidden by a filter, too.
      if (isShown || this.#knowledge === 'CORRECTED') addFix(turn, rows, i)
      this.#low = (this.#low + turn.low) >>> 0
      this.#high = (this.#high + turn.high) >>> 0
    }
  }

  text(): string {
    const whole = new Mixed()
    whole.add(KNOWLEDGE.indexOf(this.#knowledge))
    whole.add(this.#low)
    whole.add(this.#high)
    return whole.text()
  }
}

export { NAV_NONE, NONE16 }
