import type { BitWriter } from './encode-bits.ts'
import { armourOf } from './sixbit.ts'
import { asTagText } from './tag-text.ts'

/** Tag block of IEC 61162-450 / NMEA 4.10 before a sentence. */
export type TagBlockFields = {
  /** Epoch seconds or milliseconds, written as given. */
  c?: number
  /** Station that received the report. */
  s?: string
  /** Sentence group; part and total default to the sentence's place in its message. */
  g?: { group: number; part?: number; total?: number }
  /** Line count. */
  n?: number
  d?: string
  t?: string
}

export type SentenceOptions = {
  /** Two characters, AI when absent. */
  talker?: string
  /** The sender's own report (VDO) instead of a received one (VDM). */
  vdo?: boolean
  radioChannel?: 'A' | 'B' | ''
  /** 0-9, only written for messages of several sentences. */
  sequenceId?: number
  tagBlock?: TagBlockFields
}

/** Longest payload that keeps a sentence within the 82 characters of IEC 61162-1. */
const PAYLOAD_CHARACTERS = 60

const utf8 = new TextEncoder()

const checksum = (text: string) => {
  let sum = 0
  for (const byte of utf8.encode(text)) sum ^= byte
  return sum.toString(16).toUpperCase().padStart(2, '0')
}

/** `text` between its start character and its checksum: `!text*hh`. */
export const sealed = (text: string) => `!${text}*${checksum(text)}`

/** A tag block with its checksum, ready to stand before a sentence. */
export function encodeTagBlock(fields: TagBlockFields, part = 1, total = 1): string {
  const { g } = fields
  const entries = [
    g && `g:${g.part ?? part}-${g.total ?? total}-${g.group}`,
    fields.s !== undefined && `s:${asTagText(fields.s)}`,
    fields.d !== undefined && `d:${asTagText(fields.d)}`,
    fields.n !== undefined && `n:${fields.n}`,
    fields.c !== undefined && `c:${fields.c}`,
    fields.t !== undefined && `t:${asTagText(fields.t)}`,
  ].filter(Boolean)
  const text = entries.join(',')
  return `\\${text}*${checksum(text)}\\`
}

/** A later sentence of a group belongs to the first, so it carries the group and line count only. */
function tagBlockOf(fields: TagBlockFields | undefined, part: number, total: number): string {
  if (fields === undefined) return ''
  if (part === 1 || fields.g === undefined) return encodeTagBlock(fields, part, total)
  const { g, n } = fields
  return encodeTagBlock(n === undefined ? { g } : { g, n: n + part - 1 }, part, total)
}

/** The sentences of one message, without line ends. */
export function encodeSentences(bits: BitWriter, options: SentenceOptions = {}): string[] {
  const { talker = 'AI', vdo = false, radioChannel = 'A', sequenceId = 0, tagBlock } = options
  const payload = String.fromCharCode(...bits.sextets.map(armourOf))
  const total = Math.max(1, Math.ceil(payload.length / PAYLOAD_CHARACTERS))
  const fill = bits.sextets.length * 6 - bits.bitLength
  const head = `${talker}${vdo ? 'VDO' : 'VDM'},${total}`
  const sentences: string[] = []
  for (let part = 1; part <= total; part++) {
    const piece = payload.slice((part - 1) * PAYLOAD_CHARACTERS, part * PAYLOAD_CHARACTERS)
    const sequence = total > 1 ? sequenceId : ''
    const text = `${head},${part},${sequence},${radioChannel},${piece},${part === total ? fill : 0}`
    sentences.push(tagBlockOf(tagBlock, part, total) + sealed(text))
  }
  return sentences
}
