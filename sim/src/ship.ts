import type { ShipClass } from './identity.ts'
import type { Motion } from './motion.ts'
import type { Port } from './water.ts'

/** Transmitter: class A, class B, a base station, an aid to navigation, a search and rescue aircraft. */
export type StationKind = 'A' | 'B' | 'base' | 'aton' | 'aircraft'

/** Between two instants (epoch ms) something is not as it should be. */
type Window = { from: number; until: number }
export type Oddity =
  /** Transmits nothing in the first `lasts` of every `every` ms. */
  | ({ what: 'silent'; every: number; lasts: number } & Window)
  /** Reports a position this many degrees from the true one, in the first `lasts` of every `every` ms. */
  | ({ what: 'displaced'; lat: number; lon: number; every: number; lasts: number } & Window)
  /** Reports this position, wherever the vessel is. */
  | ({ what: 'placed'; lat: number; lon: number } & Window)
  /** Reports another IMO number. */
  | ({ what: 'renumbered'; imo: number } & Window)
  /** Reports a speed this many knots from the true one. */
  | ({ what: 'false-speed'; knots: number } & Window)
  | { what: 'wrong-imo'; imo: number }
  /** Another name in the first `lasts` of every `every` ms. */
  | ({ what: 'renamed'; name: string; every: number; lasts: number } & Window)

export type Ship = {
  index: number
  mmsi: number
  kind: StationKind
  shipType: number
  shipClass: ShipClass
  motion: Motion
  /** Ports from which the vessel comes and to which it goes. */
  ports: readonly [home: Port, away: Port] | null
  /** Name of a base station or an aid; ships have theirs from their index. */
  name: string | null
  oddities: readonly Oddity[]
}
