import type { DutyRole } from '@samudra/contract/duties'
import { audit } from '../../centre/audit/room.ts'
import { room, type RoomInterface } from '../../../platform/ground.ts'
import { history } from '../../past/history/room.ts'
import { identity } from '../../centre/identity/room.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import { notifications } from '../notifications/room.ts'
import { picture } from '../../picture/picture/room.ts'
import { ports } from '../../chart/ports/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { rules } from '../rules/room.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { JobKind } from '../../../platform/needs/jobs.ts'
import { settings } from '../../centre/settings/room.ts'
import { bringToNow, tickAlerts, type ClockNeeds } from './raising/alert-clock.ts'
import { dutiesNow, dutyOps, isSupervisor, lastWatch, onDutyNow } from './duty/duties.ts'
import { evidenceOf } from './evidence/alert-evidence.ts'
import { alertOps } from './alerts.ops.ts'
import { DEFINITION_OBJECTS } from './definitions/definition.ts'
import { definitionOps } from './definitions/definitions.ops.ts'
import { Definitions } from './definitions/definitions.ts'
import { Escalation, type AckMinutes } from './raising/escalation.ts'
import { policyOps } from './policies/policies.ops.ts'
import { definitionsOfPolicy, POLICY_OBJECTS } from './policies/policy.ts'
import { countedAlerts } from './figures/alert-counts.ts'
import { figuresOps } from './figures/alert-figures.ops.ts'
import { raiseAlerts, type RaiseNeeds } from './raising/raise.ts'
import { alertsOf, marksOf } from './alert-visibility.ts'
import { WatchState } from './duty/watch-staffed.ts'
import { FIGURES_MS, WEEK_LEFT_MS, WeeklyFigures } from './figures/week.ts'

export type { AlertEvidence } from './evidence/alert-evidence.ts'

const RAISE_JOB = 'alerts.raise'
/** Interval for hits that were missed, ms; each new hit triggers the job itself. */
const RAISE_MS = 5000
const CLOCK_MS = 2000
const ACK_SETTINGS: Readonly<Record<string, string | undefined>> = {
  CRITICAL: 'alerts.ack_critical_min',
  HIGH: 'alerts.ack_high_min',
  MEDIUM: 'alerts.ack_medium_min',
}

/** Returns minutes that an alert may wait at each level; null where no user is notified. */
const ackMinutes =
  (values: { number: (key: string) => number }): AckMinutes =>
  (severity) => {
    const key = ACK_SETTINGS[severity]
    // Zero minutes: never.
    return key === undefined ? null : values.number(key) || null
  }

/** Interval for checking that the watch is staffed, ms. */
const WATCH_MS = 5000

/** Alerts for users: raised from rule hits, owned and worked on. */
export const alerts = room({
  name: 'alerts',
  uses: { audit, settings, identity, notifications, sources, history, ports, picture, rules },
  open: async (
    ground,
    { audit, settings, identity, notifications, sources, history, ports, picture, rules },
  ) => {
    const policies = await openObjects(ground, POLICY_OBJECTS)
    const definitions = new Definitions(ground.db, await openObjects(ground, DEFINITION_OBJECTS))
    const { values } = settings
    const escalation = new Escalation(ackMinutes(values), (id) => policies.find(id)?.body)
    const week = new WeeklyFigures({ ...ground, names: sources.names, rules, definitions })
    const needs = {
      ...ground,
      audit,
      week,
      names: sources.names,
      isRecorded: (source: number) => sources.isRecorded(source),
      history: history.counts,
      identity,
      notifications,
      ports,
      picture,
      rules,
      definitions,
      policies,
      escalation,
      isSupervisor: (caller: Caller) => isSupervisor(ground, caller),
      floodLimit: () => values.number('alerts.flood_limit'),
    }
    ground.queries.subscribe('references', definitionsOfPolicy(definitions.objects))
    ground.queries.subscribe('duties', () => dutiesNow(ground))
    ground.queries.subscribe('unread', async (caller) => {
      const { items } = await marksOf(needs, { asOf: undefined }, caller)
      return [{ room: 'alerts', count: items.filter(({ state }) => state === 'NEW').length }]
    })
    ground.queries.subscribe('resultAlerts', (results, caller) => alertsOf(needs, results, caller))
    ground.bus.subscribe('results', () => {
      // Other work runs on the clock.
      ground.jobs.hurry(RAISE_JOB).catch((error: unknown) => {
        ground.log.warn('alerts are queued', { error: sentenceOf(error) })
      })
    })
    // A killed process may have changed alerts without a push.
    ground.others.follow('alerts', { changed: () => undefined, afresh: async () => true })
    const watch = new WatchState({ ...ground, identity })
    return {
      door: {
        /** Returns the state of the watch for health and banner. */
        watch: () => watch.state(),
        /** Returns an alert as the caller may read it, with steps and notifications; null where the caller may know of none. */
        evidenceOf: (id: string, caller: Caller) => evidenceOf(needs, id, caller),
        /** Returns alerts that became known in a period, as far as a caller may know of them. Throws TOO_LARGE. */
        counted: (query: Parameters<typeof countedAlerts>[1], caller: Caller) =>
          countedAlerts(needs, query, caller),
        /** Returns when the last watch began that began by an instant; null without one in the two days before. */
        lastWatch: (at: number) => lastWatch(ground, at),
        /** Returns ids of users on duty now. */
        onDuty: (role: DutyRole) => onDutyNow(ground, role),
      },
      beats: [
        { everyMs: WATCH_MS, work: () => watch.look() },
        { everyMs: FIGURES_MS, work: () => week.notify() },
      ],
      ops: opsOf(needs),
      jobs: jobsOf(needs),
      start: () => bringToNow(needs),
    }
  },
})

/** Interface of the room. */
export type AlertsInterface = RoomInterface<typeof alerts>

const opsOf = (
  needs: Parameters<typeof alertOps>[0] &
    Parameters<typeof definitionOps>[0] &
    Parameters<typeof policyOps>[0] &
    Parameters<typeof dutyOps>[0] &
    Parameters<typeof figuresOps>[0],
) => [
  ...alertOps(needs),
  ...definitionOps(needs),
  ...policyOps(needs),
  ...dutyOps(needs),
  ...figuresOps(needs),
]

const jobsOf = (needs: RaiseNeeds & ClockNeeds): JobKind[] => [
  {
    name: RAISE_JOB,
    does: 'Raises alerts for rule hits',
    when: { everyMs: RAISE_MS },
    work: (run) => raiseAlerts(needs, run),
  },
  {
    name: 'alerts.clock',
    does: 'Escalates unassigned alerts and returns shelved ones',
    when: { everyMs: CLOCK_MS },
    work: (run) => tickAlerts(needs, run),
  },
  {
    name: 'alerts.week',
    does: 'Refreshes 7-day alert figures',
    when: { everyMs: WEEK_LEFT_MS },
    work: () => needs.week.notifyAll(),
  },
]
