import { nameBegun, type MentionName } from '../people/mention-names.ts'

/** Name that may be mentioned: of a user, a group or a duty, or one that means everybody. */
export type MentionChoice = MentionName | { kind: 'everybody'; name: string; label: string }

const MOST = 8

/** Returns choices whose name, or a part of it, begins as written; names that begin so come first. */
export function mentionsFor(begun: string, choices: readonly MentionChoice[]): MentionChoice[] {
  const typed = begun.toLowerCase()
  const byName = choices.filter(({ name }) => name.toLowerCase().startsWith(typed))
  const byPart = choices.filter(
    (choice) =>
      !byName.includes(choice) &&
      choice.name
        .toLowerCase()
        .split(/[._-]+/)
        .some((part) => part.startsWith(typed)),
  )
  const found = [...byName, ...byPart]
  // A name written in full is chosen.
  return found.length === 1 && found[0]!.name.toLowerCase() === typed ? [] : found.slice(0, MOST)
}

/** Returns the text with the name in place of what is written before the caret, and the new caret. */
export function withMention(text: string, caret: number, name: string): { text: string; caret: number } {
  const begun = nameBegun(text.slice(0, caret)) ?? ''
  const before = `${text.slice(0, caret - begun.length)}${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}
