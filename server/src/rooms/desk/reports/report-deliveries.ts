import { users } from '../../../platform/kernel/http/audience.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { MailInterface } from '../../team/mail/room.ts'
import type { NotificationsInterface } from '../../watch/notifications/room.ts'
import { CONTENT_TYPES } from './report-files.ts'
import { callerOf, enqueueRun, formatOf, timeOf, type RunNeeds } from './report-runs.ts'
import {
  readRun,
  settleDelivery,
  settleNow,
  waitingDeliveries,
  type Delivery,
  type RunRow,
} from './report-rows.sql.ts'

export type DeliveryNeeds = RunNeeds & { notifications: NotificationsInterface; mail: MailInterface }

const AT_ONCE = 100

/** Sends what waits: a notification to the owner, a run of its own to each other user, a mail to each address. Each once. */
export async function deliverReports(needs: DeliveryNeeds, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const waiting = await waitingDeliveries(needs.db, AT_ONCE)
    for (const delivery of waiting) {
      signal?.throwIfAborted()
      const run = await readRun(needs.db, delivery.report_id)
      if (run !== undefined) await SENDERS[delivery.kind](needs, delivery, run)
    }
    if (waiting.length < AT_ONCE) return
  }
}

type Send = (needs: DeliveryNeeds, delivery: Delivery, run: RunRow) => Promise<void>
const SENDERS: Record<Delivery['kind'], Send> = { NOTIFY: notify, USER: runForUser, ADDRESS: mailTo }

async function notify({ notifications, clock }: DeliveryNeeds, delivery: Delivery, run: RunRow) {
  await notifications.notifyWith(async (client) => {
    if (!(await settleDelivery(client, delivery, new Date(clock.now()), null))) return []
    const { name } = run.template
    const isDone = run.state === 'DONE'
    return [
      {
        kind: 'REPORT',
        severity: isDone ? 'INFO' : 'WARNING',
        text: isDone
          ? `The report ${name} is ready.`
          : `The report ${name} failed: ${run.error ?? 'unknown'}`,
        link: { kind: 'screen', path: '/home/main/dashboard/reports?part=runs' },
        audience: users(delivery.recipient),
        channels: run.parent_id !== null || run.due_at !== null ? ['PAGE', 'EMAIL'] : ['PAGE'],
      },
    ]
  })
}

/** Enqueues a run of the same template as a recipient: it holds what that user may see. */
async function runForUser(needs: DeliveryNeeds, delivery: Delivery, run: RunRow) {
  const at = new Date(needs.clock.now())
  const user = await callerOf(needs, delivery.recipient)
  if (user === undefined) {
    await settleNow(needs.db, delivery, at, 'can no longer log in')
    return
  }
  await enqueueRun(
    needs,
    {
      template: run.template,
      templateId: run.template_id,
      owner: user,
      time: timeOf(run),
      parentId: run.id,
      ...(run.due_at !== null && { dueAt: run.due_at }),
    },
    async (client) => {
      if (!(await settleDelivery(client, delivery, at, null))) throw new Error(TAKEN)
    },
  ).catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== TAKEN) throw error
  })
}
const TAKEN = 'another process sent it'

async function mailTo(needs: DeliveryNeeds, delivery: Delivery, run: RunRow) {
  const { files, mail, db, clock } = needs
  const attachments = await Promise.all(
    (await files.of(run.id)).map(async (file) => ({
      filename: file.name,
      contentType: CONTENT_TYPES[formatOf(file.name)],
      content: await wholeOf(await files.read(file)),
    })),
  )
  const { name } = run.template
  const error = await mail
    .sendTo({
      key: `report-${run.id}-${delivery.recipient}`,
      to: delivery.recipient,
      at: run.ended_at ?? run.requested_at,
      subject: `${name}, ${run.from_at.toISOString().slice(0, 10)}`,
      text: `${name}, from ${run.from_at.toISOString()} to ${run.to_at.toISOString()}, of ${run.owner}.`,
      attachments,
    })
    .then(
      () => null,
      (fault: unknown) => sentenceOf(fault),
    )
  await settleNow(db, delivery, new Date(clock.now()), error)
}

async function wholeOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}
