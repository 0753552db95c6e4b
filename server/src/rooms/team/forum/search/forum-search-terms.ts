import { invalid } from '../forum-access.ts'

/** Conditions of a search of the forum, as its words and operators name them. */
export type ForumSearchTerms = {
  words: string[]
  phrases: string[]
  without: string[]
  /** Names of categories, users and tags in lower case. */
  categories: string[]
  from: string[]
  tags: string[]
  is: ForumSearchState[]
  before: Date | null
  after: Date | null
  hasFile: boolean
}
const STATES = ['open', 'locked', 'answered', 'unread', 'liked', 'mine'] as const
export type ForumSearchState = (typeof STATES)[number]

const MOST_TERMS = 30
const DAY_MS = 24 * 3_600_000
const TERM = /(-?)(?:(in|from|tag|is|before|after|has):\s*)?(?:"([^"]*)"|(\S+))/gi

/** Reads a search like `from:asha in:knowledge tag:piracy is:unread before:2026-11-30 has:file "two words" -not`. Throws VALIDATION. */
export function readForumTerms(text: string): ForumSearchTerms {
  const terms: ForumSearchTerms = {
    words: [],
    phrases: [],
    without: [],
    categories: [],
    from: [],
    tags: [],
    is: [],
    before: null,
    after: null,
    hasFile: false,
  }
  for (const [, minus, operator = '', phrase, word = ''] of [...text.matchAll(TERM)].slice(0, MOST_TERMS)) {
    const value = (phrase ?? word).trim()
    if (value === '') continue
    if (operator !== '') narrow(terms, operator.toLowerCase(), value.toLowerCase())
    else if (minus === '-') terms.without.push(value)
    else if (phrase === undefined) terms.words.push(value)
    else terms.phrases.push(value)
  }
  return terms
}

/** Returns whether a search names anything at all. */
export const isEmptySearch = (terms: ForumSearchTerms): boolean =>
  [terms.words, terms.phrases, terms.categories, terms.from, terms.tags, terms.is].every(
    ({ length }) => length === 0,
  ) &&
  terms.before === null &&
  terms.after === null &&
  !terms.hasFile

function narrow(terms: ForumSearchTerms, operator: string, value: string): void {
  switch (operator) {
    case 'in':
      return void terms.categories.push(value.replace(/^#/, ''))
    case 'from':
      return void terms.from.push(value.replace(/^@/, ''))
    case 'tag':
      return void terms.tags.push(value.replace(/^#/, ''))
    case 'before':
      return void (terms.before = dayOf(value))
    case 'after':
      return void (terms.after = new Date(dayOf(value).getTime() + DAY_MS))
    case 'has':
      if (/^(?:files?|attachments?)$/.test(value)) return void (terms.hasFile = true)
      throw wrong(`has:${value} is not known; use has:file.`)
    default: {
      const state = STATES.find((one) => one === value)
      if (state === undefined)
        throw wrong(`is:${value} is not known; use ${STATES.map((one) => `is:${one}`).join(', ')}.`)
      return void terms.is.push(state)
    }
  }
}

/** Returns the begin of a day, UTC. */
function dayOf(text: string): Date {
  const day = text.replaceAll('/', '-')
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at)) throw wrong(`${text} is not a day; write it as 2026-11-30.`)
  return new Date(at)
}
const wrong = (sentence: string) => invalid('q', sentence, sentence)
