/**
 * Symbol identification codes of MIL-STD-2525: fifteen letters (2525C) or twenty or thirty digits (2525D and E). Who a
 * symbol belongs to is one character of it; exercises have characters of their own.
 */
export const AFFILIATIONS = [
  'PENDING',
  'UNKNOWN',
  'ASSUMED_FRIEND',
  'FRIEND',
  'NEUTRAL',
  'SUSPECT',
  'HOSTILE',
] as const
export type Affiliation = (typeof AFFILIATIONS)[number]

/** In the order of AFFILIATIONS: 2525C table A-I, and the codes of exercises, where suspect is joker and hostile faker. */
const LETTERS = 'PUAFNSH'
const EXERCISE_LETTERS = 'GWMDLJK'

const OF_LETTERS = /^[SGWIOE][PUAFNSHGWMDLJK-][A-Z-][APCDXF-][A-Z0-9-]{6}[A-Z0-9*-]{2}[A-Z0-9*-]{2}[A-Z*-]$/
const OF_DIGITS = /^1\d(?:\d{18}|\d{28})$/

export const isSidc = (code: string): boolean => OF_LETTERS.test(code) || OF_DIGITS.test(code)

/** The same symbol for another affiliation, of the real world or of an exercise. */
export function sidcFor(code: string, affiliation: Affiliation, isExercise: boolean): string {
  const index = AFFILIATIONS.indexOf(affiliation)
  if (OF_DIGITS.test(code)) return `${code.slice(0, 2)}${isExercise ? 1 : 0}${index}${code.slice(4)}`
  const letters = isExercise ? EXERCISE_LETTERS : LETTERS
  return `${code[0]}${letters[index]}${code.slice(2)}`
}

/** Returns true for a symbol that marks itself as of an exercise. */
export const isOfExercise = (code: string): boolean =>
  OF_DIGITS.test(code) ? code[2] === '1' : EXERCISE_LETTERS.includes(code[1] ?? '?')
