import { MOST_RESULTS_PUSHED, ruleResultsChanged } from '@samudra/contract/rule-news'
import type { EvaluatedRule } from '@samudra/contract/rules'
import type { Change } from '@samudra/rules/pairs/differences'
import { NO_SHIP } from '@samudra/rules/running/moment'
import type { HitEvent } from '@samudra/rules/plans/rule-unit'
import { allOf, anyOf, UNCONFINED, type Audience } from '../../../../platform/kernel/http/audience.ts'
import type { Send } from '../../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import { knowersOfRow } from '../../../../sea/knowers.ts'
import type { SourceNames } from '../../../../sea/names.ts'
import type { SamudraBus } from '../../../../sea/topics.ts'
import { mmsiText } from '../../../../sea/ship-numbers.ts'
import { needsAll, needsSilence, type DownSources } from '../detectors/down.ts'
import { NO_MMSI, type Changed, type Later, type ResultRow } from './results.sql.ts'
import type { Stage } from '../evaluation/stage.ts'

/** Rules at work, of ships or of aircraft. */
type Rows<Of extends Change> = {
  rowOf(change: Of, runId: string, now: number): ResultRow
  mmsiOf(ship: number): number
}

const HOUR_MS = 3_600_000

type Needs = {
  clock: Clock
  send: Send
  bus: Pick<SamudraBus, 'publish'>
  names: SourceNames
  /** Returns the audience of a rule; all users for a rule of the product. */
  seersOf: (ruleId: string) => Audience
  ruleOf: (ruleId: string) => EvaluatedRule | undefined
  down: Pick<DownSources, 'areAll' | 'isAny'>
  /** Ends a rule that finds too much, or that fails. */
  stop: (ruleId: string, why: string, what: 'FLOODS' | 'FAILS') => void
}

/** Returns results since the last storage in stored form: new ones, and changes of earlier ones. */
export function resultsOf<Of extends Change>(
  stage: Rows<Of>,
  changes: readonly Of[],
  runId: string,
  now: number,
): { begun: ResultRow[]; later: Later[] } {
  const begun = new Map<string, ResultRow>()
  const later = new Map<string, Later>()
  for (const change of changes) {
    const { id, what, at, begunAt: began_at, endedAt: ended_at } = change
    const status = what === 'CLEARED' || what === 'REVISED' ? what : 'HIT'
    const known = begun.get(id) ?? later.get(id)
    const { again } = change
    if (what === 'HIT') begun.set(id, stage.rowOf(change, runId, now))
    else if (known !== undefined) Object.assign(known, { status, last_at: at, began_at, ended_at, again })
    else
      later.set(id, {
        mmsi: stage.mmsiOf(change.ship),
        run_id: runId,
        id,
        status,
        last_at: at,
        began_at,
        ended_at,
        again,
      })
  }
  for (const id of begun.keys()) later.delete(id)
  return { begun: [...begun.values()], later: [...later.values()] }
}

/** Processing of rule hits: stops rules that find too much and pushes the others. */
export class Findings {
  readonly #needs: Needs
  /** Number of hits of each rule since the hour began. */
  #found = new Map<string, number>()
  #hour = 0

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /**
   * Drops hits before storage: those above the hourly limit of a rule, and silence of vessels last received only by
   * sources that are down. The latter includes areas that count such a vessel. While any source is down it also drops
   * low counts in an area.
   */
  heed<Of extends Change>(
    changes: readonly Of[],
    stage: { lastHeardBy(change: Of): readonly (readonly number[])[] },
  ): Of[] {
    const { clock, ruleOf, stop, down } = this.#needs
    const hour = Math.floor(clock.now() / HOUR_MS)
    if (hour !== this.#hour) this.#found.clear()
    this.#hour = hour
    return changes.filter((change) => {
      const { what, rule } = change
      if (what !== 'HIT') return true
      const query = ruleOf(rule)
      // Ended meanwhile, as one that finds too much is: it is evaluated until others are ready.
      if (query === undefined) return false
      if (needsSilence(query) && stage.lastHeardBy(change).some((sources) => down.areAll(sources)))
        return false
      if (needsAll(query) && down.isAny) return false
      const count = (this.#found.get(rule) ?? 0) + 1
      this.#found.set(rule, count)
      const most = query.limits.max_hits_per_hour
      if (count === most + 1)
        stop(
          rule,
          `it had more than ${most} hits in an hour; narrow its conditions, or raise its rate limit`,
          'FLOODS',
        )
      return count <= most
    })
  }

  /** Ends a rule that cannot be evaluated, or that failed. */
  end(ruleId: string, why: string): void {
    this.#needs.stop(ruleId, why, 'FAILS')
  }

  /** Pushes changed results to screens of users who may know them. Disputed results are not pushed. */
  deliver(changed: readonly Changed[]): void {
    if (changed.length > 0)
      this.#needs.bus.publish(
        'results',
        changed.map(({ id, mmsi }) => ({ id, mmsi })),
      )
    this.show(changed.filter(({ judgement }) => judgement !== 'DISPUTED'))
  }

  /** Pushes to screens that some of their results are outdated. */
  show(all: readonly Changed[]): void {
    const { send, names, seersOf } = this.#needs
    for (let at = 0; at < all.length; at += MOST_RESULTS_PUSHED) {
      const cuts = all.slice(at, at + MOST_RESULTS_PUSHED).map((row) => ({
        field: 'results',
        to: knowersOfResult(row, seersOf(row.rule_id), names),
        entry: { id: row.id, rule_id: row.rule_id, mmsi: row.mmsi === NO_MMSI ? null : mmsiText(row.mmsi) },
      }))
      const results = cuts.map(({ entry }) => entry)
      send(ruleResultsChanged, { results }, anyOf(...cuts.map(({ to }) => to)), { cuts })
    }
  }
}

/** Computes the audience of a result: users who see its rule, its position, and one source of each group. */
export const knowersOfResult = (row: Changed, seers: Audience, names: SourceNames): Audience =>
  allOf(seers, ...(row.of_past ? [UNCONFINED] : []), knowersOfRow(row, names))

/** Converts a current result to its event. */
export const hitEventOf = (row: ResultRow, { ships }: Stage): HitEvent => ({
  what: row.status === 'CLEARED' ? 'CLEARED' : row.again > 0 ? 'AGAIN' : 'HIT',
  id: row.id,
  rule: row.rule_id,
  version: row.rule_version,
  ship: row.mmsi === NO_MMSI ? NO_SHIP : ships.numberOf(row.mmsi, row.split),
  // Only this source reported it.
  source: row.source === null ? null : row.sources[0]![0]!,
  counted: [],
  other: row.other_mmsi === null ? null : ships.numberOf(row.other_mmsi, row.other_split!),
  firstAt: row.first_at,
  begunAt: row.began_at,
  // Vessels that are not received end what still holds; no rule finds that.
  endedAt: row.status === 'CLEARED' ? row.ended_at : null,
  at: row.last_at,
  again: row.again,
  lat: row.lat_udeg === null ? Number.NaN : row.lat_udeg / 1e6,
  lon: row.lon_udeg === null ? Number.NaN : row.lon_udeg / 1e6,
  explanation: null,
})
