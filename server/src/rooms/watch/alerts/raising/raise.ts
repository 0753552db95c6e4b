import type { IdentityInterface } from '../../../centre/identity/room.ts'
import { SAMUDRA, type Caller } from '../../../../platform/kernel/http/caller.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { JobRun } from '../../../../platform/needs/jobs.ts'
import type { NotificationsInterface } from '../../notifications/room.ts'
import type { PictureInterface } from '../../../picture/picture/room.ts'
import type { PortsInterface } from '../../../chart/ports/room.ts'
import type { FalseStay, ResultRow } from '../../rules/room.ts'
import { PortAreas } from '../../../../sea/port-areas.ts'
import type { OutgoingNotification } from '../../../../sea/topics.ts'
import type { AlertRow, StoredAlert } from '../alert.ts'
import { burstNotification, jammingNotification, namedBy, raisedNotification } from '../alert-notifier.ts'
import { keepAlerts, lockAlerts, lockSame, type Client } from '../alerts.sql.ts'
import { knowersOfAlerts, pushAlerts, type SeenNeeds } from '../alert-visibility.ts'
import { dutyMembers } from '../duty/duties.ts'
import type { WeeklyFigures } from '../figures/week.ts'
import { grouped } from '../groups/alert-burst.ts'
import { isJammingIncident, jammed } from '../groups/jamming.ts'
import { deduped, laterOf } from './dedupe.ts'
import type { Escalation } from './escalation.ts'
import { matchesOf, type Match, type Matcher } from './match-hits.ts'
import { newAlert } from './new-alert.ts'
import {
  hitsOf,
  keepHits,
  lockRaising,
  namesOf,
  standingsOf,
  type AlertBurst,
  type Hit,
} from './raise.sql.ts'
import { stoodBy } from './standing-alerts.ts'

export type RaiseNeeds = SeenNeeds & {
  clock: Clock
  identity: Pick<IdentityInterface, 'everyone'>
  notifications: NotificationsInterface
  ports: Pick<PortsInterface, 'judged'>
  picture: Pick<PictureInterface, 'passing' | 'shipsOf'>
  escalation: Escalation
  week: WeeklyFigures
  /** More alerts in a minute are a flood. */
  floodLimit: () => number
  /** Returns true for a source that plays recordings. */
  isRecorded: (source: number) => boolean
}

/** Results that are taken up in one transaction. */
const AT_ONCE = 500

type Users = Awaited<ReturnType<IdentityInterface['everyone']>>
/** Results of one transaction, and what it takes to make alerts of them. */
type Batch = {
  rows: readonly ResultRow[]
  users: Users
  ports: PortAreas
  flood: AlertBurst
  /** By the id of a result. */
  falseStays: ReadonlyMap<string, readonly FalseStay[]>
  now: number
}
/** Alerts that a batch changed, whether a flood began with them, and the groups of jams that did. */
type Stored = { rows: readonly StoredAlert[]; floodBegins: boolean; jams: readonly string[] }
const NOTHING: Stored = { rows: [], floodBegins: false, jams: [] }

/** Raises alerts of what rules found, each hit once: it is counted in the transaction that takes it up. */
export async function raiseAlerts(needs: RaiseNeeds, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  for (let waiting = AT_ONCE; waiting === AT_ONCE && !signal.aborted;) {
    // Fixes are read before anybody has to wait for this.
    const { keys, falseStays } = await needs.rules.newsWaiting(AT_ONCE)
    waiting = keys.length
    if (waiting === 0) return
    const users = await needs.identity.everyone()
    const ports = PortAreas.of(needs.ports.judged())
    let changed: readonly AlertRow[] = []
    await needs.notifications.notifyWith(async (client) => {
      const flood = await lockRaising(client)
      const rows = await needs.rules.takeNews(client, keys)
      // Who else takes them up goes on.
      if (rows.length === 0) waiting = 0
      const batch = { rows, users, ports, flood, falseStays, now: needs.clock.now() }
      const stored = await raiseBatch(needs, client, batch)
      changed = stored.rows
      return noticesOf(needs, stored)
    })
    needs.week.changedBy(changed.filter(isFresh))
    await pushAlerts(needs, changed)
  }
}

/** Makes alerts of the results of a batch, or counts them in those that are there: match, dedupe, group, store. */
async function raiseBatch(needs: RaiseNeeds, client: Client, batch: Batch): Promise<Stored> {
  const { rows } = batch
  if (rows.length === 0) return NOTHING
  const before = await hitsOf(client, rows)
  const known = new Set(before.map(hitKey))
  const later = rows.flatMap((row) =>
    before.filter((hit) => isOf(hit, row)).map((hit) => ({ ...hit, ...laterOf(row) })),
  )
  const locked = await lockAlerts(client, [...new Set(before.map(({ alert_id }) => alert_id))])
  const matches = matchesOf(rows, matcherOf(needs, batch)).filter((one) => !known.has(keyOf(one)))
  const joined = await counted(needs, client, batch, matches)
  const hits = [...later, ...joined.hits]
  if (hits.length === 0) return NOTHING
  await keepHits(client, hits)
  const alerts = new Map([...locked.map((one) => [one.id, one] as const), ...joined.alerts])
  return store(needs, client, { hits, alerts, batch })
}

/** Returns what hits are matched against, with the vessels of each filter counted once. */
function matcherOf({ rules, definitions, picture }: RaiseNeeds, { ports, users }: Batch): Matcher {
  const passing = new Map<object, ReadonlySet<number>>()
  return {
    rules,
    definitions,
    ports,
    vesselOf: (mmsi, split) => picture.shipsOf(SAMUDRA).find(mmsi, split),
    passing: (subject, ownerId) => {
      const owner = ownerId === '' ? SAMUDRA : users.find(({ userId }) => userId === ownerId)
      if (owner === undefined) return null
      const known = passing.get(subject) ?? new Set(picture.passing(owner as Caller, subject))
      passing.set(subject, known)
      return known
    },
  }
}

/** Counts matches in the alerts that are there for the same thing, locked, or in new ones. */
async function counted(needs: RaiseNeeds, client: Client, batch: Batch, matches: readonly Match[]) {
  if (matches.length === 0) return { hits: [], alerts: new Map<string, StoredAlert>() }
  const { falseStays, users, now } = batch
  const from = Math.min(...matches.map(({ row }) => row.first_at))
  const same = await lockSame(client, [...new Set(matches.map(({ dedupe }) => dedupe))], from)
  const names = await namesOf(client, [...new Set(matches.map(({ row }) => row.mmsi))])
  // The latest report of the vessel is not stored yet.
  const ships = needs.picture.shipsOf(SAMUDRA)
  const ofAlert = { ...needs, vesselOf: (mmsi: number, split: number) => ships.find(mmsi, split) }
  const candidates = matches.map((match) => {
    const { id, mmsi, split } = match.row
    const stored = () => names.find((ship) => ship.mmsi === mmsi && ship.split === split)?.name ?? null
    const name = ships.nameOf(mmsi, split) ?? stored()
    return { match, fresh: newAlert(ofAlert, match, { name, stays: falseStays.get(id) ?? [], now }) }
  })
  const knowers = await knowersOfAlerts(needs, [...same, ...candidates.map(({ fresh }) => fresh)])
  return deduped(candidates, { same, users, knowers })
}

type Counted = { hits: readonly Hit[]; alerts: ReadonlyMap<string, StoredAlert>; batch: Batch }

/** Stores the alerts whose hits stand otherwise now, those of a flood or a jam in groups. */
async function store(needs: RaiseNeeds, client: Client, { hits, alerts, batch }: Counted): Promise<Stored> {
  const { flood, now } = batch
  const standings = await standingsOf(client, [...new Set(hits.map(({ alert_id }) => alert_id))])
  const changed = standings.flatMap(
    (standing) => stoodBy(alerts.get(standing.alert_id)!, standing, now) ?? [],
  )
  const flooding = await grouped(client, changed, { flood, limit: needs.floodLimit(), now })
  const { rows, begun } = await jammed(client, flooding.rows, now)
  await keepAlerts(client, rows)
  return { rows, floodBegins: flooding.begins, jams: begun }
}

/** Returns the notifications of new alerts: of a group as one, unless they are critical. */
async function noticesOf(needs: RaiseNeeds, stored: Stored): Promise<OutgoingNotification[]> {
  const fresh = stored.rows.filter(isFresh)
  if (fresh.length === 0) return []
  const knowers = await knowersOfAlerts(needs, fresh)
  const flood = stored.floodBegins ? [burstNotification(fresh, knowers)] : []
  const onDuty = await dutyMembers(needs)
  const named = ({ definition_id }: AlertRow) =>
    namedBy(needs.definitions.objects.find(definition_id ?? ''), onDuty)
  const jams = stored.jams.map((key) => fresh.filter(({ group_key }) => group_key === key))
  const alone = fresh.filter(
    (row) => row.group_key === null || row.severity === 'CRITICAL' || isJammingIncident(row),
  )
  return [
    ...flood,
    ...jams.flatMap((of) => jammingNotification(of, named, knowers)),
    ...alone.flatMap((row) => raisedNotification(row, named(row), knowers(row))),
  ]
}

const isFresh = ({ version }: AlertRow) => version === 1
const hitKey = ({ mmsi, result_id, definition_id }: Pick<Hit, 'mmsi' | 'result_id' | 'definition_id'>) =>
  `${mmsi} ${definition_id} ${result_id}`
const keyOf = ({ row, raiser }: Match) =>
  hitKey({ mmsi: row.mmsi, result_id: row.id, definition_id: raiser.id ?? '' })
const isOf = (hit: Hit, row: ResultRow) => hit.mmsi === row.mmsi && hit.result_id === row.id
