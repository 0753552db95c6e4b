import { NO_CONTACT } from './held.ts'
import type { Fleet } from './fleet.ts'

/** Where the ships of lists are drawn, found anew when lists or the fleet changed and not for every frame. */
export class Listed {
  places: { place: number; colour: string }[] = []
  private readonly fleet: Pick<Fleet, 'count' | 'mmsi' | 'ids' | 'moves' | 'namings' | 'resets'>
  private colourOf: ReadonlyMap<number, string> | null = null
  private seen = ''

  constructor(fleet: Listed['fleet']) {
    this.fleet = fleet
  }

  follow(colourOf: ReadonlyMap<number, string>) {
    const { fleet } = this
    const state = `${fleet.moves} ${fleet.namings} ${fleet.resets} ${fleet.count}`
    if (this.colourOf === colourOf && this.seen === state) return
    this.colourOf = colourOf
    this.seen = state
    this.places = []
    if (colourOf.size === 0) return
    for (let place = 0; place < fleet.count; place++) {
      const colour = fleet.ids[place] === NO_CONTACT ? undefined : colourOf.get(fleet.mmsi[place]!)
      if (colour !== undefined) this.places.push({ place, colour })
    }
  }
}
