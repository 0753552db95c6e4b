import type { RuleZone } from '@samudra/contract/rules'
import type { Crossings } from '@samudra/nautical/tracks/crossings'
import type { Rings } from '@samudra/nautical/polygons/polygon'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { groupNode, type Node } from '../plans/node.ts'
import { RuleFault } from '../plans/rule-fault.ts'
import type { World } from '../world.ts'
import { InsideNode, LineNode, PassNode, TowardsNode, type ZoneCondition } from './zone.ts'

/** The condition of a key: the one that stands there, or the one that is made. */
export type Once = <T extends Node>(key: string, make: (key: string) => T) => T

/** The zones of a plan, and conditions of them. */
export class PlanZones {
  readonly #zones = new Map<number, { polygons: readonly Rings[]; hysteresis: number | undefined }>()
  readonly #numbers = new Map<string, number>()
  readonly #world: World
  readonly #once: Once
  /** Distance outside at which a vessel has left, for the rule being prepared; undefined for the default. */
  #hysteresisNm: number | undefined
  #isHysteresisQuery = false

  constructor(world: World, once: Once) {
    this.#world = world
    this.#once = once
  }

  /** Number of zones watched by crossings. */
  get count() {
    return this.#zones.size
  }
  get names() {
    return [...this.#numbers.keys()]
  }
  /** Has crossings watch them. */
  putInto(crossings: Crossings): void {
    for (const [zone, { polygons, hysteresis }] of this.#zones) crossings.putZone(zone, polygons, hysteresis)
  }

  /** Begins a rule with a hysteresis of its own, or with the usual one. */
  beginRule(hysteresisNm: number | undefined): void {
    this.#hysteresisNm = hysteresisNm
    this.#isHysteresisQuery = false
  }
  /** Throws RuleFault where the hysteresis of the rule acts on nothing. */
  endRule(): void {
    if (this.#hysteresisNm !== undefined && !this.#isHysteresisQuery)
      throw new RuleFault(
        'hysteresis_nm is how far outside of a zone a ship has left it; ask of a zone that one ship enters or is in, or leave it out',
        'hysteresis_nm',
      )
  }

  /** Crossing a line; any other relation to one is refused. */
  line(condition: ZoneCondition, key: string): Node {
    if (condition.rel !== 'CROSS')
      throw new RuleFault(
        `a line can be crossed and nothing else; use CROSS, or an area with ${condition.rel}`,
        'rel',
      )
    return this.#once(key, (whole) => new LineNode(whole, condition))
  }

  /** Returns the node of one vessel's relation to a zone. */
  ofOne(condition: ZoneCondition, key: string): Node {
    const { rel, zone } = condition
    const polygons = this.outline(zone)
    if (rel === 'NEAR' || rel === 'HEADING_TO' || rel === 'REACHABLE')
      return this.#once(key, (whole) => new TowardsNode(whole, condition, polygons))
    this.#isHysteresisQuery = true
    return this.#once(`${key}${this.#hysteresisKey}`, (whole) => {
      const number = this.number(zone, polygons)
      return rel === 'INSIDE' || rel === 'OUTSIDE'
        ? new InsideNode(whole, condition, number)
        : new PassNode(whole, condition, number)
    })
  }
  get #hysteresisKey() {
    return this.#hysteresisNm === undefined ? '' : `~${this.#hysteresisNm}`
  }

  /** At whole minutes a ship is in a zone or not; what passes its border is seen between fixes. */
  ofPair(condition: ZoneCondition, keyOf: (condition: ZoneCondition) => string): Node {
    const { rel, zone } = condition
    const polygons = this.outline(zone)
    const isWithin = rel === 'INSIDE' || rel === 'OUTSIDE'
    const near: ZoneCondition = isWithin ? { k: 'zone', rel: 'NEAR', zone, nm: 0 } : condition
    const node = this.#once(keyOf(near), (key) => new TowardsNode(key, near, polygons))
    if (rel !== 'OUTSIDE') return node
    return this.#once(`NONE(${node.key})`, (key) => groupNode(key, { op: 'NONE', of: [] }, [node]))
  }

  /** Throws RuleFault for a zone that is not there. */
  outline(zone: RuleZone): readonly Rings[] {
    const polygons = this.#world.polygons(zone)
    if (polygons === null) throw new RuleFault('names a zone that is not there; choose another', 'zone')
    return polygons
  }

  number(zone: RuleZone, polygons: readonly Rings[]): number {
    const key = `${JSON.stringify(zone)}${this.#hysteresisKey}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(key, number)
    const nm = this.#hysteresisNm
    this.#zones.set(number, { polygons, hysteresis: nm === undefined ? nm : nm * METRES_PER_NM })
    return number
  }
}

/** Throws RuleFault for a relation to a zone without the number it needs, or with a side. */
export function refuseLacking({ rel, side, nm, eta_min, min }: ZoneCondition): void {
  if (side !== undefined) throw new RuleFault('side is only for a line; leave it out', 'side')
  if (rel === 'NEAR' && nm === undefined) throw new RuleFault('NEAR needs nm: how near', 'nm')
  if ((rel === 'HEADING_TO' || rel === 'REACHABLE') && eta_min === undefined)
    throw new RuleFault(`${rel} needs eta_min: in how many minutes`, 'eta_min')
  if (rel === 'DWELL' && min === undefined) throw new RuleFault('DWELL needs min: for how long', 'min')
}
