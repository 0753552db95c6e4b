import { shipGroupIndex } from '@samudra/nautical/ship-types'
import type { EvaluatedRule } from '@samudra/contract/rules'
import { MOST_NAMED } from '@samudra/rules/areas/area'
import type { Change } from '@samudra/rules/pairs/differences'
import { Evaluator } from '@samudra/rules/evaluator'
import { TAKING, type Taking } from '@samudra/rules/running/taking'
import { emptyFix, type Fix } from '@samudra/rules/running/fix-log'
import type { Fault } from '@samudra/rules/running/guard'
import { NO_SHIP, type VesselUpdate } from '@samudra/rules/running/moment'
import type { Explained } from '@samudra/rules/plans/node'
import type { HitEvent } from '@samudra/rules/plans/rule-unit'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import { FIRST_IMPORT_FEED, recordingOf, type FixBatch } from '../../../../sea/fix-batch.ts'
import { Ships } from '../../../../sea/ships.ts'
import type { StaticField, StaticFields } from '../../../../sea/static-fields.ts'
import { bySubject } from './by-subject.ts'
import { fillFix } from './fix-of.ts'
import { factsOf, REPORTED, tellersOf } from './facts.ts'
import { NumberSharing } from './number-sharing.ts'
import { NO_MMSI, type ResultRow } from '../findings/results.sql.ts'
import { fieldsOf, isPublicAudience } from '../rule.ts'
import type { Beside, FactsRow, PairRow, StateRow } from './states.sql.ts'
import type { KnownWorld } from './world.ts'

/** Fixes that come later than this are gone through again from the history, ms. */
export const KEEP_MS = 15 * 60_000
/** Sources that reported a vessel this short a time before its last fix count as having received it last, ms. */
const HEARD_TOGETHER_MS = 60_000
const NOTHING: { fields: StaticFields; marks: number } = { fields: {}, marks: 0 }

type Query = { rule: EvaluatedRule; fields: readonly StaticField[]; ofAll: boolean }
/** Source that reported, with its last fix. Epoch ms. */
export type LastReport = { source: number; at: number; id: number }
/** Fact about a vessel that became known beside its fixes. */
export type News = { mmsi: number; split: number; at: number } & (
  | ({ kind: 'FACTS' } & Pick<FactsRow, 'knownAt' | 'feed' | 'fields' | 'marks'>)
  | { kind: 'LISTS'; lists: readonly string[] }
  | { kind: 'HAPPENING'; happening: VesselUpdate }
)
type StageOptions = { isGuarded?: boolean; knownFrom?: number }
/** Lists are null until they are delivered or the vessel is met. */
type Found = { fields: StaticFields; marks: number; lists: readonly string[] | null }
/** The lists a ship was on at an instant, epoch ms. */
export type ListsOf = (mmsi: number, at: number) => readonly string[]

/** Rules applied to fixes from the bus and from history, and their results in stored form. */
export class Stage {
  readonly evaluator: Evaluator
  readonly ships = new Ships()
  readonly rules: readonly EvaluatedRule[]
  readonly #asked: ReadonlyMap<string, Query>
  readonly #world: KnownWorld
  /** True if no rule concerns vessels. */
  readonly #isOfSources: boolean
  #listsOf: ListsOf
  /** Facts of vessels beside their fixes, by number. */
  readonly #found: (Found | undefined)[] = []
  readonly #isMet: boolean[] = []
  readonly #sharing: NumberSharing
  /** Facts last delivered to the rules. */
  readonly #reported: { facts: string; lists: string }[] = []
  #changes: Change[] = []
  #faults: Fault[] = []
  /** Sent before all that is remembered: by MMSI the earliest instant. */
  #late = new Map<number, number>()
  readonly #fix: Fix = emptyFix()

  /**
   * Throws RuleFault for a rule that cannot be evaluated. `listsOf` returns the lists of a vessel when it is met. With
   * `isGuarded` a failing rule is left out from then on; otherwise it throws. `knownFrom` is as in the evaluator.
   */
  constructor(
    rules: readonly EvaluatedRule[],
    world: KnownWorld,
    listsOf: ListsOf,
    { isGuarded = false, knownFrom }: StageOptions = {},
  ) {
    this.rules = rules
    this.#world = world
    this.#isOfSources = rules.length > 0 && rules.every(({ subject }) => subject === 'SOURCE')
    world.sail(this.ships, (ship) =>
      shipGroupIndex((this.#found[ship]?.fields.shipType?.value as number) ?? 0),
    )
    this.#listsOf = listsOf
    this.evaluator = new Evaluator(rules, world, {
      hear: (change) => void this.#changes.push(change),
      keepMs: KEEP_MS,
      knownFrom,
      fault: isGuarded ? (fault) => void this.#faults.push(fault) : undefined,
    })
    this.#sharing = new NumberSharing(this.ships, this.evaluator, (ship) => this.#found[ship]?.fields)
    this.#asked = new Map(
      rules.map((rule) => [keyOf(rule), { rule, fields: reportedIn(rule), ofAll: isPublicAudience(rule) }]),
    )
  }

  /** Before fixes are taken, where others wait: they have their turn between. */
  async ready(): Promise<void> {
    let began = performance.now()
    for (const _ of this.evaluator.layOutZones()) began = await breathe(began)
  }

  /** Sets another function for the lists of vessels met from now on. */
  askLists(listsOf: ListsOf): void {
    this.#listsOf = listsOf
  }

  /** Takes one fix of a batch, at an instant by the time that is gone through. */
  take(batch: FixBatch, i: number, at = batch.recTime[i]!): void {
    const fix = fillFix(this.#fix, batch, i)
    this.#hearSource(batch, i, fix)
    if (this.#isOfSources) return
    const mmsi = batch.mmsi[i]!
    const ship = this.#meet(mmsi, batch.split[i]!, at)
    if (this.ships.areSeveral(mmsi)) this.noteShared(batch, i)
    this.#sharing.see(ship, batch, i)
    const taking = this.evaluator.takeFix(ship, fix, recordingOf(batch, i))
    if (taking === TAKING.TOO_LATE) this.#noteLate(mmsi, fix.at)
  }

  /** Takes one that is in what its ship was put back with. */
  takeBefore(batch: FixBatch, i: number): void {
    const ship = this.ships.numberOf(batch.mmsi[i]!, batch.split[i]!)
    const fix = fillFix(this.#fix, batch, i)
    this.#hearSource(batch, i, fix)
    this.#sharing.see(ship, batch, i)
    this.evaluator.fixBefore(ship, fix)
  }

  /** Takes all data from an instant on; `before` are the sources that reported earlier. */
  beginSources(from: number, before: readonly LastReport[]): void {
    this.evaluator.sources()?.begin(from, before)
  }
  #hearSource(batch: FixBatch, i: number, fix: Fix) {
    const sources = this.evaluator.sources()
    // Imported data are not live for sources either.
    if (sources !== null && batch.feed[i]! < FIRST_IMPORT_FEED)
      sources.take(this.ships.numberOf(batch.mmsi[i]!, batch.split[i]!), fix)
  }

  /** Notes a position under an MMSI of several vessels, and what changes with it for each of them. */
  noteShared(batch: FixBatch, i: number): void {
    for (const ship of this.#sharing.note(batch, i)) {
      if (this.#isMet[ship] !== true) continue
      const [at, found] = [batch.observedAt[i]!, (this.#found[ship] ??= { ...NOTHING, lists: null })]
      if (this.#pushFound(ship, at, found) === TAKING.TOO_LATE) this.#noteLate(batch.mmsi[i]!, at)
    }
  }

  /** Takes new facts of a vessel; those of a vessel not yet received are stored until it is. */
  deliver(news: News): void {
    const ship = this.ships.numberOf(news.mmsi, news.split)
    const found = (this.#found[ship] ??= { ...NOTHING, lists: null })
    if (news.kind === 'FACTS') ({ fields: found.fields, marks: found.marks } = news)
    if (news.kind === 'LISTS') found.lists = news.lists
    if (this.#isMet[ship] !== true) return
    const taking =
      news.kind === 'HAPPENING'
        ? this.evaluator.takeHappening(ship, news.at, news.happening)
        : this.#pushFound(ship, news.at, found)
    if (taking === TAKING.TOO_LATE) this.#noteLate(news.mmsi, news.at)
  }

  /** Delivers facts of a vessel that differ from those delivered before. */
  #pushFound(ship: number, at: number, found: Found): Taking {
    const { evaluator } = this
    const lists = (found.lists ??= this.#listsOf(this.ships.mmsi[ship]!, at))
    const facts = this.#factsOf(ship, found)
    const [ofFacts, ofLists] = [JSON.stringify(facts), lists.join()]
    const shown = this.#reported[ship]!
    let taking: Taking = TAKING.YES
    if (shown.facts !== ofFacts) taking = evaluator.takeFacts(ship, at, facts)
    if (shown.lists !== ofLists && evaluator.takeLists(ship, at, lists) === TAKING.TOO_LATE)
      taking = TAKING.TOO_LATE
    this.#reported[ship] = { facts: ofFacts, lists: ofLists }
    return taking
  }

  #factsOf(ship: number, found: Found) {
    const { mmsi, split } = this.ships
    return factsOf(
      { mmsi: mmsi[ship]!, split: split[ship]! },
      found,
      found.lists ?? [],
      this.#sharing.of(ship),
    )
  }

  /** A ship came on a list or left one. */
  move(mmsi: number, at: number): void {
    for (const ship of this.ships.of(mmsi))
      this.deliver({
        kind: 'LISTS',
        mmsi,
        split: this.ships.split[ship]!,
        at,
        lists: this.#listsOf(mmsi, at),
      })
  }

  /** Every ship there is. */
  all(): { mmsi: number; split: number }[] {
    return this.ships.mmsi.map((mmsi, ship) => ({ mmsi, split: this.ships.split[ship]! }))
  }

  /** Stores the facts of vessels for when they are met, without delivering them. */
  know({ mmsi, split, fields, marks }: FactsRow): void {
    this.#found[this.ships.numberOf(mmsi, split)] = { fields, marks, lists: null }
  }

  #meet(mmsi: number, split: number, at: number): number {
    const ship = this.ships.numberOf(mmsi, split)
    if (this.#isMet[ship] === true) return ship
    this.#isMet[ship] = true
    const found = (this.#found[ship] ??= { ...NOTHING, lists: null })
    const lists = (found.lists ??= this.#listsOf(mmsi, at))
    const facts = this.#factsOf(ship, found)
    this.#reported[ship] = { facts: JSON.stringify(facts), lists: lists.join() }
    this.evaluator.meet(ship, facts, lists)
    return ship
  }

  #noteLate(mmsi: number, at: number) {
    if (at < (this.#late.get(mmsi) ?? Infinity)) this.#late.set(mmsi, at)
  }

  /** Restores a vessel from its saved state; `events` are its hits as they stand. */
  resume({ mmsi, split, state }: StateRow, events: readonly HitEvent[]): void {
    const ship = this.ships.numberOf(mmsi, split)
    const { facts, lists } = state.memory
    this.#isMet[ship] = true
    this.#reported[ship] = { facts: JSON.stringify(facts), lists: lists.join() }
    this.evaluator.resume(ship, state, events)
  }
  /** Restores state besides vessels, after the vessels; `events` are all hits as they stand. */
  resumeBeside(watch: Beside | null, events: readonly HitEvent[]): void {
    const { pairs = [], areas = [], around = null, sources = null } = watch ?? {}
    const { ofAreas, ofPairs, ofSources } = bySubject(events)
    const numberOf = ([mmsi, split]: [number, number]) => this.ships.numberOf(mmsi, split)
    const numbered = pairs.map(({ ships: [one, other], ...pair }) => ({
      ...pair,
      ships: [numberOf(one), numberOf(other)] as [number, number],
    }))
    this.evaluator.resumePairs(numbered, ofPairs)
    this.evaluator.resumeAreas(areas, ofAreas)
    this.evaluator.resumeSources(sources, ofSources)
    const ships = around?.ships.map(({ ship, ...more }) => ({ ...more, ship: numberOf(ship) })) ?? []
    this.evaluator.resumeAround(around && { ...around, ships }, events)
  }

  /** Yields vessels whose restorable instant differs from the last saved one in `savedAt`, in portions. */
  *saved(savedAt: Map<number, number>, count: number): Generator<StateRow[]> {
    let states: StateRow[] = []
    for (let ship = 0; ship < this.#isMet.length; ship++) {
      const at = this.evaluator.savedAt(ship)
      if (at === -Infinity || savedAt.get(ship) === at) continue
      states.push({
        mmsi: this.ships.mmsi[ship]!,
        split: this.ships.split[ship]!,
        state: this.evaluator.saved(ship)!,
      })
      savedAt.set(ship, at)
      if (states.length < count) continue
      yield states
      states = []
    }
    yield states
  }
  /** Returns state besides vessels: restorable pairs, areas, vessels with their neighbours, and sources. */
  savedBeside(): Beside {
    const { evaluator } = this
    const nameOf = (ship: number): [number, number] => [this.ships.mmsi[ship]!, this.ships.split[ship]!]
    const pairs = evaluator.savedPairs().map(({ ships: [one, other], ...pair }) => ({
      ...pair,
      ships: [nameOf(one), nameOf(other)] as PairRow['ships'],
    }))
    const around = evaluator.savedAround()
    const ships = around?.ships.map(({ ship, ...more }) => ({ ...more, ship: nameOf(ship) })) ?? []
    const sources = evaluator.sources()?.saved() ?? null
    return { pairs, areas: evaluator.savedAreas(), around: around && { ...around, ships }, sources }
  }

  get hasChanges(): boolean {
    return this.#changes.length > 0
  }
  takeChanges(): Change[] {
    const changes = this.#changes
    this.#changes = []
    return changes
  }
  /** Returns the rules stopped since the last call, with reasons; `why` follows the name of the rule. */
  takeFaults(): Fault[] {
    return this.#faults.splice(0)
  }
  takeLate(): Map<number, number> {
    const late = this.#late
    this.#late = new Map()
    return late
  }

  /** The MMSI of a ship, and NO_MMSI for none. */
  mmsiOf(ship: number): number {
    return ship === NO_SHIP ? NO_MMSI : this.ships.mmsi[ship]!
  }

  /** Returns the sources that last reported each vessel of a change: all that did within the last minute of it. */
  lastHeardBy({ ship, at, counted }: Change): number[][] {
    return (ship === NO_SHIP ? counted : [ship]).map((one) => {
      const heard = this.evaluator.heardAt(one)
      return this.evaluator.sourcesSince(one, Math.min(at, heard) - HEARD_TOGETHER_MS)
    })
  }

  /** Sources that reported a vessel since an instant; where none did, those of its last report. */
  #sourcesOf(ship: number, since: number): number[] {
    const { evaluator } = this
    const reported = evaluator.sourcesSince(ship, since)
    if (reported.length > 0) return reported
    return evaluator.sourcesSince(ship, evaluator.heardAt(ship) - HEARD_TOGETHER_MS)
  }

  /** Returns a new hit in its stored form. */
  rowOf(change: Change, runId: string, now: number): ResultRow {
    const { rule, fields, ofAll } = this.#asked.get(`${change.rule}.${change.version}`)!
    const { ships } = this
    const { ship, other, counted, source } = change
    const isOfNone = ship === NO_SHIP
    const since = change.explanation === null ? change.at : earliest(change.explanation, change.at)
    const shown = isOfNone ? counted : other === null ? [ship] : [ship, other]
    const by = source === null ? shown.flatMap((one) => this.#sourcesOf(one, since)) : [source]
    const sources = [...new Set(by)].map((one) => [one])
    const tellers = shown.flatMap((one) => tellersOf(this.#found[one]?.fields ?? {}, fields))
    return {
      mmsi: this.mmsiOf(ship),
      run_id: runId,
      id: change.id,
      rule_id: change.rule,
      rule_version: change.version,
      subject: rule.subject,
      split: isOfNone ? 0 : ships.split[ship]!,
      other_mmsi: other === null ? null : ships.mmsi[other]!,
      other_split: other === null ? null : ships.split[other]!,
      ships:
        rule.subject === 'AREA'
          ? counted.slice(0, MOST_NAMED).map((one) => [ships.mmsi[one]!, ships.split[one]!])
          : null,
      source: source === null ? null : this.#world.sourceCode(source),
      icao24: null,
      first_at: change.firstAt,
      last_at: change.at,
      began_at: change.begunAt,
      ended_at: change.endedAt,
      known_at: now,
      lat_udeg: source === null ? Math.round(change.lat * 1e6) : null,
      lon_udeg: source === null ? Math.round(change.lon * 1e6) : null,
      severity: rule.severity,
      status: 'HIT',
      again: change.again,
      explanation: change.explanation,
      sources: [...sources, ...tellers],
      of_past: ofAll,
      judgement: null,
      judged_by: null,
      judged_reason: null,
      judged_at: null,
      changed_at: now,
    }
  }
}

const keyOf = ({ id, version }: EvaluatedRule) => `${id}.${version}`

/** Returns when the earliest data in an explanation were sent. */
function earliest({ window, of }: Explained, at: number): number {
  return of.reduce((first, one) => Math.min(first, earliest(one, at)), Math.min(at, window?.from ?? at))
}

/** Returns the self-reported fields a rule uses. */
const reportedIn = (rule: EvaluatedRule): StaticField[] => [
  ...new Set([...fieldsOf(rule)].flatMap((field) => REPORTED[field] ?? [])),
]
