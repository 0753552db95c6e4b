import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import type { AisFilter } from '@samudra/contract/filter'
import type { RuleSchedule } from '@samudra/contract/rules'
import { isNight } from '@samudra/nautical/sun'
import { onDuty } from '@samudra/rules/plans/schedule'
import { isTrue, TRUE, UNKNOWN } from '@samudra/rules/plans/verdict'
import type { IdentityInterface } from '../../../centre/identity/room.ts'
import { allOf, isAddressed, type Audience } from '../../../../platform/kernel/http/audience.ts'
import { SAMUDRA, type Caller } from '../../../../platform/kernel/http/caller.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { JobRun } from '../../../../platform/needs/jobs.ts'
import type { NotificationsInterface } from '../../notifications/room.ts'
import type { PictureInterface } from '../../../picture/picture/room.ts'
import type { PortsInterface } from '../../../chart/ports/room.ts'
import type { FalseStay, NamedRule, ResultRow } from '../../rules/room.ts'
import { PortAreas } from '../../../../sea/port-areas.ts'
import { mmsiText } from '../../../../sea/ship-numbers.ts'
import { NO_MMSI, UNTOUCHED, type AlertRow, type StoredAlert } from '../alert.ts'
import { keepAlerts, lockAlerts, lockSame, type Client } from '../alerts.sql.ts'
import type { Raiser } from '../definitions/definition.ts'
import {
  hitsOf,
  keepHits,
  lockRaising,
  namesOf,
  standingsOf,
  type AlertBurst,
  type Hit,
} from './raise.sql.ts'
import { nameVessels } from './named-positions.ts'
import { isGraver, knowersOfAlerts, pushAlerts, type SeenNeeds } from '../alert-visibility.ts'
import { burstNotification, jammingNotification, namedBy, raisedNotification } from '../alert-notifier.ts'
import { grouped } from '../groups/alert-burst.ts'
import { isJammingIncident, jammed } from '../groups/jamming.ts'
import type { OutgoingNotification } from '../../../../sea/topics.ts'
import { stoodBy } from './standing-alerts.ts'
import { dutyMembers } from '../duty/duties.ts'
import type { Escalation } from './escalation.ts'
import type { WeeklyFigures } from '../figures/week.ts'

type Known = Awaited<ReturnType<IdentityInterface['everyone']>>[number]
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

/** Sentence in the text of alerts of a source that plays recordings. */
const OF_RECORDING = 'The reports are from a replayed recording.'

/** Types and least speed, knots, of merchant vessels in passage. */
const MERCHANT: readonly string[] = ['CARGO', 'TANKER', 'PASSENGER']
const PASSAGE_KN = 5

/** Results that are taken up in one transaction. */
const AT_ONCE = 500

/** Raises alerts of what rules found, each hit once: it is counted in the transaction that takes it up. */
export async function raiseAlerts(needs: RaiseNeeds, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  for (let waiting = AT_ONCE; waiting === AT_ONCE && !signal.aborted;) {
    // Fixes are read before anybody has to wait for this.
    const { keys, falseStays } = await needs.rules.newsWaiting(AT_ONCE)
    waiting = keys.length
    if (waiting === 0) return
    const known = await needs.identity.everyone()
    const inPort = PortAreas.of(needs.ports.judged())
    let changed: readonly AlertRow[] = []
    await needs.notifications.notifyWith(async (client) => {
      const flood = await lockRaising(client)
      const news = await needs.rules.takeNews(client, keys)
      const raising = new Raising(needs, client, { known, ports: inPort, flood, falseStays })
      changed = await raising.raise(news)
      // Other subscribers continue.
      if (news.length === 0) waiting = 0
      return raising.notices(changed)
    })
    needs.week.changedBy(changed.filter(isFresh))
    await pushAlerts(needs, changed)
  }
}

/** A hit, what makes an alert of it, and what makes it one with others. */
type Raised = { row: ResultRow; raiser: Raiser; named: NamedRule; dedupe: string }

type RaisedBy = {
  known: readonly Known[]
  ports: PortAreas
  flood: AlertBurst
  /** By the id of a result. */
  falseStays: ReadonlyMap<string, readonly FalseStay[]>
}

/** Makes of results alerts, or counts them in those that are there; within one transaction. */
class Raising {
  readonly #needs: RaiseNeeds
  readonly #client: Client
  readonly #known: readonly Known[]
  readonly #ports: PortAreas
  readonly #now: number
  readonly #flood: AlertBurst
  readonly #falseStays: RaisedBy['falseStays']
  #begins = false
  /** Groups of jams that begin. */
  #jams: readonly string[] = []
  readonly #hits: Hit[] = []
  /** By id: those that are touched, as they were stored. */
  readonly #alerts = new Map<string, StoredAlert>()

  constructor(needs: RaiseNeeds, client: Client, { known, ports, flood, falseStays }: RaisedBy) {
    this.#needs = needs
    this.#falseStays = falseStays
    this.#client = client
    this.#known = known
    this.#ports = ports
    this.#flood = flood
    this.#now = needs.clock.now()
  }

  async raise(rows: readonly ResultRow[]): Promise<readonly AlertRow[]> {
    if (rows.length === 0) return []
    const before = await hitsOf(this.#client, rows)
    const known = new Set(before.map(hitKey))
    for (const row of rows)
      for (const hit of before) if (isOf(hit, row)) this.#hits.push({ ...hit, ...laterOf(row) })
    for (const alert of await lockAlerts(this.#client, [...new Set(before.map(({ alert_id }) => alert_id))]))
      this.#alerts.set(alert.id, alert)
    await this.#join(this.#raisedBy(rows).filter((one) => !known.has(keyOf(one))))
    if (this.#hits.length === 0) return []
    await keepHits(this.#client, this.#hits)
    return this.#keep()
  }

  /** Returns hits that become an alert or part of one. */
  #raisedBy(rows: readonly ResultRow[]): Raised[] {
    return rows.flatMap((row) => {
      const named = this.#needs.rules.named(row.rule_id)
      if (named === undefined || !this.#needs.rules.isNews(row)) return []
      return this.#needs.definitions
        .raisedBy(row.rule_id, named)
        .filter((raiser) => this.#isQuery(raiser, row) && this.#isCrossing(raiser, row, named))
        .map((raiser) => ({ row, named, raiser, dedupe: dedupeOf(raiser, row, named) }))
    })
  }

  #isQuery({ owner_id, exclude_in_port, schedule, subject }: Raiser, row: ResultRow): boolean {
    if (exclude_in_port && this.#ports.hold(row)) return false
    if (schedule !== undefined && !isHour(schedule, row)) return false
    return subject === undefined || this.#passes(subject, owner_id, row)
  }

  #isCrossing({ crossing: query }: Raiser, row: ResultRow, named: NamedRule): boolean {
    if (query === undefined) return true
    const crossing = named.crossingOf(row)
    if (crossing === null) return false
    if (query.direction !== undefined && query.direction !== crossing.direction) return false
    if (query.states !== undefined && !crossing.states.some((state) => query.states!.includes(state)))
      return false
    return query.exclude_passage !== true || !this.#isInPassage(row)
  }

  /** Returns true for a merchant vessel at passage speed (UNCLOS, Article 18: continuous and expeditious passage). */
  #isInPassage({ mmsi, split }: ResultRow): boolean {
    const vessel = this.#needs.picture.shipsOf(SAMUDRA).find(mmsi, split)
    return (
      vessel !== null &&
      MERCHANT.includes(vessel.ship_type) &&
      vessel.sog !== null &&
      vessel.sog >= PASSAGE_KN
    )
  }

  /** Returns true if a vessel of a hit passes the filter, as the owner of the definition sees it. */
  #passes(subject: AisFilter, ownerId: string, { mmsi, other_mmsi }: ResultRow): boolean {
    const owner = ownerId === '' ? SAMUDRA : this.#known.find(({ userId }) => userId === ownerId)
    if (owner === undefined) return false
    const passing =
      this.#passing.get(subject) ?? new Set(this.#needs.picture.passing(owner as Caller, subject))
    this.#passing.set(subject, passing)
    return passing.has(mmsi) || (other_mmsi !== null && passing.has(other_mmsi))
  }
  readonly #passing = new Map<AisFilter, ReadonlySet<number>>()

  async #join(raised: readonly Raised[]) {
    if (raised.length === 0) return
    const from = Math.min(...raised.map(({ row }) => row.first_at))
    const same = await lockSame(this.#client, [...new Set(raised.map(({ dedupe }) => dedupe))], from)
    for (const alert of same) {
      if (!this.#alerts.has(alert.id)) this.#alerts.set(alert.id, alert)
      this.#like(alert.dedupe).push(this.#alerts.get(alert.id)!)
    }
    const names = await namesOf(this.#client, [...new Set(raised.map(({ row }) => row.mmsi))])
    // The latest report of the vessel is not stored yet.
    const ships = this.#needs.picture.shipsOf(SAMUDRA)
    for (const one of raised) {
      const { mmsi, split } = one.row
      const stored = () => names.find((ship) => ship.mmsi === mmsi && ship.split === split)?.name ?? null
      const name = ships.nameOf(mmsi, split) ?? stored()
      const fresh = this.#newOf(one, { name, stays: this.#falseStays.get(one.row.id) ?? [] })
      const alert = (await this.#sameAs(fresh)) ?? fresh
      this.#alerts.set(alert.id, alert)
      if (alert === fresh) this.#like(fresh.dedupe).push(fresh)
      this.#hits.push(hitOf(alert.id, one))
    }
  }

  /** Alerts of one thing, the latest first as they were stored. */
  #like(dedupe: string): StoredAlert[] {
    const like = this.#byDedupe.get(dedupe) ?? []
    this.#byDedupe.set(dedupe, like)
    return like
  }
  readonly #byDedupe = new Map<string, StoredAlert[]>()

  async #sameAs(fresh: StoredAlert): Promise<StoredAlert | undefined> {
    const like = this.#like(fresh.dedupe)
    if (like.length === 0) return undefined
    const knowers = await knowersOfAlerts(this.#needs, [...like, fresh])
    return like.find((before) => this.#isSame(before, fresh, knowers))
  }

  /** Returns true if a hit counts in an existing alert: it has the same audience and is no graver. */
  #isSame(before: AlertRow, fresh: AlertRow, knowers: (row: AlertRow) => Audience): boolean {
    if (isGraver(fresh.severity, before.severity)) return false
    // A live hit is not counted in an alert of a recording, which does not escalate.
    if (fresh.escalates && !before.escalates) return false
    const isWithin =
      before.condition === 'ACTIVE' || before.last_at + before.window_min * 60_000 >= fresh.first_at
    if (!isWithin) return false
    const hidden: Audience = allOf(knowers(before), { to: 'not', those: knowers(fresh) })
    return !this.#known.some((user) => isAddressed(hidden, user))
  }

  #newOf(
    { row, raiser, named, dedupe }: Raised,
    { name: ship_name, stays: false_stays }: { name: string | null; stays: readonly FalseStay[] },
  ): StoredAlert {
    const severity = raiser.severity ?? row.severity
    const isOfReplay = row.sources.some((some) => some.length > 0 && some.every(this.#needs.isRecorded))
    const policy = raiser.escalation_policy_id
    const escalates = policy !== 'NONE' && !isOfReplay
    const escalation_policy = policy === 'STANDARD' || policy === 'NONE' ? null : policy
    return {
      id: ulid(this.#now),
      version: 0,
      definition_id: raiser.id,
      rule_id: row.rule_id,
      rule_version: row.rule_version,
      type: named.type,
      severity,
      title: named.title,
      text: isOfReplay ? `${named.textOf(row)} ${OF_RECORDING}` : named.textOf(row),
      dedupe,
      window_min: raiser.dedupe_window_min,
      grace_min: raiser.grace_min,
      auto_clear_min: raiser.auto_clear_min ?? null,
      mmsi: row.mmsi,
      split: row.split,
      ...othersOf(row, named),
      ship_name,
      aoi_id: named.area ?? named.namesArea,
      source: row.source,
      icao24: row.icao24,
      lat_udeg: row.lat_udeg,
      lon_udeg: row.lon_udeg,
      sources: row.sources,
      of_past: row.of_past,
      first_at: row.first_at,
      last_at: row.last_at,
      began_at: row.began_at,
      ended_at: row.ended_at,
      known_at: this.#now,
      changed_at: this.#now,
      count: 0,
      ...UNTOUCHED,
      sound: isOfReplay ? 'NONE' : raiser.sound,
      ...this.#needs.escalation.begins({ severity, escalates, escalation_policy }, this.#now),
      comments: [],
      evidence: [],
      false_stays,
      feed_degraded: this.#needs.rules.isDegraded(row.sources),
      explanation: nameVessels(this.#needs.rules.explanationOf(row), (split) =>
        this.#needs.picture.shipsOf(SAMUDRA).find(row.mmsi, split),
      ),
    }
  }

  /** Returns the notifications of new alerts. */
  async notices(changed: readonly AlertRow[]): Promise<OutgoingNotification[]> {
    const fresh = changed.filter(isFresh)
    if (fresh.length === 0) return []
    const knowers = await knowersOfAlerts(this.#needs, fresh)
    const flood = this.#begins ? [burstNotification(fresh, knowers)] : []
    const onDuty = await dutyMembers(this.#needs)
    const named = ({ definition_id }: AlertRow) =>
      namedBy(this.#needs.definitions.objects.find(definition_id ?? ''), onDuty)
    const jams = this.#jams.map((key) => fresh.filter(({ group_key }) => group_key === key))
    const notified = fresh.flatMap((row) =>
      row.group_key !== null && row.severity !== 'CRITICAL' && !isJammingIncident(row)
        ? []
        : raisedNotification(row, named(row), knowers(row)),
    )
    return [...flood, ...jams.flatMap((of) => jammingNotification(of, named, knowers)), ...notified]
  }

  /** Stores the alerts whose hits stand otherwise now. */
  async #keep(): Promise<AlertRow[]> {
    const ids = [...new Set(this.#hits.map(({ alert_id }) => alert_id))]
    const changed: StoredAlert[] = []
    for (const standing of await standingsOf(this.#client, ids)) {
      const before = this.#alerts.get(standing.alert_id)!
      const after = stoodBy(before, standing, this.#now)
      if (after !== null) changed.push(after)
    }
    const flooding = await grouped(this.#client, changed, {
      flood: this.#flood,
      limit: this.#needs.floodLimit(),
      now: this.#now,
    })
    this.#begins = flooding.begins
    const { rows, begun } = await jammed(this.#client, flooding.rows, this.#now)
    this.#jams = begun
    await keepAlerts(this.#client, rows)
    return rows
  }
}

/** The other vessel of a pair, or under the MMSI of a hit. */
function othersOf(row: ResultRow, named: NamedRule): Pick<AlertRow, 'other_mmsi' | 'other_split'> {
  const split = row.other_mmsi === null ? named.otherSplitOf(row) : null
  if (split !== null) return { other_mmsi: row.mmsi, other_split: split }
  return { other_mmsi: row.other_mmsi, other_split: row.other_split }
}

/** Evaluates the schedule; without a position it is unknown if it is night there. */
const isHour = (schedule: RuleSchedule, { first_at: at, lat_udeg: lat, lon_udeg: lon }: ResultRow): boolean =>
  onDuty({ schedule })(at, () =>
    lat === null || lon === null ? UNKNOWN : isTrue(isNight(at, lat / 1e6, lon / 1e6)),
  ) === TRUE

const isFresh = ({ version }: AlertRow) => version === 1
const hitKey = ({ mmsi, result_id, definition_id }: Pick<Hit, 'mmsi' | 'result_id' | 'definition_id'>) =>
  `${mmsi} ${definition_id} ${result_id}`
const keyOf = ({ row, raiser }: Raised) =>
  hitKey({ mmsi: row.mmsi, result_id: row.id, definition_id: raiser.id ?? '' })
const isOf = (hit: Hit, row: ResultRow) => hit.mmsi === row.mmsi && hit.result_id === row.id
const laterOf = ({ again, status, last_at, began_at, ended_at }: ResultRow) => ({
  again,
  status,
  last_at,
  began_at,
  ended_at,
})

const MOST_FIXES = 50
const hitOf = (alert_id: string, { row, raiser }: Raised): Hit => ({
  alert_id,
  mmsi: row.mmsi,
  result_id: row.id,
  definition_id: raiser.id ?? '',
  first_at: row.first_at,
  fix_ids: fixesOf(row.explanation).slice(0, MOST_FIXES).map(String),
  ...laterOf(row),
})
type Why = { fix_ids: readonly unknown[]; of: readonly Why[] }
const fixesOf = (why: Why | null): unknown[] =>
  why === null ? [] : [...new Set([...why.fix_ids, ...why.of.flatMap(fixesOf)])]

/** Returns the key by which hits are the same alert; the two of a pair count in any order. */
function dedupeOf({ id, dedupe_key }: Raiser, row: ResultRow, { area }: NamedRule): string {
  const ship = (mmsi: number, split: number | null) => `${mmsiText(mmsi)}.${split ?? 0}`
  const whose = row.source === null ? row.icao24 && `aircraft ${row.icao24}` : `source ${row.source}`
  const ships = whose !== null ? [whose] : row.mmsi === NO_MMSI ? [] : [ship(row.mmsi, row.split)]
  const pair = row.other_mmsi === null ? ships : [...ships, ship(row.other_mmsi, row.other_split)].sort()
  const parts: Record<(typeof dedupe_key)[number], string> = {
    mmsi: ships.join(),
    pair: pair.join(),
    aoi: area ?? (row.mmsi === NO_MMSI ? areaOf(row) : ''),
    source: row.source ?? '',
    icao24: row.icao24 ?? '',
  }
  const isPair = row.other_mmsi !== null && dedupe_key.includes('pair')
  return [
    id ?? `rule ${row.rule_id}`,
    ...dedupe_key.map((key) => (key === 'mmsi' && isPair ? '' : parts[key])),
  ].join(' ')
}

/** Returns the rule that counts in a zone; for a crowd also its position, which is part of the hit's id. */
const areaOf = ({ rule_id, id }: ResultRow): string => {
  const place = /\.area-([^.]+)\.\d+$/.exec(id)?.[1]
  return place === undefined ? rule_id : `${rule_id} ${place}`
}
