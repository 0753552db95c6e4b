const LONGEST = 200
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu

/**
 * What a file is called, as a name and nothing more: no folder, nothing that is not seen, nothing that turns the order of
 * letters round so that an ending seems to be another.
 */
export function plainName(given: string): string {
  const last = given.split(/[/\\]/).at(-1)!
  // Not the joiners U+200C and U+200D, without which names in Bengali or Persian are spelt wrong.
  const seen = last.replaceAll(UNSEEN, '').replaceAll(/["<>|:*?]/g, '_')
  return (
    seen
      .replace(/^[.\s]+/, '')
      .trim()
      .slice(0, LONGEST) || 'file'
  )
}
