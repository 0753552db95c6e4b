import { MOST_MARKS } from '@samudra/contract/alert-marks'
import type { Alert, AlertGroup } from '@samudra/contract/alerts'
import { isOpen } from '@samudra/contract/alert-workflow'
import { WATCH_EMPTY } from '@samudra/contract/duties'
import { SEVERITIES } from '@samudra/contract/event-types'
import { allOf, anyOf, except, UNCONFINED, type Audience } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { RulesInterface } from '../rules/room.ts'
import { knowersOfRow } from '../../../sea/knowers.ts'
import { sourcesSeen, type SourceNames } from '../../../sea/names.ts'
import { allSeen, isPlaceSeen, MOST_LOOKED_AT, pageSeen, type Paged } from '../../../sea/page-seen.ts'
import { alertsChanged, MOST_PUSHED } from '@samudra/contract/alerts'
import { NO_MMSI, presentAlert, presentMark, type AlertRow } from './alert.ts'
import {
  alertsOfResults,
  readAlerts,
  explanationsOf,
  groupPlaces,
  HOW_IT_STANDS,
  markedAlerts,
  sumAlerts,
  type AlertsQuery,
  type AlertSum,
} from './alerts.sql.ts'
import type { Definitions } from './definitions/definitions.ts'
import { isPartOfJamming } from './groups/jamming.ts'

export type SeenNeeds = {
  db: Db
  names: SourceNames
  rules: RulesInterface
  definitions: Definitions
  send: Send
}
/** Filter of a request; the limits of the caller's visibility are added to it. */
export type Which = Omit<AlertsQuery, 'rules' | 'definitions' | 'sources' | 'ofPast' | 'box'>

const iso = (at: number) => new Date(at).toISOString()

/**
 * Computes the audience of each alert: users who see its rule, definition, position and sources. An empty watch is for
 * unrestricted users.
 */
export async function knowersOfAlerts(
  { rules, definitions, names }: Pick<SeenNeeds, 'rules' | 'definitions' | 'names'>,
  rows: readonly AlertRow[],
): Promise<(row: AlertRow) => Audience> {
  const ofRules = await rules.seersOf([...new Set(rows.map(({ rule_id }) => rule_id))])
  const ofDefinitions = await definitions.seersOf([
    ...new Set(rows.flatMap(({ definition_id: id }) => (id === null ? [] : [id]))),
  ])
  return (row) =>
    allOf(
      row.rule_id === WATCH_EMPTY ? UNCONFINED : ofRules.get(row.rule_id)!,
      ...(row.definition_id === null ? [] : [ofDefinitions.get(row.definition_id)!]),
      ...(row.of_past ? [UNCONFINED] : []),
      knowersOfRow(row, names),
    )
}

/** Adds the same limits of the caller to a query. */
export function queryFor({ names, rules, definitions }: SeenNeeds, which: Which, caller: Caller) {
  const { visibility } = caller
  const isUnconfined = visibility.everySource && visibility.everywhere
  const seen = rules.seenBy(caller)
  return {
    ...which,
    rules: isUnconfined ? { ...seen, current: [...seen.current, WATCH_EMPTY] } : seen,
    definitions: definitions.seenBy(caller),
    sources: sourcesSeen(names, visibility),
    ofPast: isUnconfined,
    box: visibility.box,
  }
}
const countOf = (sums: readonly AlertSum[]) => sums.reduce((sum, { n }) => sum + n, 0)
const paged = (db: Db, query: AlertsQuery, sums?: readonly AlertSum[]): Paged<AlertRow> => ({
  ask: (page) => readAlerts(db, query, page),
  count: async () => countOf(sums ?? (await sumAlerts(db, query))),
  at: ({ known_at }) => known_at,
  noun: 'alerts',
})

/**
 * Returns a page of the alerts the caller may know; `sums` are their sums if already known. Throws TOO_LARGE,
 * VALIDATION.
 */
export async function pageOfAlerts(
  needs: SeenNeeds,
  which: Which,
  caller: Caller,
  page: { limit?: number | undefined; cursor?: string | undefined },
  sums?: readonly AlertSum[],
) {
  const { rows, total, next } = await pageSeen(
    paged(needs.db, queryFor(needs, which, caller), sums),
    caller.visibility,
    page,
  )
  return { items: await shown(needs, rows, caller), total, next }
}

/** Returns alerts as the caller may read them, with their explanations. */
async function shown({ db }: SeenNeeds, rows: readonly AlertRow[], { visibility }: Caller): Promise<Alert[]> {
  const why = await explanationsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => presentAlert(row, why.get(row.id) ?? null, visibility.all))
}

/** Returns the alert of each live result, as far as the caller may know it; the gravest of several. */
export async function alertsOf(
  needs: SeenNeeds,
  results: readonly { mmsi: number; id: string }[],
  caller: Caller,
): Promise<ReadonlyMap<string, string>> {
  const rows = await alertsOfResults(needs.db, queryFor(needs, {}, caller), results)
  const found = new Map<string, string>()
  for (const row of rows)
    if (!found.has(row.result_id) && isPlaceSeen(row, caller.visibility)) found.set(row.result_id, row.id)
  return found
}

/** Returns sums of all alerts the caller may know. */
export async function sumsOf(needs: SeenNeeds, which: Which, caller: Caller): Promise<readonly AlertSum[]> {
  const query = queryFor(needs, which, caller)
  if (caller.visibility.everywhere) return sumAlerts(needs.db, query)
  return (await allSeen(paged(needs.db, query), caller.visibility)).map((row) => ({
    ...row,
    began_at: row.began_at ?? row.first_at,
    n: 1,
    ...headOf(row),
  }))
}

const headOf = ({ id, title, mmsi }: AlertRow) =>
  mmsi === NO_MMSI ? { head_id: id, head_title: title } : { head_id: null, head_title: null }

/** Returns map marks of waiting alerts, gravest first; above the limit of rows read, only the gravest. */
export async function marksOf(needs: SeenNeeds, which: Which, caller: Caller) {
  const { visibility } = caller
  const most = visibility.everywhere ? MOST_MARKS + 1 : MOST_LOOKED_AT
  const rows = await markedAlerts(needs.db, queryFor(needs, which, caller), most)
  const seen = visibility.everywhere ? rows : rows.filter((row) => isPlaceSeen(row, visibility))
  return { items: seen.slice(0, MOST_MARKS).map(presentMark), truncated: seen.length > MOST_MARKS }
}

/** Returns all alerts the caller may know, without explanations. Throws TOO_LARGE. */
export async function everyAlert(needs: SeenNeeds, which: Which, caller: Caller): Promise<AlertRow[]> {
  return allSeen(paged(needs.db, queryFor(needs, which, caller)), caller.visibility)
}

export function countsOf(sums: readonly AlertSum[]) {
  const counts = { state: {} as Record<string, number>, severity: {} as Record<string, number> }
  for (const { state, severity, n } of sums) {
    counts.state[state] = (counts.state[state] ?? 0) + n
    counts.severity[severity] = (counts.severity[severity] ?? 0) + n
  }
  return counts
}

/**
 * Returns sums of the matching alerts, and groups with a single alert in any state, which is listed without a group.
 * Throws TOO_LARGE.
 */
export async function sumsByGroup(needs: SeenNeeds, which: Which, caller: Caller) {
  if (HOW_IT_STANDS.every((name) => which[name] === undefined)) {
    const sums = await sumsOf(needs, which, caller)
    return { sums, loneGroups: loneIn(sums) }
  }
  const { visibility } = caller
  const places = await groupPlaces(needs.db, queryFor(needs, which, caller), !visibility.everywhere)
  const loneGroups = loneIn(places.filter((row) => isPlaceSeen(row, visibility)))
  return { sums: await sumsOf(needs, { ...which, loneGroups }, caller), loneGroups }
}
function loneIn(sums: readonly Pick<AlertSum, 'group_key' | 'n'>[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { group_key: key, n } of sums) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + n)
  return [...counts].flatMap(([key, n]) => (n === 1 ? key : []))
}

/** Returns alerts of bursts and jamming by group, without single ones, the latest first. */
export function groupsOf(sums: readonly AlertSum[], loneGroups: readonly string[]): AlertGroup[] {
  const groups = new Map<string, AlertGroup>()
  const lone = new Set(loneGroups)
  for (const sum of sums) {
    const { group_key, severity, state, n, first_at, last_at, began_at, ended_at, known_at } = sum
    if (group_key === null || lone.has(group_key)) continue
    const group = groups.get(group_key) ?? newGroup(group_key, sum)
    const isOver = group.ended_at !== null && ended_at !== null
    const isHead = group.kind === 'JAM' && group.head_id === null && sum.head_id !== null
    groups.set(group_key, {
      ...group,
      ...(isHead && { head_id: sum.head_id, title: sum.head_title! }),
      severity: graver(group.severity, severity),
      alerts: group.alerts + n,
      open: group.open + (isOpen(state) ? n : 0),
      first_at: least(group.first_at, iso(first_at)),
      last_at: latest(group.last_at, iso(last_at)),
      began_at: least(group.began_at, iso(began_at)),
      ended_at: isOver ? latest(group.ended_at!, iso(ended_at)) : null,
      known_at: least(group.known_at, iso(known_at)),
    })
  }
  return [...groups.values()].sort((a, b) => (a.last_at < b.last_at ? 1 : -1))
}
const newGroup = (group_key: string, { title, severity, ...at }: AlertSum): AlertGroup => ({
  group_key,
  kind: isPartOfJamming(group_key) ? 'JAM' : 'FLOOD',
  head_id: null,
  title,
  severity,
  alerts: 0,
  open: 0,
  first_at: iso(at.first_at),
  last_at: iso(at.last_at),
  began_at: iso(at.began_at),
  ended_at: at.ended_at === null ? null : iso(at.ended_at),
  known_at: iso(at.known_at),
})
type Severity = Alert['severity']
export const isGraver = (one: Severity, other: Severity) =>
  SEVERITIES.indexOf(one) > SEVERITIES.indexOf(other)
const graver = (one: Severity, other: Severity) => (isGraver(other, one) ? other : one)
const least = (one: string, other: string) => (one < other ? one : other)
const latest = (one: string, other: string) => (one > other ? one : other)

/**
 * Pushes the state of alerts to screens of users who may know them. Names of the vessel and of things in the rule go
 * to unrestricted users only.
 */
export async function pushAlerts(needs: SeenNeeds, rows: readonly AlertRow[]): Promise<void> {
  const { db, send } = needs
  for (let at = 0; at < rows.length; at += MOST_PUSHED) {
    const some = rows.slice(at, at + MOST_PUSHED)
    const why = await explanationsOf(
      db,
      some.map(({ id }) => id),
    )
    const knowers = await knowersOfAlerts(needs, some)
    const cuts = some.flatMap((row) => {
      const to = knowers(row)
      const entry = presentAlert(row, why.get(row.id) ?? null, true)
      const nameless = presentAlert(row, why.get(row.id) ?? null, false)
      if (JSON.stringify(nameless) === JSON.stringify(entry)) return [{ to, entry }]
      return [
        { to: allOf(to, UNCONFINED), entry },
        { to: except(to, UNCONFINED), entry: nameless },
      ]
    })
    const alerts = cuts.map(({ entry }) => entry)
    send(alertsChanged, alerts, anyOf(...cuts.map(({ to }) => to)), { cuts })
  }
}
