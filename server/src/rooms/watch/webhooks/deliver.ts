import { ADMINISTRATORS } from '../../../platform/kernel/http/audience.ts'
import type { Keys } from '../../../platform/kernel/http/keys.ts'
import { FREE, type Reach } from '../../../platform/kernel/http/allowed-addresses.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { JobRun } from '../../../platform/needs/jobs.ts'
import type { SamudraBus } from '../../../sea/topics.ts'
import { post, signed, type Answered } from './webhook-post.ts'
import { claimDue, settleDelivery, type DueDelivery } from './webhooks.sql.ts'

export type DeliverNeeds = {
  db: Db
  clock: Clock
  bus: Pick<SamudraBus, 'publish'>
  keys: Pick<Keys, 'unlock'>
  /** Addresses that webhooks not marked as local may call. */
  reach: Reach
}

const AT_ONCE = 20
/** Longer than so many take one after the other: who was killed meanwhile is followed by another then. */
const CLAIMED_MS = 240_000
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 3_600_000
/** Some five hours, then it is given up. */
export const MOST_TRIES = 13
export const waitAfter = (tries: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS)

/** Calls a webhook with something; `secret_locked` is what the database keeps. Never throws. */
export async function callWebhook(
  { clock, keys, reach }: Omit<DeliverNeeds, 'db' | 'bus'>,
  { url, secret_locked, is_local }: Pick<DueDelivery, 'url' | 'secret_locked' | 'is_local'>,
  { id, body }: Pick<DueDelivery, 'id' | 'body'>,
): Promise<Answered> {
  let secret: string
  try {
    secret = keys.unlock(secret_locked)
  } catch {
    const why = 'its secret was locked by another installation; give it one again'
    return { ok: false, status: null, why }
  }
  return post(url, { body, headers: signed(id, body, secret, clock.now()) }, is_local ? FREE : reach)
}

/** Sends what is due: of one webhook in the order in which it came, of several at the same time. */
export async function deliver(needs: DeliverNeeds, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE && !signal.aborted;) {
    const now = needs.clock.now()
    const due = await claimDue(needs.db, new Date(now), new Date(now + CLAIMED_MS), AT_ONCE)
    taken = due.length
    const byWebhook = new Map<string, DueDelivery[]>()
    for (const one of due) byWebhook.set(one.webhook_id, [...(byWebhook.get(one.webhook_id) ?? []), one])
    await Promise.all([...byWebhook.values()].map((some) => sendInOrder(needs, some, signal)))
  }
}

/** When one cannot be sent the others of its webhook wait with it, and have not been tried. */
async function sendInOrder(needs: DeliverNeeds, some: readonly DueDelivery[], signal: AbortSignal) {
  const { db, clock } = needs
  let waits: Date | null = null
  for (const one of some) {
    if (waits !== null || signal.aborted) {
      const next_at = waits ?? new Date(clock.now())
      await settleDelivery(db, one.id, { ...one, tries: one.tries - 1, next_at })
      continue
    }
    const { ok, status, why } = await callWebhook(needs, one, one)
    const at = clock.now()
    const isOver = !ok && one.tries >= MOST_TRIES
    if (!ok) waits = new Date(at + waitAfter(one.tries))
    await settleDelivery(db, one.id, {
      state: ok ? 'SENT' : isOver ? 'FAILED' : 'WAITS',
      tries: one.tries,
      next_at: ok || isOver ? null : waits,
      status,
      why,
      sent_at: ok ? new Date(at) : null,
    })
    if (isOver) notifyGivenUp(needs, one, why)
  }
}

const notifyGivenUp = ({ bus }: DeliverNeeds, { name }: DueDelivery, why: string) =>
  bus.publish('notice', {
    kind: 'JOB',
    severity: 'WARNING',
    text: `The delivery to the webhook ${name} failed after ${MOST_TRIES} tries: ${why}.`,
    link: { kind: 'screen', path: '/home/settings/system' },
    audience: ADMINISTRATORS,
  })
