import type { EvaluatedRule } from '@samudra/contract/rules'
import { Around } from '../pairs/around.ts'
import { needsNeighbours, needsPairs } from '../plans/condition-needs.ts'
import type { Change } from '../pairs/differences.ts'
import type { GridPlace } from '../areas/grid-places.ts'
import type { Memory } from './memory.ts'
import { Pairs } from '../pairs/pairs.ts'
import type { HitEvent } from '../plans/rule-unit.ts'
import type { EvaluatorOptions } from './runner.ts'
import type { SavedAround, SavedPair, SavedSources } from './saved.ts'
import { Sources } from './sources.ts'
import type { World } from '../world.ts'

/** Reported events that will be repeated or no longer hold, and the restored memories. */
export type Resumed = { since: HitEvent[]; memories: Memory[] }
const NOTHING: Resumed = { since: [], memories: [] }
const isOfSource = ({ subject }: EvaluatedRule) => subject === 'SOURCE'
const isOfPairs = (rule: EvaluatedRule) =>
  !isOfSource(rule) && !needsNeighbours(rule) && (rule.subject === 'PAIR' || needsPairs(rule.when))

/** The rules that ask of one ship at a time. */
export function ofOneShip(rules: readonly EvaluatedRule[]): EvaluatedRule[] {
  if (rules.some(({ subject }) => subject === 'AIRCRAFT'))
    throw new RangeError('rules of AIRCRAFT are gone through by Aircraft, not with ships')
  return rules.filter((rule) => !isOfSource(rule) && !needsNeighbours(rule) && !isOfPairs(rule))
}

/** Rules that compare vessels in pairs or each with those around it, and rules of sources. */
export class Several {
  readonly pairs: Pairs | null
  readonly around: Around | null
  readonly sources: Sources | null

  /** Throws RuleFault for a rule that cannot be evaluated. */
  constructor(
    rules: readonly EvaluatedRule[],
    world: World,
    hearing: Pick<EvaluatorOptions, 'hear' | 'fault' | 'mostWork'> & { keepMs: number },
  ) {
    const [ofPairs, around] = [rules.filter(isOfPairs), rules.filter(needsNeighbours)]
    this.pairs = ofPairs.length === 0 ? null : new Pairs(ofPairs, world, hearing)
    this.around = around.length === 0 ? null : new Around(around, world, hearing)
    const ofSources = rules.filter(isOfSource)
    this.sources = ofSources.length === 0 ? null : new Sources(ofSources, world, hearing)
  }

  /** Moves a vessel from one fix to the next, both of which its memory contains. */
  sail(ship: number, memory: Memory, isHole: boolean): void {
    this.pairs?.sail(ship, memory, isHole)
    this.around?.sail(ship, memory, isHole)
  }

  /** Restores a vessel to an instant; returns those of its own events that come from other rules than these. */
  putBack(
    ship: number,
    { at, memory, places }: { at: number; memory: Memory; places: readonly GridPlace[] },
    events: readonly HitEvent[],
  ): HitEvent[] {
    this.pairs?.putBack(ship, at, places)
    this.around?.putBack(ship, memory)
    return events.filter((one) => this.around?.has(one) !== true)
  }

  resumePairs(pairs: readonly SavedPair[], events: readonly HitEvent[]): Resumed {
    return this.pairs?.resume(pairs, events) ?? NOTHING
  }
  resumeAround(saved: SavedAround | null, events: readonly HitEvent[]): Resumed {
    const { around } = this
    return around?.resume(saved, events.filter(around.has)) ?? NOTHING
  }

  resumeSources(saved: SavedSources | null, events: readonly HitEvent[]): Resumed {
    return this.sources?.resume(saved, events) ?? NOTHING
  }
  /** All that was stored was taken. */
  resumed(): void {
    this.around?.resumed()
    this.sources?.resumed()
  }

  /** Reports what an instant alone decides, like silence; `atSea` is the time by which vessels are judged. */
  advance(now: number, atSea: number): void {
    this.around?.advance(atSea)
    this.sources?.advance(now)
  }

  /** Returns whether the rule of an event is ended: its events stand. */
  isEnded = (event: Change): boolean =>
    [this.pairs, this.around, this.sources].some((one) => one?.isEnded(event) === true)
}
