import type { RuleNode } from '@samudra/contract/rules'
import { Border } from '@samudra/nautical/polygons/border'
import { destinationOf, metresBetween } from '@samudra/nautical/geodesy'
import { shortWay, type Rings } from '@samudra/nautical/polygons/polygon'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import { Way } from '@samudra/nautical/tracks/way'
import type { Moment, Passing } from '../running/moment.ts'
import { Node, type Explained, type Need } from '../plans/node.ts'
import { FALSE, isTrue, TRUE, UNKNOWN, type Verdict } from '../plans/verdict.ts'

export type ZoneCondition = Extract<RuleNode, { k: 'zone' }>
/** Condition that is inside a zone from its border on, and outside once the vessel is beyond the hysteresis. */
export class InsideNode extends Node {
  override readonly needs: readonly Need[]
  readonly #zone: number
  readonly #isOutside: boolean
  constructor(key: string, condition: ZoneCondition, zone: number) {
    super(key)
    this.#zone = zone
    this.#isOutside = condition.rel === 'OUTSIDE'
    this.needs = this.#isOutside ? [] : [{ kind: 'ZONE', zone }]
  }
  protected evaluate(m: Moment): Verdict {
    if (m.fix.at === 0) return UNKNOWN
    return m.isIn(this.#zone) === this.#isOutside ? FALSE : TRUE
  }
}

/** Condition that the border was passed; the passing shows how the vessel crossed it. */
export class PassNode extends Node {
  override readonly needs: readonly Need[]
  readonly #zone: number
  readonly #rel: ZoneCondition['rel']
  constructor(key: string, condition: ZoneCondition, zone: number) {
    super(key)
    this.#zone = zone
    this.#rel = condition.rel
    this.needs = [{ kind: 'ZONE', zone }]
  }
  /** Returns the passing; the first fix of all is none. */
  #passing(m: Moment) {
    return m.passings.find(
      ({ zone, isEntry, edge }) =>
        zone === this.#zone &&
        edge.claim !== 'FIRST_HEARD' &&
        (this.#rel === 'CROSS' || isEntry === (this.#rel === 'ENTER')),
    )
  }
  protected evaluate(m: Moment): Verdict {
    return m.fix.at === 0 ? UNKNOWN : isTrue(this.#passing(m) !== undefined)
  }
  protected override found(m: Moment): Partial<Explained> {
    const passing = this.#passing(m)
    if (passing === undefined) return {}
    const { edge } = passing
    return {
      value: passingText(passing),
      window: { from: edge.beforeAt, to: edge.afterAt },
      fix_ids: [edge.beforeId, edge.afterId].filter((id) => id !== 0),
    }
  }
}

/** Text of a passing in an explanation: "Inwards at 8.0000, 76.0000". */
const passingText = ({ isEntry, edge }: Passing) =>
  `${isEntry ? 'Inwards' : 'Outwards'}${edge.claim === 'SILENT' ? ' while not received' : ''} at ${edge.lat.toFixed(4)}, ${edge.lon.toFixed(4)}`
const PASSING = /^(In|Out)wards(?: while not received)? at (-?\d+\.\d{4}), (-?\d+\.\d{4})$/

/** Reads the text of a passing back: direction and place in degrees; null for any other text. */
export function passingIn(text: string): { direction: 'IN' | 'OUT'; lat: number; lon: number } | null {
  const found = PASSING.exec(text)
  if (found === null) return null
  return { direction: found[1] === 'In' ? 'IN' : 'OUT', lat: Number(found[2]), lon: Number(found[3]) }
}

/** Sides of an outline that are as much work to look at as one condition. */
const SIDES_AT_ONCE = 8

/** Condition of a vessel near a zone, or in it: by miles, by the way at its speed, or by where its course leads. */
export class TowardsNode extends Node {
  readonly #border: Border
  readonly #rel: ZoneCondition['rel']
  readonly #nm: number
  readonly #etaHours: number
  readonly #way = new Way()
  /** Sides are passed over by boxes. */
  readonly #work: number
  #metres = Number.NaN

  constructor(key: string, condition: ZoneCondition, polygons: readonly Rings[]) {
    super(key)
    this.#border = new Border(polygons)
    this.#rel = condition.rel
    this.#nm = condition.nm ?? 0
    this.#etaHours = (condition.eta_min ?? 0) / 60
    this.#work = polygons.flat().reduce((sides, ring) => sides + ring.length, 0) / SIDES_AT_ONCE
  }

  protected evaluate(m: Moment): Verdict {
    const { lat, lon, sog, cog } = m.fix
    this.#metres = Number.NaN
    m.work += this.#work
    if (Number.isNaN(lat)) return UNKNOWN
    if (this.#border.holds(lat, lon)) {
      this.#metres = 0
      return TRUE
    }
    if (this.#rel !== 'NEAR' && Number.isNaN(sog)) return UNKNOWN
    const reach = this.#rel === 'NEAR' ? this.#nm : sog * this.#etaHours
    if (this.#rel === 'HEADING_TO') return Number.isNaN(cog) ? UNKNOWN : isTrue(this.#leadsThere(m, reach))
    this.#metres = this.#border.metresFrom(lat, lon)
    return isTrue(this.#metres <= reach * METRES_PER_NM)
  }

  #leadsThere({ fix: { lat, lon, cog } }: Moment, reach: number): boolean {
    const metres = reach * METRES_PER_NM
    if (metres === 0) return false
    const end = destinationOf(place(lat, lon), cog, metres)
    this.#way.lay(lat, lon, end.lat, end.lon, metresBetween(lat, lon, end.lat, end.lon))
    const share = this.#way.meetings(this.#border)[1]!
    if (share >= 1) return false
    this.#metres = share * metres
    return true
  }

  protected override found(m: Moment): Partial<Explained> {
    this.evaluate(m)
    return {
      value: Number.isNaN(this.#metres) ? null : Math.round((this.#metres / METRES_PER_NM) * 100) / 100,
      threshold: this.#rel === 'NEAR' ? this.#nm : this.#etaHours * 60,
      unit: this.#rel === 'NEAR' ? 'NM' : 'min',
    }
  }
}

/**
 * Condition that a line was crossed between two fixes, from one side to the other or either way; sides are those of
 * its direction.
 */
export class LineNode extends Node {
  readonly #corners: readonly (readonly [number, number])[]
  readonly #side: ZoneCondition['side']
  constructor(key: string, condition: ZoneCondition) {
    super(key)
    this.#corners = condition.zone.line!.coordinates
    this.#side = condition.side
  }

  protected evaluate(m: Moment): Verdict {
    if (!m.isFix) return FALSE
    if (m.before.at === 0) return UNKNOWN
    if (m.gapMs > m.holeMs) return UNKNOWN
    const { before, fix } = m
    m.work += this.#corners.length
    for (let i = 1; i < this.#corners.length; i++) {
      const side = sideOfCrossing(before, fix, this.#corners[i - 1]!, this.#corners[i]!)
      if (side !== 0 && (this.#side === undefined || side > 0 === (this.#side === 'LEFT'))) return TRUE
    }
    return FALSE
  }

  protected override found({ before, fix }: Moment): Partial<Explained> {
    return before.at === 0 ? {} : { fix_ids: [before.id, fix.id], window: { from: before.at, to: fix.at } }
  }
}

type LatLon = { lat: number; lon: number }
/** 1 when the way goes over to the left of the leg, -1 to its right, 0 when it does not meet it. */
function sideOfCrossing(
  from: LatLon,
  to: LatLon,
  start: readonly [number, number],
  end: readonly [number, number],
): number {
  const x = shortWay(start[0], from.lon)
  const toX = shortWay(start[0], to.lon)
  const legX = shortWay(start[0], end[0])
  const legY = end[1] - start[1]
  const [y, toY] = [from.lat - start[1], to.lat - start[1]]
  const side = legX * y - legY * x
  const toSide = legX * toY - legY * toX
  if (side > 0 === toSide > 0) return 0
  const share = side / (side - toSide)
  const [meetX, meetY] = [x + share * (toX - x), y + share * (toY - y)]
  const along = (meetX * legX + meetY * legY) / (legX * legX + legY * legY)
  return along < 0 || along >= 1 ? 0 : toSide > 0 ? 1 : -1
}
