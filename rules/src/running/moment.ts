import type { Edge } from '@samudra/nautical/tracks/visit'
import { FixState, type Memory, type ShipFacts } from './memory.ts'

/** Crossing of a border at this moment. */
export type Passing = { zone: number; isEntry: boolean; edge: Edge }

/** Something other than a fix that happened to a ship. */
export type VesselUpdate =
  /** `was`: confidence at the earlier report; it is no news for a rule that required no more. */
  | { kind: 'EVENT'; type: string; confidence: number; was?: number }
  | { kind: 'PORT'; rel: 'EXPECTED' | 'ARRIVED' | 'DEPARTED' | 'MISSED'; port: string }

/** Kind of a moment: a fix, other news of a vessel, or a long silence. */
export type MomentKind = 'FIX' | 'NEWS' | 'SILENCE'

/**
 * Cause of a moment between fixes, for conditions that query it: a silence, by its condition, or a vessel update. The
 * result of a rule thus does not depend on the queries of others.
 */
export type Cause = object | 'LISTS' | VesselUpdate['kind']

/** Other vessel of a pair, as it was at the moment. */
export type Other = {
  ship: number
  facts: ShipFacts
  lists: readonly string[]
  fix: FixState
  before: FixState
}

/** Vessel number while an area is evaluated and no vessel. */
export const NO_SHIP = -1
const NONE: readonly number[] = []

/** State of one vessel at one instant, as conditions query it; one object is filled again and again. */
export class Moment {
  /** Grows with each moment, so that what was worked out for this one is known. */
  epoch = 0
  /** Number of pieces of work done; it only grows. */
  work = 0
  /** The instant, epoch ms. */
  at = 0
  memory!: Memory
  ship = 0
  /** The latest fix, and the one before it. */
  fix = new FixState()
  before = new FixState()
  kind: MomentKind = 'FIX'
  /** Null where it is a moment for every condition. */
  cause: Cause | null = null
  /** Since the fix before, ms; NaN when there was none. */
  gapMs = Number.NaN
  /** Time after which the movement of the vessel is unknown, ms. */
  holeMs = 0
  happening: VesselUpdate | null = null
  readonly passings: Passing[] = []
  /** Zones that the vessel is in, by number. */
  inside: readonly { zone: number }[] = []

  /** Other vessel; null when one vessel is evaluated alone. */
  other: Other | null = null
  /** Visits each vessel received near this one at this minute, for conditions that query it. */
  around: (take: (other: Other) => void) => void = () => undefined
  /** Numbers of moments beside this one, for each vessel around; they only fall. */
  asides = -2
  /** Returns the vessels counted for an area. */
  counted: () => readonly number[] = () => NONE
  /** Memory of a pair from the side of the other vessel. */
  twin: Memory | null = null

  beAt(at: number, ship: number, memory: Memory): void {
    this.at = at
    this.ship = ship
    this.memory = memory
    this.fix = memory.fix
    this.before = memory.before
  }

  /** Swaps the evaluated vessel and the other one of a pair; a second turn restores the state. */
  turn(): void {
    const { other, memory } = this
    if (other === null) return
    const [ship, facts, lists, fix, before] = [this.ship, memory.facts, memory.lists, this.fix, this.before]
    this.ship = other.ship
    memory.facts = other.facts
    memory.lists = other.lists
    this.fix = memory.fix = other.fix
    this.before = memory.before = other.before
    other.ship = ship
    other.facts = facts
    other.lists = lists
    other.fix = fix
    other.before = before
  }

  get isFix() {
    return this.kind === 'FIX'
  }

  isIn(zone: number): boolean {
    for (const visit of this.inside) if (visit.zone === zone) return true
    return false
  }
}

const placedBy = ({ id, beforeId }: FixState) => (beforeId > 0 && beforeId !== id ? [beforeId, id] : [id])
/** The fixes a moment stands on: the one that came; of two ships at a minute those between which both were placed. */
export const fixesOf = ({ fix, other }: Moment): number[] =>
  other === null ? placedBy(fix) : [...placedBy(fix), ...placedBy(other.fix)]
