/** Characters that end an entry of a tag block, or the block, or begin something else (IEC 61162-1). */
const RESERVED = /[!$*,\\^~\p{Cc}]/gu

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A value of a tag block as a text: `^hh` is the byte hh, and the bytes are UTF-8, else Latin-1. */
export function tagText(bytes: Uint8Array): string {
  const sent = String.fromCharCode(...bytes)
  const plain = sent.replace(/\^([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  try {
    return utf8.decode(Uint8Array.from(plain, (character) => character.charCodeAt(0)))
  } catch {
    return plain
  }
}

/** A text as a value of a tag block. */
export const asTagText = (text: string) =>
  text.replace(RESERVED, (one) => `^${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
