import { invalidBody } from '../v4/chat-error.ts'

/** Terms of a search: words and phrases, and what modifiers narrow it to. Times are epoch ms. */
export type SearchTerms = {
  words: string[]
  phrases: string[]
  without: string[]
  from: string[]
  channels: string[]
  before: number | null
  after: number | null
  hasFile: boolean
  hasLink: boolean
}

const DAY_MS = 24 * 3_600_000
const TERM = /(-?)(?:(from|in|before|after|on|has):\s*)?(?:"([^"]*)"|(\S+))/gi

/** Reads a search like `from:name in:channel before:2026-11-30 has:file "two words" -not`. Throws 400 for a bad modifier. */
export function readTerms(text: string): SearchTerms {
  const terms: SearchTerms = {
    words: [],
    phrases: [],
    without: [],
    from: [],
    channels: [],
    before: null,
    after: null,
    hasFile: false,
    hasLink: false,
  }
  for (const [, minus, modifier = '', phrase, word = ''] of text.matchAll(TERM)) {
    const value = (phrase ?? word).trim()
    if (value === '') continue
    if (modifier !== '') narrow(terms, modifier.toLowerCase(), value)
    else if (minus === '-') terms.without.push(value)
    else if (phrase === undefined) terms.words.push(value)
    else terms.phrases.push(value)
  }
  return terms
}

function narrow(terms: SearchTerms, modifier: string, value: string) {
  switch (modifier) {
    case 'from':
      return void terms.from.push(value.replace(/^@/, '').toLowerCase())
    case 'in':
      return void terms.channels.push(value.replace(/^[~@]/, '').toLowerCase())
    case 'before':
      return void (terms.before = dayOf(value))
    case 'after':
      return void (terms.after = dayOf(value) + DAY_MS)
    case 'on': {
      terms.after = dayOf(value)
      terms.before = terms.after + DAY_MS
      return undefined
    }
    default: {
      if (value === 'file' || value === 'attachment') return void (terms.hasFile = true)
      if (value === 'link') return void (terms.hasLink = true)
      throw invalidBody(`has:${value} is not known; use has:file or has:link.`)
    }
  }
}

/** Returns the begin of a day, UTC, epoch ms. */
function dayOf(text: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at)) throw invalidBody(`${text} is not a day; write it as 2026-11-30.`)
  return at
}
