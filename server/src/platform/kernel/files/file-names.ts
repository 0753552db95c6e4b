const LONGEST = 200
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu

/**
 * Returns the plain name of a file: no folder, no invisible characters, and no change of writing direction that
 * disguises the extension.
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
