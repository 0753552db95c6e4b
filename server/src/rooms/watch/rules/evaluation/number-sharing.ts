import {
  ALONE,
  SharedNumbers,
  type AreTwo,
  type Sharing,
  type Spot,
  type TwoPlaces,
} from '@samudra/rules/detectors/shared-numbers'
import type { Evaluator } from '@samudra/rules/evaluator'
import type { TwoPositions, VesselPosition } from '@samudra/rules/running/memory'
import { span } from '../../../../sea/contact-values.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'
import type { Ships } from '../../../../sea/ships.ts'
import type { StaticFields } from '../../../../sea/static-fields.ts'
import { areTwoVessels, identityOf } from '../../../../sea/static-identity.ts'
import { classOfFix } from '../../../../sea/station-class.ts'

/** Relation of a vessel to the others under its MMSI. */
export type VesselSharing = Pick<Sharing, 'rank' | 'isHeardElsewhere'> & { positions: TwoPositions | null }
export const UNSHARED: VesselSharing = {
  rank: ALONE.rank,
  isHeardElsewhere: ALONE.isHeardElsewhere,
  positions: null,
}

type Known = Pick<Evaluator, 'heardAt'>
type FieldsOf = (ship: number) => StaticFields | undefined

/** Vessels that share their MMSI with others, by their positions, static data and class of station. */
export class NumberSharing {
  readonly #ships: Ships
  readonly #known: Known
  readonly #fieldsOf: FieldsOf
  readonly #shared = new SharedNumbers()
  /** Class of the station of a vessel, as a kind of contact; -1 when not known. */
  readonly #classes: number[] = []
  readonly #sharing: (VesselSharing | undefined)[] = []
  /** Last position of every vessel: epoch ms, degrees x 1e6, id of the fix, and type of its message. */
  readonly #lastAt: number[] = []
  readonly #lastLat: number[] = []
  readonly #lastLon: number[] = []
  readonly #lastId: number[] = []
  readonly #lastType: number[] = []

  constructor(ships: Ships, known: Known, fieldsOf: FieldsOf) {
    this.#ships = ships
    this.#known = known
    this.#fieldsOf = fieldsOf
  }

  of(ship: number): VesselSharing {
    return this.#sharing[ship] ?? UNSHARED
  }

  /** Notes a position under an MMSI of several vessels and returns those whose relation to the others changed. */
  note(batch: FixBatch, i: number): number[] {
    const [mmsi, split, at] = [batch.mmsi[i]!, batch.split[i]!, batch.observedAt[i]!]
    const shipOf = (of: number) => this.#ships.numberOf(mmsi, of)
    this.#classes[shipOf(split)] = classOfFix(mmsi, batch.type[i]!)
    for (const ship of this.#ships.of(mmsi)) this.#noteAlone(ship, split)
    this.#shared.note(mmsi, split, at, batch.lat[i]! / 1e6, batch.lon[i]! / 1e6, batch.fixId[i])
    const areTwo: AreTwo = (one, other) => this.#areTwo(shipOf(one), shipOf(other))
    const changed: number[] = []
    for (const ship of this.#ships.of(mmsi)) {
      const own = this.#ships.split[ship]!
      const { places, ...sharing } = this.#shared.sharingOf(mmsi, own, at, this.#known.heardAt(ship), areTwo)
      const { rank, isHeardElsewhere } = this.of(ship)
      if (sharing.rank === rank && sharing.isHeardElsewhere === isHeardElsewhere) continue
      this.#sharing[ship] = { ...sharing, positions: places && this.#positionsOf(mmsi, places) }
      changed.push(ship)
    }
    return changed
  }

  /** Keeps the last position of a vessel, for the instant at which its MMSI has several. Allocates nothing. */
  see(ship: number, batch: FixBatch, i: number): void {
    const at = batch.observedAt[i]!
    if (at < (this.#lastAt[ship] ?? 0)) return
    this.#lastAt[ship] = at
    this.#lastLat[ship] = batch.lat[i]!
    this.#lastLon[ship] = batch.lon[i]!
    this.#lastId[ship] = batch.fixId[i]!
    this.#lastType[ship] = batch.type[i]!
  }

  /** Notes the last position of a vessel from before its MMSI had several. */
  #noteAlone(ship: number, split: number) {
    const { mmsi, split: splits } = this.#ships
    const at = splits[ship] === split ? undefined : this.#lastAt[ship]
    if (at === undefined || this.#shared.knows(mmsi[ship]!, splits[ship]!)) return
    const [lat, lon] = [this.#lastLat[ship]! / 1e6, this.#lastLon[ship]! / 1e6]
    this.#classes[ship] = classOfFix(mmsi[ship]!, this.#lastType[ship]!)
    this.#shared.note(mmsi[ship]!, splits[ship]!, at, lat, lon, this.#lastId[ship])
  }

  #areTwo(one: number, other: number): boolean {
    const [classOfOne = -1, classOfOther = -1] = [this.#classes[one], this.#classes[other]]
    if (classOfOne >= 0 && classOfOther >= 0 && classOfOne !== classOfOther) return true
    return areTwoVessels(identityOf(this.#fieldsOf(one)), identityOf(this.#fieldsOf(other)))
  }

  #positionsOf(mmsi: number, { from, to, nm, minutes, knots }: TwoPlaces): TwoPositions {
    const positionOf = (spot: Spot) => this.#positionOf(this.#ships.numberOf(mmsi, spot.contact), spot)
    return { of: [positionOf(from), positionOf(to)], nm, minutes, knots }
  }

  #positionOf(ship: number, { id, at, lat, lon }: Spot): VesselPosition {
    const { name, callSign, toBow, toStern } = identityOf(this.#fieldsOf(ship))
    const length = span(toBow, toStern)
    const split = this.#ships.split[ship]!
    return { split, ship_name: name, call_sign: callSign, length, fix_id: id, at, lat, lon }
  }
}
