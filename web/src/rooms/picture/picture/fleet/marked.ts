import { NO_CONTACT } from '../held/held.ts'
import type { Fleet } from './fleet.ts'

/** Positions of drawn vessels that have a sign, computed when signs or the fleet change and not for every frame. */
export class Marked<Sign> {
  places: { place: number; sign: Sign }[] = []
  /** Signs of ships that are not shown. */
  absent: Sign[] = []
  private readonly fleet: Pick<Fleet, 'count' | 'mmsi' | 'ids' | 'moves' | 'namings' | 'resets'>
  private signOf: ReadonlyMap<number, Sign> | null = null
  private seen = ''

  constructor(fleet: Marked<Sign>['fleet']) {
    this.fleet = fleet
  }

  follow(signOf: ReadonlyMap<number, Sign>) {
    const { fleet } = this
    const state = `${fleet.moves} ${fleet.namings} ${fleet.resets} ${fleet.count}`
    if (this.signOf === signOf && this.seen === state) return
    this.signOf = signOf
    this.seen = state
    this.places = []
    this.absent = []
    if (signOf.size === 0) return
    const found = new Set<number>()
    for (let place = 0; place < fleet.count; place++) {
      const mmsi = fleet.mmsi[place]!
      const sign = fleet.ids[place] === NO_CONTACT ? undefined : signOf.get(mmsi)
      if (sign === undefined) continue
      this.places.push({ place, sign })
      found.add(mmsi)
    }
    for (const [mmsi, sign] of signOf) if (!found.has(mmsi)) this.absent.push(sign)
  }
}
