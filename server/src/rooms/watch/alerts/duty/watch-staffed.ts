import { ON_WATCH, type DutyRole } from '@samudra/contract/duties'
import type { IdentityInterface } from '../../../centre/identity/room.ts'
import { ADMINISTRATORS } from '../../../../platform/kernel/http/audience.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { NotificationsInterface } from '../../notifications/room.ts'
import type { OutgoingNotification } from '../../../../sea/topics.ts'
import { dutiesBetween } from './duties.sql.ts'
import type { AlertRow } from '../alert.ts'
import type { Escalation } from '../raising/escalation.ts'
import { pushAlerts, type SeenNeeds } from '../alert-visibility.ts'
import { EMPTY_WORDS, standWatchAlert } from './watch-alert.ts'
import { isEmpty as isWatchEmpty, keepGap, readWatch } from './watch-staffed.sql.ts'

type Needs = SeenNeeds & {
  clock: Clock
  identity: Pick<IdentityInterface, 'everyone'>
  notifications: NotificationsInterface
  escalation: Escalation
}

const SCREEN = { kind: 'screen', path: '/home/main/dashboard/alerts/duties' } as const
const AS: Partial<Record<DutyRole, string>> = { WATCH_OFFICER: 'watch officer', SUPERVISOR: 'supervisor' }

const notice = (severity: OutgoingNotification['severity'], text: string): OutgoingNotification => ({
  kind: 'ALERT',
  severity,
  text,
  link: SCREEN,
  audience: ADMINISTRATORS,
})

/**
 * Notifies administrators once when an alert waits and no user who may log in is on duty as watch officer or
 * supervisor, and again when one is. Both commit in one transaction, so a killed process notifies neither twice nor
 * never. If duties are in use it also raises an alert, cleared when a user is on duty.
 */
export async function notifyWatch(needs: Needs): Promise<void> {
  const { db, clock, notifications, escalation } = needs
  const { since, isWaiting, isUsed, isRaised } = await readWatch(db)
  if (since === null && !isWaiting && !isRaised) return
  const now = clock.now()
  const [first] = await onWatchNow(needs)
  const isStaffed = first !== undefined
  const isEmpty = !isStaffed && isUsed && (since !== null || isWaiting)
  const isNotified = isStaffed === (since === null)
  if (isNotified && isEmpty === isRaised) return
  const notified = isStaffed
    ? notice('INFO', `The watch is staffed again: ${first.username} is on duty as ${AS[first.role]}.`)
    : notice('WARNING', `The watch is empty: ${EMPTY_WORDS}. Assign a duty.`)
  let changed: readonly AlertRow[] = []
  await notifications.notifyWith(async (client) => {
    const isNew = !isNotified && (await keepGap(client, isStaffed ? null : now))
    changed = await standWatchAlert(client, { isEmpty, escalation, now })
    return isNew ? [notified] : []
  })
  await pushAlerts(needs, changed)
}

/** State of the watch for health and banner, in every process. */
export class WatchState {
  readonly #needs: Pick<Needs, 'db' | 'clock' | 'identity'>
  #now: { isEmpty: boolean; names: readonly string[] } = { isEmpty: false, names: [] }
  constructor(needs: Pick<Needs, 'db' | 'clock' | 'identity'>) {
    this.#needs = needs
  }
  /** Reads it again; keeps what is known while the database does not answer. */
  async look(): Promise<void> {
    const { db } = this.#needs
    const read = Promise.all([isWatchEmpty(db), onWatchNow(this.#needs)])
    await read.then(
      ([isEmpty, duties]) => (this.#now = { isEmpty, names: duties.map(({ username }) => username) }),
      () => undefined,
    )
  }
  /** OK names the users on duty; OFF means that none is and nothing waits. */
  state(): { state: 'OK' | 'DEGRADED' | 'OFF'; words: string } {
    const { isEmpty, names } = this.#now
    if (isEmpty) return { state: 'DEGRADED', words: EMPTY_WORDS }
    if (names.length === 0) return { state: 'OFF', words: 'no watch officer or supervisor is on duty' }
    return { state: 'OK', words: `on duty: ${[...new Set(names)].join(', ')}` }
  }
}

/** Returns the watch officers and supervisors on duty who may log in, the latest first. */
async function onWatchNow({ db, clock, identity }: Pick<Needs, 'db' | 'clock' | 'identity'>) {
  const now = new Date(clock.now())
  const known = new Set((await identity.everyone()).map(({ userId }) => userId))
  const duties = await dutiesBetween(db, now, now)
  return duties.filter(({ role, user_id }) => ON_WATCH.includes(role) && known.has(user_id))
}
