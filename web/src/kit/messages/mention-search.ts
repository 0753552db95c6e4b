/** Name that may be mentioned. */
export type MentionChoice = { name: string; label: string; detail?: string }

const MOST = 7
const BEGUN = /(?<![\p{L}\p{N}])@([\p{L}\p{N}._-]*)$/u

/** Returns the name that is being written behind an @ at the end of a text; null where none is. */
export const mentionBegun = (text: string): string | null => BEGUN.exec(text)?.[1] ?? null

/** Returns choices whose name or a word of whose label begins as written; names that begin so come first. */
export function mentionsFor(begun: string, choices: readonly MentionChoice[]): MentionChoice[] {
  const typed = begun.toLowerCase()
  const byName = choices.filter(({ name }) => name.toLowerCase().startsWith(typed))
  const byLabel = choices.filter(
    (choice) =>
      !byName.includes(choice) &&
      choice.label
        .toLowerCase()
        .split(/[\s._-]+/)
        .some((word) => word.startsWith(typed)),
  )
  const found = [...byName, ...byLabel]
  // A name written in full is chosen.
  return found.length === 1 && found[0]!.name.toLowerCase() === typed ? [] : found.slice(0, MOST)
}

/** Returns the text with the name in place of what is written before the caret, and the new caret. */
export function withMention(text: string, caret: number, name: string): { text: string; caret: number } {
  const begun = mentionBegun(text.slice(0, caret)) ?? ''
  const before = `${text.slice(0, caret - begun.length)}${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}
