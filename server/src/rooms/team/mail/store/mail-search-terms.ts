import { MAIL_FOLDERS, STARRED } from '@samudra/contract/mail'

/** Conditions of a search, as its words and operators name them. */
export type SearchTerms = {
  words: string[]
  phrases: string[]
  without: string[]
  from: string[]
  to: string[]
  subject: string[]
  before: Date | null
  after: Date | null
  hasAttachment: boolean
  is: ('unread' | 'read' | 'starred' | 'answered' | 'important' | 'task' | 'forwarded')[]
  /** Name of a folder as it is typed; null for none, 'anywhere' for all. */
  in: string | null
}

const IS = ['unread', 'read', 'starred', 'answered', 'important', 'task', 'forwarded'] as const
const MOST_TERMS = 30

/** Returns the conditions of a search text. An operator with a value that it does not take is searched as a word. */
export function searchTermsOf(q: string): SearchTerms {
  const terms: SearchTerms = {
    words: [],
    phrases: [],
    without: [],
    from: [],
    to: [],
    subject: [],
    before: null,
    after: null,
    hasAttachment: false,
    is: [],
    in: null,
  }
  const found = [...q.matchAll(/(-?)(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/gi)].slice(0, MOST_TERMS)
  for (const [whole, minus, operator, quoted, plain] of found) {
    const value = (quoted ?? plain ?? '').trim()
    if (value === '') continue
    if (operator !== undefined && minus === '' && operatorTerm(terms, operator.toLowerCase(), value)) continue
    const text = operator === undefined ? value : whole.replace(/^-/, '')
    if (minus === '-') terms.without.push(text)
    else if (quoted !== undefined && operator === undefined) terms.phrases.push(text)
    else terms.words.push(text)
  }
  return terms
}

function operatorTerm(terms: SearchTerms, operator: string, value: string): boolean {
  switch (operator) {
    case 'from':
    case 'to':
    case 'subject':
      terms[operator].push(value)
      return true
    case 'before':
    case 'after':
      return dateTerm(terms, operator, value)
    case 'has':
      terms.hasAttachment ||= /^attachments?$/i.test(value)
      return /^attachments?$/i.test(value)
    case 'in':
      terms.in = value
      return true
    case 'is': {
      const state = IS.find((one) => one === value.toLowerCase())
      if (state !== undefined) terms.is.push(state)
      return state !== undefined
    }
    default:
      return false
  }
}

function dateTerm(terms: SearchTerms, operator: 'before' | 'after', value: string): boolean {
  const text = value.replaceAll('/', '-')
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at)) return false
  terms[operator] = new Date(at)
  return true
}

/** Returns the key of a folder that a search names. */
export function folderNamed(
  name: string,
  own: readonly { folder: string; name: string | null }[],
): string | undefined {
  const plain = name.toLowerCase()
  return (
    [...MAIL_FOLDERS, STARRED].find((one) => one.toLowerCase() === plain) ??
    own.find((one) => one.name?.toLowerCase() === plain || one.folder === name)?.folder
  )
}
