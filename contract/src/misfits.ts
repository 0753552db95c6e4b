import type { z } from 'zod'

/** One field that did not fit, named by its dotted path. */
export type Misfit = { field: string; why: string }
type Issue = z.core.$ZodIssue

/** More values than these nobody reads in a sentence. */
const MOST_NAMED = 8
/** Beginnings of the library's own messages; messages of our schemas stay. */
const THEIRS = /^(Invalid|Too (small|big))/

/** Returns the misfits, each with the remedy. For a union the misfits are those of the matching kind. */
export const misfitsOf = (issues: readonly Issue[], at: readonly PropertyKey[] = []): Misfit[] =>
  issues.flatMap((issue) => {
    const path = [...at, ...issue.path]
    const meant = issue.code === 'invalid_union' ? meantBy(issue.errors) : null
    return meant === null ? [{ field: path.join('.'), why: whyOf(issue) }] : misfitsOf(meant, path)
  })

/** The kind whose names fit, with the least that is missing and then the least that does not fit; null where it is of none. */
function meantBy(kinds: readonly (readonly Issue[])[]): readonly Issue[] | null {
  const named = kinds.filter((issues) => issues.every((one) => !isName(one)))
  const missing = (issues: readonly Issue[]) => issues.filter(isMissing).length
  return named.toSorted((a, b) => missing(a) - missing(b) || a.length - b.length)[0] ?? null
}
const isMissing = (issue: Issue) =>
  issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
/** A field that may be this alone tells one kind from the others. */
const isName = (issue: Issue) =>
  (issue.code === 'invalid_value' && issue.values.length === 1) ||
  (issue.code === 'invalid_type' && issue.path.length === 0)

function whyOf(issue: Issue): string {
  if (!THEIRS.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_union':
      return 'is of no kind that is taken here'
    case 'invalid_value':
      return issue.values.length > MOST_NAMED
        ? `is none of the ${issue.values.length} values that are taken here`
        : `must be ${issue.values.map(String).join(' or ')}`
    case 'invalid_type':
      return isMissing(issue) ? 'is needed' : `must be ${A[issue.expected] ?? `of type ${issue.expected}`}`
    case 'too_small':
      return issue.minimum === 1 && issue.origin in UNITS
        ? 'must not be empty'
        : `must be at least ${sizeOf(issue.origin, issue.minimum)}`
    case 'too_big':
      return `must be at most ${sizeOf(issue.origin, issue.maximum)}`
    default:
      return issue.message
  }
}

const A: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
const UNITS: Readonly<Record<string, string>> = { string: 'letters', array: 'entries' }
const sizeOf = (origin: string, size: number | bigint) =>
  UNITS[origin] === undefined ? String(size) : `${size} ${UNITS[origin]} long`
