import { DETECTED_TYPES } from '@samudra/contract/event-types'
import type { EvaluatedRule } from '@samudra/contract/rules'
import type { EventsInterface } from '../../events/room.ts'
import { SAMUDRA } from '../../../../platform/kernel/http/caller.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import type { PortCallsInterface } from '../../../vessels/port-calls/room.ts'
import type { FilterInputsInterface } from '../../../chart/filter-inputs/room.ts'
import { conditionsOf, fieldsOf } from '../rule.ts'
import type { ListsOf, News } from './stage.ts'
import { foundBetween } from '../findings/found.sql.ts'
import { factsBetween, type FactsBy } from './states.sql.ts'

/** Returns true if any rule requires list membership; the blacklist is a list. */
export const needsLists = (rules: readonly EvaluatedRule[]): boolean =>
  rules.some((rule) => {
    for (const node of conditionsOf(rule)) {
      if ('op' in node) continue
      if (node.k === 'list' || (node.k === 'near' && 'list' in node.to)) return true
      if (node.k === 'attr' && (node.field === 'list_count' || node.field === 'anomaly')) return true
      if (node.k === 'expr' && node.text.includes('list_count')) return true
    }
    return false
  })

/**
 * Returns true if any rule requires identity anomalies: a shared number shows only in the fixes of all vessels that
 * use it.
 */
export const needsAnomalies = (rules: readonly EvaluatedRule[]): boolean =>
  rules.some((rule) =>
    ['anomaly', 'number_rank', 'heard_elsewhere'].some((field) => fieldsOf(rule).has(field)),
  )

/** Epoch ms; the first instant is left out. */
export type Period = { from: number; to: number }
export type NewsNeeds = {
  db: Db
  listsThen: FilterInputsInterface['listsThen']
  calls: Pick<PortCallsInterface, 'callNews'>
  events: Pick<EventsInterface, 'eventsBetween'>
}
/** Ships by MMSI and split. */
export type Whose = readonly { mmsi: number; split: number }[]

/** Returns facts of some or all vessels that became known in a period, in order of time. */
export async function factNews(
  db: Db,
  { from, to }: Period,
  mmsis: readonly number[] | null = null,
  by: FactsBy = 'KNOWN',
): Promise<News[]> {
  return (await factsBetween(db, from, to, mmsis, by)).map((row): News => ({ kind: 'FACTS', ...row }))
}

/** List memberships of vessels at each instant of a period, delivered in order of time. */
export class ListsInTurn {
  readonly listsOf: ListsOf
  readonly #instants: readonly number[]
  readonly #last = new Map<number, string>()
  #next = 0

  constructor(then: Awaited<ReturnType<FilterInputsInterface['listsThen']>>, from: number) {
    this.listsOf = (mmsi, at) => then.listsOf(mmsi, at).sort()
    this.#instants = [from, ...then.changes].sort((a, b) => a - b)
  }

  /** Delivers changes of lists up to an instant since the last call; for a new vessel, all its lists. */
  upTo(to: number, ships: () => Whose, deliver: (news: News) => void): void {
    for (; this.#next < this.#instants.length && this.#instants[this.#next]! <= to; this.#next++) {
      const at = this.#instants[this.#next]!
      for (const { mmsi, split } of ships()) {
        const lists = this.listsOf(mmsi, at)
        const key = mmsi * 256 + split
        if ((this.#last.get(key) ?? '') === lists.join()) continue
        this.#last.set(key, lists.join())
        deliver({ kind: 'LISTS', mmsi, split, at, lists })
      }
    }
  }
}
export const listsInTurn = async ({ listsThen }: Pick<NewsNeeds, 'listsThen'>, period: Period) =>
  new ListsInTurn(await listsThen(SAMUDRA, period), period.from)

/** Returns the lists of some vessels at the beginning of a period and after each change in it. */
export async function listNews(needs: NewsNeeds, period: Period, ships: Whose): Promise<News[]> {
  const news: News[] = []
  const lists = await listsInTurn(needs, period)
  lists.upTo(
    Infinity,
    () => ships,
    (one) => news.push(one),
  )
  return news
}

/**
 * Returns vessel events of a period that some rules require: port calls, user reports and detections. They count when
 * they became known, or with `corrected` when they took place. User reports belong to the first vessel under the MMSI.
 * User rules create no events and detectors use none, so no rule receives its own finding.
 */
export async function updateNews(
  { db, calls, events }: NewsNeeds,
  rules: readonly EvaluatedRule[],
  { from, to, mmsis, corrected }: Period & { mmsis: readonly number[] | null; corrected: boolean },
): Promise<News[]> {
  const news: News[] = []
  const by = corrected ? 'HAPPENED' : 'KNOWN'
  if (needsAny(rules, 'port'))
    for (const { mmsi, split, at, rel, port } of await calls.callNews({
      from,
      to,
      mmsis,
      by,
    }))
      news.push({ kind: 'HAPPENING', mmsi, split, at, happening: { kind: 'PORT', rel, port } })
  const types = requestedTypes(rules)
  if (types.length > 0)
    for (const { mmsi, at, ...event } of await events.eventsBetween(from, to, by))
      if (mmsis === null || mmsis.includes(mmsi))
        news.push({ kind: 'HAPPENING', mmsi, split: 0, at, happening: { kind: 'EVENT', ...event } })
  const codes = types.filter((type) => DETECTED_TYPES.includes(type))
  if (codes.length > 0)
    for (const { mmsi, split, at, ...event } of await foundBetween(db, { codes, from, to, mmsis, by }))
      news.push({ kind: 'HAPPENING', mmsi, split, at, happening: { kind: 'EVENT', ...event } })
  return news
}
/** The types of events that some rules ask of. */
const requestedTypes = (rules: readonly EvaluatedRule[]): string[] => [
  ...new Set(
    rules.flatMap((rule) =>
      [...conditionsOf(rule)].flatMap((node) => ('k' in node && node.k === 'event' ? node.types : [])),
    ),
  ),
]
const needsAny = (rules: readonly EvaluatedRule[], k: 'port') =>
  rules.some((rule) => [...conditionsOf(rule)].some((node) => 'k' in node && node.k === k))
