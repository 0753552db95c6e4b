import type { Edge } from '@samudra/nautical/tracks/visit'
import { FixState, type Memory, type ShipFacts } from './memory.ts'

/** That a border was passed at this moment. */
export type Passing = { zone: number; isEntry: boolean; edge: Edge }

/** Something other than a fix that happened to a ship. */
export type VesselUpdate =
  /** `was`: how sure it was when it was told before, so that it is no news to who asked for no more. */
  | { kind: 'EVENT'; type: string; confidence: number; was?: number }
  | { kind: 'PORT'; rel: 'EXPECTED' | 'ARRIVED' | 'DEPARTED' | 'MISSED'; port: string }

/** What makes a moment: a fix, something else that became known of a ship, or that nothing was heard of her for long. */
export type MomentKind = 'FIX' | 'NEWS' | 'SILENCE'

/**
 * What made a moment between fixes that is one only for who asks of it: a silence, by its condition, or what was told. So
 * what a rule says does not hang on what others ask.
 */
export type Cause = object | 'LISTS' | VesselUpdate['kind']

/** The other ship of a pair, as she was at the moment. */
export type Other = {
  ship: number
  facts: ShipFacts
  lists: readonly string[]
  fix: FixState
  before: FixState
}

/** As the number of a ship: an area is asked of, and no ship. */
export const NO_SHIP = -1
const NONE: readonly number[] = []

/** One ship at one instant, as conditions ask of her; one object is filled again and again. */
export class Moment {
  /** Grows with each moment, so that what was worked out for this one is known. */
  epoch = 0
  /** How many pieces of work were done; it only grows. */
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
  /** Longer than this nobody knows what she did, ms. */
  holeMs = 0
  happening: VesselUpdate | null = null
  readonly passings: Passing[] = []
  /** Zones she is in, numbers. */
  inside: readonly { zone: number }[] = []

  /** Null where one ship is asked of alone. */
  other: Other | null = null
  /** Tells of each ship that was heard near her at this minute, where that is asked. */
  around: (take: (other: Other) => void) => void = () => undefined
  /** Numbers of moments beside this one: of each ship around her; they only fall. */
  asides = -2
  /** Of an area the ships that are counted. */
  counted: () => readonly number[] = () => NONE
  /** What is remembered of a pair seen from the other ship. */
  twin: Memory | null = null

  beAt(at: number, ship: number, memory: Memory): void {
    this.at = at
    this.ship = ship
    this.memory = memory
    this.fix = memory.fix
    this.before = memory.before
  }

  /** Lets the other ship of a pair be the one that is asked of; turned twice it is as it was. */
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
