import { NOBODY_ROW } from './contact-store.ts'
import type { Eye } from './eye.ts'
import { mmsiText } from '../kernel/mmsi-text.ts'
import type { Picture } from './picture.ts'
import { bitsIn, pairsOf, plain, slipsAllowed, slipsTo } from '../kernel/near-text.ts'

/** A contact found, the rank it is found by (0 best), and its place. */
export type FoundContact = { id: number; rank: number }
export type FoundDestination = { value: string; count: number }

const RANKS = 8
const RANK = {
  exact: 0,
  name: 1,
  word: 2,
  number: 3,
  callSign: 4,
  inside: 5,
  oneSlip: 6,
  twoSlips: 7,
} as const
/** A slip breaks at most three pairs of letters. */
const PAIRS_A_SLIP = 3

/**
 * What contacts are called, ready for searching all of them at every key. Brought up to date from the list of changes
 * when it is asked, so it costs nothing while nobody searches.
 */
export class CalledIndex {
  readonly #picture: Picture
  #asOf = 0
  readonly #names: string[] = []
  readonly #callSigns: string[] = []
  readonly #destinations: string[] = []
  readonly #imos: string[] = []
  #pairs = new Uint32Array(2048)

  constructor(picture: Picture) {
    this.#picture = picture
  }

  /** The best contacts by name, MMSI, IMO and call sign. */
  contacts(asked: string, eye: Eye, limit: number): FoundContact[] {
    this.#refresh()
    const query = plain(asked)
    if (query === '') return []
    const digits = /^\d+$/.test(query) ? query : null
    const buckets: number[][] = Array.from({ length: RANKS }, () => [])
    const { store } = this.#picture
    for (let id = 0; id < store.used; id++) {
      if (store.isAlive[id] === 0) continue
      const rank = this.#rank(id, query, digits)
      if (rank < 0 || buckets[rank]!.length >= limit) continue
      if (this.#isTold(id, rank, query, eye)) buckets[rank]!.push(id)
    }
    if (buckets.every((bucket) => bucket.length === 0)) this.#addNear(query, eye, limit, buckets)
    return buckets.flatMap((ids, rank) => ids.map((id) => ({ id, rank }))).slice(0, limit)
  }

  /** Destinations that begin with or hold what was asked, the commonest first. */
  destinations(asked: string, eye: Eye, limit: number): FoundDestination[] {
    this.#refresh()
    const query = plain(asked)
    const counts = new Map<string, number>()
    const { store } = this.#picture
    for (let id = 0; id < store.used; id++) {
      const destination = this.#destinations[id]
      if (store.isAlive[id] === 0 || destination === undefined || !destination.includes(query)) continue
      if (eye.row(id) === NOBODY_ROW) continue
      const told = eye.text(id, 'destination')
      if (told !== null) counts.set(told, (counts.get(told) ?? 0) + 1)
    }
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, limit)
  }

  #rank(id: number, query: string, digits: string | null): number {
    if (digits !== null) {
      const mmsi = mmsiText(this.#picture.store.mmsi[id]!)
      const imo = this.#imos[id] ?? ''
      if (mmsi === digits || imo === digits) return RANK.exact
      if (mmsi.startsWith(digits) || (imo !== '' && imo.startsWith(digits))) return RANK.number
    }
    const callSign = this.#callSigns[id]
    if (callSign === query) return RANK.exact
    const name = this.#names[id]
    const at = name === undefined ? -1 : name.indexOf(query)
    if (at === 0) return name!.length === query.length ? RANK.exact : RANK.name
    if (at > 0 && name!.charCodeAt(at - 1) === 32) return RANK.word
    if (callSign !== undefined && callSign.startsWith(query)) return RANK.callSign
    return at > 0 ? RANK.inside : -1
  }

  /** Nothing is called so: what is nearly called so. */
  #addNear(query: string, eye: Eye, limit: number, buckets: number[][]) {
    const most = slipsAllowed(query.length)
    if (most === 0) return
    const wanted = new Uint32Array(2)
    pairsOf(query, wanted, 0)
    const [low, high] = [wanted[0]!, wanted[1]!]
    const { store } = this.#picture
    for (let id = 0; id < store.used; id++) {
      const name = this.#names[id]
      if (store.isAlive[id] === 0 || name === undefined) continue
      const missing = bitsIn(low & ~this.#pairs[id * 2]!) + bitsIn(high & ~this.#pairs[id * 2 + 1]!)
      if (missing > PAIRS_A_SLIP * most) continue
      // Enough with one slip: those with two are not looked for any more.
      if (buckets[RANK.oneSlip]!.length >= limit) break
      const slips = slipsTo(query, name, most)
      const rank = slips <= 1 ? RANK.oneSlip : RANK.twoSlips
      if (slips > most || buckets[rank]!.length >= limit || !this.#isTold(id, rank, query, eye)) continue
      buckets[rank]!.push(id)
    }
  }

  /** The contact is one the caller may see, and so is the name it was found by. */
  #isTold(id: number, rank: number, query: string, eye: Eye): boolean {
    if (eye.row(id) === NOBODY_ROW) return false
    if (!eye.choosesOwn) return true
    const is = (told: string | null, held: string | undefined) => told !== null && plain(told) === held
    const byNumber = rank === RANK.exact || rank === RANK.number
    const mmsi = mmsiText(this.#picture.store.mmsi[id]!)
    if (byNumber && mmsi.startsWith(query)) return true
    const imo = eye.number(id, 'imo')
    if (byNumber && imo !== null && String(imo).padStart(7, '0').startsWith(query)) return true
    const callSign = this.#callSigns[id]
    if (callSign?.startsWith(query) === true && is(eye.text(id, 'callSign'), callSign)) return true
    return is(eye.text(id, 'name'), this.#names[id])
  }

  #refresh() {
    const { store } = this.#picture
    if (this.#pairs.length < store.used * 2) {
      const larger = new Uint32Array(Math.max(store.used * 2, this.#pairs.length * 2))
      larger.set(this.#pairs)
      this.#pairs = larger
    }
    const upTo = store.seq
    for (
      let id = store.newestChange;
      id >= 0 && store.changeSeq[id]! > this.#asOf;
      id = store.olderChange(id)
    )
      if (store.nameSeq[id]! > this.#asOf) this.#read(id)
    this.#asOf = upTo
  }

  #read(id: number) {
    const { statics } = this.#picture
    const name = plain(statics.text(id, 'name') ?? '')
    this.#names[id] = name
    this.#callSigns[id] = plain(statics.text(id, 'callSign') ?? '')
    this.#destinations[id] = plain(statics.text(id, 'destination') ?? '')
    const imo = statics.number(id, 'imo')
    this.#imos[id] = imo === null ? '' : String(imo).padStart(7, '0')
    pairsOf(name, this.#pairs, id * 2)
  }
}
