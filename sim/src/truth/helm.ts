import { destinationOf, initialBearing, metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import type { Dice } from '../dice.ts'
import type { Steered } from '../motion.ts'

export type Spot = { lat: number; lon: number }
const STEP_MS = 30_000
const STEPS_A_MINUTE = 2
export const UNDER_WAY = 0
export const AT_ANCHOR = 1
export const NOT_UNDER_COMMAND = 2
export const RESTRICTED = 3
export const MOORED = 5
export const FISHING = 7

type Orders = {
  sog?: number
  cog?: number
  /** Degrees and knots a minute; by default so slow that a change is not abrupt. */
  turn?: number
  change?: number
  nav?: number
}

/** Steers a ship for a story, half a minute at a time, as unsteady as ships are. */
export class Helm {
  readonly #dice: Dice
  readonly #beganAt: number
  readonly #rows: { lat: number; lon: number; sog: number; cog: number; nav: number }[] = []
  #at: Spot
  #cog: number
  #sog: number
  #nav = UNDER_WAY

  constructor(dice: Dice, beganAt: number, at: Spot, cog: number, sog: number) {
    this.#dice = dice
    this.#beganAt = beganAt
    this.#at = at
    this.#cog = cog
    this.#sog = sog
  }

  get now(): number {
    return this.#beganAt + this.#rows.length * STEP_MS
  }
  get here(): Spot {
    return this.#at
  }
  get course(): number {
    return this.#cog
  }

  /** Goes on for so many minutes, coming to another course and speed at the beginning. */
  go(minutes: number, { sog = this.#sog, cog = this.#cog, turn = 4, change = 0.6, nav }: Orders = {}): this {
    if (nav !== undefined) this.#nav = nav
    for (let step = 0; step < minutes * STEPS_A_MINUTE; step++) {
      this.#steer(cog, turn)
      this.#sog += limited(sog - this.#sog, change / STEPS_A_MINUTE)
      this.#step()
    }
    return this
  }

  /** Steers for a place until the vessel is there, or the time ends. */
  to(
    spot: Spot,
    { sog = this.#sog, turn = 4, change = 0.6, nav }: Omit<Orders, 'cog'> = {},
    most = 2000,
  ): this {
    if (nav !== undefined) this.#nav = nav
    for (let step = 0; step < most * STEPS_A_MINUTE; step++) {
      const left = metresBetween(this.#at.lat, this.#at.lon, spot.lat, spot.lon) / METRES_PER_NM
      if (left < Math.max(0.03, this.#sog / 100)) return this
      this.#steer(initialBearing(place(this.#at.lat, this.#at.lon), place(spot.lat, spot.lon)), turn)
      this.#sog += limited(sog - this.#sog, change / STEPS_A_MINUTE)
      this.#step()
    }
    return this
  }

  /** Drifts with wind and stream, with the bow in any direction. */
  drift(minutes: number, sog: number, set: number, nav = UNDER_WAY, dice = this.#dice): this {
    this.#nav = nav
    for (let step = 0; step < minutes * STEPS_A_MINUTE; step++) {
      this.#cog = (set + dice.between(-25, 25) + 360) % 360
      this.#sog += limited(sog + dice.between(-0.2, 0.2) - this.#sog, 0.8)
      this.#step()
    }
    return this
  }

  /** Lies at a berth, or swings about an anchor. */
  lie(minutes: number, nav: number): this {
    const spot = this.#at
    const swing = nav === MOORED ? 0.00002 : 0.0008
    this.#nav = nav
    for (let step = 0; step < minutes * STEPS_A_MINUTE; step++) {
      const angle = this.#rows.length / 120
      this.#at = { lat: spot.lat + Math.sin(angle) * swing, lon: spot.lon + Math.cos(angle) * swing }
      this.#rows.push({ ...this.#at, sog: nav === MOORED ? 0 : 0.1, cog: this.#dice.between(0, 360), nav })
    }
    this.#sog = 0
    this.#at = spot
    return this
  }

  /** Continues unchanged until an instant. */
  until(at: number, orders: Orders = {}): this {
    return this.go(Math.max(0, (at - this.now) / 60_000), orders)
  }

  get motion(): Steered {
    const rows = this.#rows
    const column = (of: 'lat' | 'lon' | 'sog' | 'cog') => Float64Array.from(rows, (row) => row[of])
    return {
      kind: 'steered',
      beganAt: this.#beganAt,
      stepMs: STEP_MS,
      lats: column('lat'),
      lons: column('lon'),
      sogs: column('sog'),
      cogs: column('cog'),
      navs: Uint8Array.from(rows, ({ nav }) => nav),
    }
  }

  #steer(cog: number, turn: number) {
    const off = ((cog - this.#cog + 540) % 360) - 180
    this.#cog = (this.#cog + limited(off, turn / STEPS_A_MINUTE) + 360) % 360
  }

  #step() {
    const sog = Math.max(0, this.#sog + this.#dice.between(-0.15, 0.15))
    const cog = (this.#cog + this.#dice.between(-1.5, 1.5) + 360) % 360
    this.#rows.push({ ...this.#at, sog, cog, nav: this.#nav })
    const metres = (sog * METRES_PER_NM * STEP_MS) / 3_600_000
    const { lat, lon } = destinationOf(place(this.#at.lat, this.#at.lon), cog, metres)
    this.#at = { lat, lon }
  }
}

const limited = (value: number, most: number) => Math.max(-most, Math.min(most, value))

/** A place so many miles from another. */
export function off({ lat, lon }: Spot, bearing: number, nm: number): Spot {
  const there = destinationOf(place(lat, lon), bearing, nm * METRES_PER_NM)
  return { lat: there.lat, lon: there.lon }
}
