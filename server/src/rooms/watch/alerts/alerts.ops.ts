import { isOpen, IS_TRUE, wrongOf, type Act } from '@samudra/contract/alert-workflow'
import { getAlertMarks } from '@samudra/contract/alert-marks'
import { getAlertNotices } from '@samudra/contract/alert-notifications'
import {
  acknowledgeAlerts,
  getAlertResults,
  getAlerts,
  getAlertsForVessel,
  type Alert,
} from '@samudra/contract/alerts'
import type { IdentityInterface } from '../../centre/identity/room.ts'
import { isAddressed } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { NotificationsInterface } from '../notifications/room.ts'
import type { OutgoingNotification } from '../../../sea/topics.ts'
import { worked } from './acknowledge.ts'
import type { AlertRow } from './alert.ts'
import { inAlerts, keepAlerts, lockAlerts, waitForRaising, type Client } from './alerts.sql.ts'
import type { Escalation } from './raising/escalation.ts'
import type { WeeklyFigures } from './figures/week.ts'
import { medianOf } from './figures/figures.ts'
import { notifiedByAction } from './named.ts'
import {
  countsOf,
  everyAlert,
  groupsOf,
  knowersOfAlerts,
  marksOf,
  pageOfAlerts,
  sumsByGroup,
  pushAlerts,
  type SeenNeeds,
} from './alert-visibility.ts'

type Known = Awaited<ReturnType<IdentityInterface['everyone']>>[number]
export type AlertNeeds = SeenNeeds & {
  clock: Clock
  identity: Pick<IdentityInterface, 'everyone' | 'mentionedIn'>
  notifications: NotificationsInterface
  escalation: Escalation
  week: WeeklyFigures
  isSupervisor: (caller: Caller) => Promise<boolean>
}

export const alertOps = (needs: AlertNeeds): Handled[] =>
  [list, marks, acknowledge, ofVessel, ofDefinition, pushed].map((make) => make(needs))

const ms = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))
const numberOf = (mmsi: string | undefined) => (mmsi === undefined ? undefined : Number(mmsi))
const iso = (at: number) => new Date(at).toISOString()

const list = (needs: AlertNeeds) =>
  handle(getAlerts, async ({ input, caller }) => {
    const {
      id,
      mmsi,
      aoi_id: aoiId,
      definition_id: definitionId,
      from,
      to,
      as_of,
      limit,
      cursor,
      ...plain
    } = input
    const when = { from: ms(from), to: ms(to), asOf: ms(as_of) }
    const query = {
      ...plain,
      ...(id !== undefined && { ids: [id] }),
      mmsi: numberOf(mmsi),
      aoiId,
      definitionId,
      ...when,
    }
    const { sums, loneGroups } = await sumsByGroup(needs, query, caller)
    const page = await pageOfAlerts(needs, { ...query, loneGroups }, caller, { limit, cursor }, sums)
    return {
      ...page,
      as_of: as_of === undefined ? iso(needs.clock.now()) : iso(Date.parse(as_of)),
      counts: countsOf(sums),
      groups: groupsOf(sums, loneGroups),
    }
  })

const marks = (needs: AlertNeeds) =>
  handle(getAlertMarks, async ({ input: { as_of }, caller }) => {
    const { items, truncated } = await marksOf(needs, { asOf: ms(as_of) }, caller)
    return { items, truncated, as_of: iso(ms(as_of) ?? needs.clock.now()) }
  })

const ofVessel = (needs: AlertNeeds) =>
  handle(getAlertsForVessel, async ({ input, caller }) => {
    const { mmsi, split_id: split, from, to, state, ...page } = input
    const which = { mmsi: Number(mmsi), split, from: ms(from), to: ms(to), state }
    const as_of = iso(needs.clock.now())
    return { ...(await pageOfAlerts(needs, which, caller, page)), as_of }
  })

const ofDefinition = (needs: AlertNeeds) =>
  handle(getAlertResults, async ({ input, caller }) => {
    const { id, from, to, disposition, ...page } = input
    // Alerts of a deleted definition still exist.
    await needs.definitions.objects.versions(id, caller)
    const which = { definitionId: id, from: ms(from), to: ms(to), disposition }
    const all = await everyAlert(needs, which, caller)
    return {
      ...(await pageOfAlerts(needs, which, caller, page)),
      as_of: iso(needs.clock.now()),
      precision: precisionOf(all.map((row) => ({ ...row, n: 1 }))),
      median_ack_s: medianOf(
        all.flatMap(({ acked_at, known_at }) => (acked_at === null ? [] : [(acked_at - known_at) / 1000])),
      ),
    }
  })

const pushed = (needs: AlertNeeds) =>
  handle(getAlertNotices, async ({ input: { id }, caller }) => {
    const [row] = (await pageOfAlerts(needs, { ids: [id] }, caller, { limit: 1 })).items
    if (row === undefined)
      throw new OperationError('NOT_FOUND', 'This alert does not exist; choose it from the list.')
    return { items: await needs.notifications.ofAlert(id) }
  })

/** Share of the judged alerts that there was something to; null without any. */
export function precisionOf(sums: readonly (Pick<Alert, 'disposition'> & { n: number })[]): number | null {
  let [judged, right] = [0, 0]
  for (const { disposition, n } of sums) {
    const isTrue = disposition === null ? null : IS_TRUE[disposition]
    if (isTrue !== null) judged += n
    if (isTrue === true) right += n
  }
  return judged === 0 ? null : right / judged
}
type Done = {
  id: string
  ok: boolean
  state: AlertRow['state'] | null
  owner: string | null
  version: number | null
}
const doneOf = ({ id, state, owner, version }: AlertRow, ok: boolean): Done => ({
  id,
  ok,
  state,
  owner,
  version,
})
const no = (id: string, row: AlertRow | null, Code: string, Message: string) => ({
  ...(row === null ? { id, ok: false, state: null, owner: null, version: null } : doneOf(row, false)),
  Code,
  Message,
})

/**
 * Runs an action in one transaction. Notifications are sent one after the other; an action without any does not wait
 * for them.
 */
const inOne = (
  { db, notifications }: AlertNeeds,
  { comment = '', assignee_id: id }: Act,
  work: (client: Client) => Promise<OutgoingNotification[]>,
): Promise<void> =>
  id !== undefined || comment.includes('@')
    ? notifications.notifyWith(work)
    : inAlerts(db, async (client) => void (await work(client)))

type Answered = Done & { Code?: string; Message?: string }

const acknowledge = (needs: AlertNeeds) =>
  handle(acknowledgeAlerts, async ({ input, caller, record, recordWith }) => {
    const { ids, expected_versions = {}, until, ...rest } = input
    const act: Act = { ...rest, until: ms(until) }
    const wanted = [...new Set(ids)]
    record({ objectType: 'alert', objectId: wanted.join(), ...(act.comment && { reason: act.comment }) })
    const now = needs.clock.now()
    const wrong = wrongOf(act, now)
    if (wrong !== null)
      throw new OperationError('VALIDATION', `Check ${wrong.field}: it ${wrong.why}.`, {
        fields: [{ field: wrong.field ?? 'action', why: wrong.why }],
      })
    const assignee = await assigneeOf(needs, act)
    const hand = { id: caller.userId, name: caller.username, isSupervisor: await needs.isSupervisor(caller) }
    const changed: AlertRow[] = []
    const judged = new Map<string, AlertRow['disposition']>()
    const mentioned = await needs.identity.mentionedIn(act.comment ?? '', caller.userId)
    let results: Answered[] = []
    await inOne(needs, act, async (client) => {
      changed.length = 0
      await waitForRaising(client)
      const rows = await lockAlerts(client, wanted)
      const knowers = await knowersOfAlerts(needs, rows)
      const byId = new Map(rows.map((row) => [row.id, row]))
      results = wanted.map((id) => {
        const row = byId.get(id)
        if (row === undefined || !isAddressed(knowers(row), caller))
          return no(id, null, 'NOT_FOUND', 'This alert does not exist; choose it from the list.')
        if (assignee !== null && !isAddressed(knowers(row), assignee))
          return no(id, row, 'FORBIDDEN', `${assignee.username} may not know of this alert; choose another.`)
        const done = worked(row, {
          act,
          hand,
          assignee: assignee && { id: assignee.userId, name: assignee.username },
          escalation: needs.escalation,
          now,
        })
        if (!done.ok) return no(id, row, done.code, done.why)
        if (done.isSame) return doneOf(row, true)
        if ((expected_versions[id] ?? row.version) !== row.version)
          return no(id, row, 'VERSION_CONFLICT', changedMeanwhile(row))
        changed.push(done.row)
        judged.set(id, row.disposition)
        return doneOf(done.row, true)
      })
      await keepAlerts(client, changed, { actor: hand.name, action: act.action })
      const before = rows.filter(({ id }) => changed.some((one) => one.id === id))
      await recordWith(client, { before: before.map((row) => doneOf(row, true)), after: results })
      return notifiedByAction(changed, { act, by: caller, assignee, mentioned }, knowers)
    })
    needs.week.changedBy(changed.filter(({ id, disposition }) => disposition !== judged.get(id)))
    await pushAlerts(needs, changed)
    return { results }
  })

const changedMeanwhile = ({ owner, state }: AlertRow) =>
  `This alert has changed meanwhile${owner === null || !isOpen(state) ? '' : `, and is assigned to ${owner}`}; reload it.`

/** Throws VALIDATION for an assignee who does not exist. */
async function assigneeOf({ identity }: AlertNeeds, { assignee_id: id }: Act): Promise<Known | null> {
  if (id === undefined) return null
  const found = (await identity.everyone()).find(({ userId }) => userId === id)
  if (found !== undefined) return found
  const why = 'is not an active user; choose another'
  throw new OperationError('VALIDATION', `Check assignee_id: it ${why}.`, {
    fields: [{ field: 'assignee_id', why }],
  })
}
