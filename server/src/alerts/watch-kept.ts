import { ON_WATCH, type DutyRole } from '@samudra/contract/duties'
import type { IdentityDoor } from '../identity/room.ts'
import { ADMINISTRATORS } from '../kernel/audience.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import type { NoticesDoor } from '../notices/room.ts'
import type { Told } from '../sea/topics.ts'
import { dutiesBetween } from './duties.sql.ts'
import { isEmpty, keepGap, readWatch } from './watch-kept.sql.ts'

type Needs = { db: Db; clock: Clock; identity: Pick<IdentityDoor, 'everyone'>; notices: NoticesDoor }

const SCREEN = { kind: 'screen', path: '/home/main/dashboard/alerts/duties' } as const
const AS: Partial<Record<DutyRole, string>> = { WATCH_OFFICER: 'watch officer', SUPERVISOR: 'supervisor' }

const notice = (severity: Told['severity'], text: string): Told => ({
  kind: 'ALERT',
  severity,
  text,
  link: SCREEN,
  audience: ADMINISTRATORS,
})

/**
 * Tells administrators once when an alert waits and nobody who may log in is on duty as watch officer or supervisor, and
 * once more when somebody is. Told in the transaction that says so: whoever is killed tells it neither twice nor never.
 */
export async function tellWatch({ db, clock, identity, notices }: Needs): Promise<void> {
  const { since, isWaiting } = await readWatch(db)
  if (since === null && !isWaiting) return
  const now = clock.now()
  const known = new Set((await identity.everyone()).map(({ userId }) => userId))
  const first = (await dutiesBetween(db, new Date(now), new Date(now))).find(
    ({ role, user_id }) => ON_WATCH.includes(role) && known.has(user_id),
  )
  const isKept = first !== undefined
  if (isKept === (since === null)) return
  const told = isKept
    ? notice('INFO', `The watch is kept again: ${first.username} is on duty as ${AS[first.role]}.`)
    : notice(
        'WARNING',
        'The watch is empty: alerts wait, and nobody is on duty as watch officer or supervisor. Put somebody on duty.',
      )
  await notices.tellWith(async (client) => ((await keepGap(client, isKept ? null : now)) ? [told] : []))
}

/** What stands over every screen while the watch is empty; in every process, whichever finds that it is. */
export class EmptyWatch {
  readonly #db: Db
  #isEmpty = false
  constructor(db: Db) {
    this.#db = db
  }
  /** Looks again. A database that does not answer is told of by itself. */
  async look(): Promise<void> {
    this.#isEmpty = await isEmpty(this.#db).catch(() => this.#isEmpty)
  }
  words(): string | null {
    return this.#isEmpty ? 'alerts wait, and nobody is on duty as watch officer or supervisor' : null
  }
}
