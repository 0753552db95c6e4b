import type { Found, ObjectKind } from '@samudra/contract/search'
import { middleOf } from '@samudra/nautical/polygons/box'
import type { Caller } from '../platform/kernel/http/caller.ts'
import { plain, slipsAllowed, slipsTo } from '@samudra/contract/near-text'
import type { Held } from '../platform/kernel/objects/object-rules.ts'
import type { Objects } from '../platform/kernel/objects/objects.ts'

/** Ranks of answers to a search, best first. */
export const RANK = {
  exact: 0,
  name: 1,
  word: 2,
  number: 3,
  callSign: 4,
  inside: 5,
  oneSlip: 6,
  twoSlips: 7,
} as const
export const RANKS = 8
export const isSlip = (rank: number) => rank >= RANK.oneSlip

/** Search query, normalised for comparison. */
export type Query = {
  /** Capitals, no accents, no punctuation; without a preceding kind of number or title of a vessel. */
  text: string
  /** As typed, where a title was taken away; the same otherwise. */
  whole: string
  /** The number to look in alone; null for any. */
  field: 'mmsi' | 'imo' | 'callSign' | null
}

const FIELDS = { MMSI: 'mmsi', IMO: 'imo', 'CALL SIGN': 'callSign' } as const
const FIELD = /^(MMSI|IMO|CALL SIGN) (?:NO |NUMBER )?(?=\S)/
/** Titles of ships as crews and papers write them; M/V and M.V. come here as "M V". */
const TITLE = /^(?:M ?[VTSY]|F ?V|S ?[SVY]|R ?V|M ?S ?V|L ?[PN] ?G ?C?|HSC|TUG|INS|ICGS|HMS|USS) (?=\S\S)/

export function queryOf(typed: string): Query {
  // "IMO9074729" counts as one word for the user who typed it.
  const whole = plain(typed)
    .replace(/^(IMO|MMSI)(?=\d)/, '$1 ')
    .replace(/^CALLSIGN /, 'CALL SIGN ')
  const words = FIELD.exec(whole)
  const rest = whole.slice(words?.[0].length ?? 0)
  const name = words?.[1] as keyof typeof FIELDS | undefined
  const isNumber = /^\d[\d ]*$/.test(rest)
  if (name !== undefined && (isNumber || FIELDS[name] === 'callSign'))
    return { text: isNumber ? rest.replaceAll(' ', '') : rest, whole, field: FIELDS[name] }
  const untitled = whole.replace(TITLE, '')
  return { text: untitled, whole, field: null }
}

/** Ranks a name; -1 when it does not match. Typed words may be beginnings of its words, in any order. */
export function rankOf({ text, whole }: Query, name: string): number {
  const rank = rankOfText(text, name)
  return whole === text || rank === RANK.exact ? rank : better(rank, rankOfText(whole, name))
}
const better = (one: number, other: number) => (one < 0 ? other : other < 0 ? one : Math.min(one, other))

function rankOfText(text: string, name: string): number {
  const at = name.indexOf(text)
  if (at === 0) return name.length === text.length ? RANK.exact : RANK.name
  if (at > 0 && name.charCodeAt(at - 1) === 32) return RANK.word
  if (text.includes(' ') && text.split(' ').every((word) => beginsWord(name, word))) return RANK.word
  return at > 0 ? RANK.inside : -1
}
const beginsWord = (name: string, word: string) => name.startsWith(word) || name.includes(` ${word}`)

/** Answer with its rank, and its position where it has one, degrees. */
export type Answer = { found: Found; rank: number; at: { lat: number; lon: number } | null }
/** Returns the matches of a room that the caller may see. */
export type Find = (query: Query, caller: Caller) => Answer[]

/** Searches things by name. `show` is called for matches; null for what the caller may not see. */
export function answering<T>(
  query: Query,
  all: Iterable<T>,
  namesOf: (one: T) => readonly string[],
  show: (one: T) => Omit<Answer, 'rank'> | null,
): Answer[] {
  const { text, field } = query
  if (text === '' || field !== null) return []
  const ranked = (rank: (name: string) => number): Answer[] => {
    const answers: Answer[] = []
    for (const one of all) {
      let best = -1
      for (const name of namesOf(one)) best = better(best, rank(name))
      const shown = best < 0 ? null : show(one)
      if (shown !== null) answers.push({ ...shown, rank: best })
    }
    return answers
  }
  const called = ranked((name) => rankOf(query, name))
  const most = slipsAllowed(text.length)
  if (called.length > 0 || most === 0) return called
  return ranked((name) => {
    const slips = slipsTo(text, name, most)
    return slips > most ? -1 : slips <= 1 ? RANK.oneSlip : RANK.twoSlips
  })
}

/** Objects that people edit, by their names, as far as the caller sees them; what is of an exercise is not found among the real. */
export function findObjects<Body>(
  objects: Objects<Body>,
  {
    kind,
    namesOf,
    show,
  }: {
    kind: ObjectKind
    namesOf: (body: Body) => string[]
    show: (object: Held<Body>) => { label: string; detail: string; bbox: number[] | null }
  },
): Find {
  const names = new WeakMap<Held<Body>, string[]>()
  const plainOf = (object: Held<Body>) => {
    const known = names.get(object) ?? namesOf(object.body).map(plain)
    names.set(object, known)
    return known
  }
  return (query, caller) =>
    answering(query, objects.all(), plainOf, (object) => {
      if (object.domain !== 'REAL' || !objects.isSeenBy(object, caller)) return null
      const shown = show(object)
      return {
        found: { kind, id: object.id, ...shown },
        at: shown.bbox === null ? null : middleOf(shown.bbox),
      }
    })
}
