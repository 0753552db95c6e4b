import { metresBetween } from '@samudra/nautical/geodesy'
import { NO_ROW } from '../contacts/contact-store.ts'
import type { Eye } from './eye.ts'
import { imoText, mmsiText } from '../../../../sea/ship-numbers.ts'
import type { Picture } from '../picture.ts'
import { RANK, RANKS, rankOf, type Query } from '../../../../sea/name-search.ts'
import { bitsIn, pairsOf, plain, slipsAllowed, slipsTo } from '@samudra/contract/near-text'

/** A contact found and the rank it is found by (0 best). */
export type FoundContact = { id: number; rank: number }
export type FoundDestination = { value: string; count: number; rank: number }
/** Where one looks, degrees. */
export type Near = { lat: number; lon: number }

/** A slip breaks at most three pairs of letters. */
const PAIRS_A_SLIP = 3

/**
 * Index of contact names for search at every key stroke. It updates from the list of changes on each query, so it
 * costs nothing while unused.
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

  /** The best contacts by name, MMSI, IMO and call sign; of those that answer as well, the nearest first. */
  contacts(query: Query, eye: Eye, limit: number, near?: Near): FoundContact[] {
    this.#refresh()
    if (query.text === '') return []
    const digits = /^\d+$/.test(query.text) ? query.text : null
    const buckets: number[][] = Array.from({ length: RANKS }, () => [])
    const { store } = this.#picture
    for (let id = 0; id < store.used; id++) {
      if (store.isAlive[id] === 0) continue
      const rank = this.#rank(id, query, digits)
      if (rank < 0) continue
      const bucket = buckets[rank]!
      if (near === undefined && bucket.length >= limit) continue
      if (this.#isVisible(id, rank, query, eye)) bucket.push(id)
    }
    if (query.field === null && buckets.every((bucket) => bucket.length === 0))
      this.#addNear(query, eye, limit, buckets)
    if (near !== undefined) for (const bucket of buckets) this.#nearestFirst(bucket, eye, near)
    return buckets.flatMap((ids, rank) => ids.map((id) => ({ id, rank }))).slice(0, limit)
  }

  #nearestFirst(ids: number[], eye: Eye, near: Near) {
    const { rows } = this.#picture.store
    const away = new Map(
      ids.map((id) => {
        const row = eye.row(id)
        return [id, metresBetween(near.lat, near.lon, rows.lat[row]! / 1e6, rows.lon[row]! / 1e6)]
      }),
    )
    ids.sort((a, b) => away.get(a)! - away.get(b)!)
  }

  /** Returns destinations that begin with or contain the query, most common first. */
  destinations({ text, field }: Query, eye: Eye, limit: number): FoundDestination[] {
    this.#refresh()
    if (field !== null) return []
    const counts = new Map<string, number>()
    const { store } = this.#picture
    for (let id = 0; id < store.used; id++) {
      const destination = this.#destinations[id]
      if (store.isAlive[id] === 0 || destination === undefined || !destination.includes(text)) continue
      if (eye.row(id) === NO_ROW) continue
      const reported = eye.text(id, 'destination')
      if (reported !== null) counts.set(reported, (counts.get(reported) ?? 0) + 1)
    }
    return [...counts]
      .map(([value, count]) => ({ value, count, rank: plain(value) === text ? RANK.exact : RANK.inside }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, limit)
  }

  #rank(id: number, query: Query, digits: string | null): number {
    const { text, field } = query
    if (digits !== null && field !== 'callSign') {
      const mmsi = field === 'imo' ? '' : mmsiText(this.#picture.store.mmsi[id]!)
      const imo = field === 'mmsi' ? '' : (this.#imos[id] ?? '')
      if (mmsi === digits || imo === digits) return RANK.exact
      if (mmsi.startsWith(digits) || imo.startsWith(digits)) return RANK.number
    }
    const callSign = field === null || field === 'callSign' ? this.#callSigns[id] : undefined
    if (callSign === text) return RANK.exact
    const name = field === null ? this.#names[id] : undefined
    const rank = name === undefined ? -1 : rankOf(query, name)
    if (rank >= 0 && rank < RANK.callSign) return rank
    return callSign !== undefined && callSign.startsWith(text) ? RANK.callSign : rank
  }

  /** Nothing is called so: what is nearly called so. */
  #addNear(request: Query, eye: Eye, limit: number, buckets: number[][]) {
    const query = request.text
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
      if (slips > most || buckets[rank]!.length >= limit || !this.#isVisible(id, rank, request, eye)) continue
      buckets[rank]!.push(id)
    }
  }

  /** The contact is one the caller may see, and so is the name it was found by. */
  #isVisible(id: number, rank: number, { text: query }: Query, eye: Eye): boolean {
    if (eye.row(id) === NO_ROW) return false
    if (!eye.choosesOwn) return true
    const is = (reported: string | null, held: string | undefined) =>
      reported !== null && plain(reported) === held
    const byNumber = rank === RANK.exact || rank === RANK.number
    const mmsi = mmsiText(this.#picture.store.mmsi[id]!)
    if (byNumber && mmsi.startsWith(query)) return true
    if (byNumber && imoText(eye.number(id, 'imo'))?.startsWith(query) === true) return true
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
    this.#imos[id] = imoText(statics.number(id, 'imo')) ?? ''
    pairsOf(name, this.#pairs, id * 2)
  }
}
