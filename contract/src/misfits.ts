import type { z } from 'zod'
import { slipsToPrefix } from './near-text.ts'

/** One field that did not fit, named by its dotted path. */
export type Misfit = { field: string; why: string }
type Issue = z.core.$ZodIssue

/** Longest list of allowed values in a sentence; of longer ones the nearest `NEAREST` are named. */
const MOST_NAMED = 8
const NEAREST = 3
/** Longest part of a wrong value that is repeated in a sentence, letters. */
const MOST_REPEATED = 40
/** Typing errors beyond which a value is not near another. */
const FARTHEST = 4
/** Longest list of allowed values when none is near. */
const MOST_LISTED = 20
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
/** Returns true for a field with one possible value: it distinguishes one kind from the others. */
const isName = (issue: Issue) =>
  (issue.code === 'invalid_value' && issue.values.length === 1) ||
  (issue.code === 'invalid_type' && issue.path.length === 0)

function whyOf(issue: Issue): string {
  if (!THEIRS.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_union':
      return kindsOf(issue)
    case 'invalid_value':
      return oneOf(issue.values.map(String), issue.input)
    case 'invalid_type':
      return isMissing(issue) ? 'is needed' : `must be ${A[issue.expected] ?? `of type ${issue.expected}`}`
    case 'invalid_format':
      return `is not a valid ${issue.format}`
    case 'too_small':
      return issue.minimum === 1 && issue.origin in UNITS
        ? 'must not be empty'
        : `must be ${issue.exact === true ? 'exactly' : 'at least'} ${sizeOf(issue.origin, issue.minimum)}`
    case 'too_big':
      return `must be ${issue.exact === true ? 'exactly' : 'at most'} ${sizeOf(issue.origin, issue.maximum)}`
    default:
      return issue.message
  }
}

/** Names the kinds of a union that a value does not match. */
function kindsOf(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const {
    discriminator,
    options = [],
    input,
  } = issue as { discriminator?: string; options?: unknown[]; input?: unknown }
  if (discriminator !== undefined && options.length > 0)
    return oneOf(options.map(String), (input as Record<string, unknown> | undefined)?.[discriminator])
  const names = issue.errors.flatMap((each) => each.filter(isName).map(expectedBy))
  return names.length === 0 ? 'is of no allowed kind' : `must be ${[...new Set(names)].join(' or ')}`
}
const expectedBy = (issue: Issue): string =>
  issue.code === 'invalid_value'
    ? `${issue.path.join('.')} ${issue.values.map(String).join(' or ')}`.trim()
    : issue.code === 'invalid_type'
      ? (A[issue.expected] ?? issue.expected)
      : ''

/** Names the allowed values, or the nearest ones of many. */
export function oneOf(values: readonly string[], input: unknown): string {
  if (values.length <= MOST_NAMED) return `must be ${values.join(' or ')}`
  if (typeof input !== 'string' && typeof input !== 'number')
    return `must be one of ${values.length} values, such as ${values.slice(0, NEAREST).join(', ')}`
  const wrong = String(input)
  const near = nearestTo(wrong, values)
  const wrongText = shortened(wrong)
  return near.length === 0
    ? `${wrongText} is not allowed; the ${values.length} values are ${values.slice(0, MOST_LISTED).join(', ')}${values.length > MOST_LISTED ? ', …' : ''}`
    : `${wrongText} is not allowed; nearest of ${values.length} values: ${near.join(', ')}`
}

/** Returns a wrong value in quotes, cut where it is long. */
export const shortened = (wrong: string) =>
  `"${wrong.length > MOST_REPEATED ? `${wrong.slice(0, MOST_REPEATED)}…` : wrong}"`

/** Returns up to `NEAREST` values that contain the wrong one or differ by few typing errors, the nearest first. */
export function nearestTo(wrong: string, values: readonly string[]): string[] {
  const query = wrong.slice(0, MOST_REPEATED).toLowerCase()
  const most = Math.min(FARTHEST, Math.floor(query.length / 2))
  return values
    .map((value) => {
      const text = value.toLowerCase()
      const slips =
        slipsToPrefix(query, text, most) + Math.max(0, Math.abs(text.length - query.length) - most) / 10
      return { value, slips: query !== '' && text.includes(query) ? 0 : slips }
    })
    .filter(({ slips }) => slips <= most)
    .toSorted((a, b) => a.slips - b.slips)
    .slice(0, NEAREST)
    .map(({ value }) => value)
}

const A: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  tuple: 'a list',
  record: 'an object',
  null: 'null',
}
const UNITS: Readonly<Record<string, string>> = { string: 'letters', array: 'entries' }
const sizeOf = (origin: string, size: number | bigint) =>
  UNITS[origin] === undefined ? String(size) : `${size} ${UNITS[origin]} long`
