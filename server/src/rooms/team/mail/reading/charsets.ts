const LONGEST_LABEL = 40

/** Returns text in a character set; what cannot be in it, or in an unknown one, is read as UTF-8, else as Windows-1252. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  const label = charset.trim().slice(0, LONGEST_LABEL).toLowerCase()
  const first = label === '' || label === 'us-ascii' || label === 'ascii' ? 'utf-8' : label
  return (
    decoded(bytes, first, first === 'utf-8') ??
    decoded(bytes, 'utf-8', true) ??
    decoded(bytes, 'windows-1252', false)!
  )
}

function decoded(bytes: Uint8Array, label: string, fatal: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns text without halves of surrogate pairs, which no database takes. */
export const wellFormed = (text: string): string =>
  text.replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
