import {
  addWebhook,
  deleteWebhook,
  getWebhookDeliveries,
  getWebhooks,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
} from '@samudra/contract/webhooks'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Keys } from '../../../platform/kernel/http/keys.ts'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import { callWebhook, type DeliverNeeds } from './deliver.ts'
import {
  endWebhook,
  insertWebhook,
  readDeliveries,
  readWebhooks,
  writeWebhook,
  type CountedRow,
  type DeliveryRow,
} from './webhooks.sql.ts'

type Needs = Omit<DeliverNeeds, 'keys'> & { keys: Pick<Keys, 'lock' | 'unlock'> }

export const webhookOps = (needs: Needs): Handled[] =>
  [list, add, update, remove, tryOut, deliveries].map((make) => make(needs))

const iso = (at: Date | null) => at?.toISOString() ?? null
const present = (row: CountedRow): Webhook => ({
  id: row.id,
  version: row.version,
  name: row.name,
  url: row.url,
  is_local: row.is_local,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  waiting: row.waiting,
  failed_7d: row.failed_7d,
  last_sent_at: iso(row.last_sent_at),
})
const presentDelivery = (row: Omit<DeliveryRow, 'body'>): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  created_at: row.created_at.toISOString(),
  state: row.state,
  tries: row.tries,
  next_at: iso(row.next_at),
  status: row.status,
  why: row.why,
  sent_at: iso(row.sent_at),
})

async function knownWebhook({ db, clock }: Needs, id: string): Promise<CountedRow> {
  const [row] = await readWebhooks(db, new Date(clock.now()), id)
  if (row === undefined)
    throw new OperationError('NOT_FOUND', 'This webhook does not exist. Reload the list.')
  return row
}
/** Throws VALIDATION for an address that is refused whenever it is called. */
function refuseUnreachable({ reach }: Needs, url: string, isLocal: boolean) {
  const why = isLocal ? null : reach.refuses(new URL(url).hostname)
  if (why !== null)
    throw new OperationError('VALIDATION', `Check url: ${why}`, { fields: [{ field: 'url', why }] })
}

const isSameAddress = (one: string, other: string) => new URL(one).href === new URL(other).href

/** A secret is used at the address it was given for. */
function secretIsMissing() {
  const why = 'The secret belongs to another address. Enter the secret for this one.'
  return new OperationError('VALIDATION', why, { fields: [{ field: 'secret', why }] })
}

const list = ({ db, clock }: Needs) =>
  handle(getWebhooks, async () => ({
    items: (await readWebhooks(db, new Date(clock.now()))).map(present),
  }))

const add = (needs: Needs) =>
  handle(addWebhook, async ({ input, caller, record }) => {
    const { db, clock, keys } = needs
    const { secret, ...values } = input
    const id = ulid(clock.now())
    record({ objectType: 'webhook', objectId: id })
    refuseUnreachable(needs, values.url, values.is_local)
    const made = { ...values, id, version: 1, created_by: caller.username, created_at: new Date(clock.now()) }
    await insertWebhook(db, { ...made, secret_locked: keys.lock(secret) })
    const shown = present(await knownWebhook(needs, id))
    record({ after: shown })
    return shown
  })

const update = (needs: Needs) =>
  handle(updateWebhook, async ({ input, record }) => {
    const { id, expected_version, secret, ...values } = input
    record({ objectType: 'webhook', objectId: id })
    const before = await knownWebhook(needs, id)
    record({ before: present(before) })
    const next = {
      ...before,
      version: expected_version + 1,
      name: values.name ?? before.name,
      url: values.url ?? before.url,
      is_local: values.is_local ?? before.is_local,
      secret_locked: secret === undefined ? before.secret_locked : needs.keys.lock(secret),
    }
    refuseUnreachable(needs, next.url, next.is_local)
    if (secret === undefined && !isSameAddress(next.url, before.url)) throw secretIsMissing()
    if (!(await writeWebhook(needs.db, next)))
      throw new OperationError('VERSION_CONFLICT', 'Another user changed this webhook. Reload it.', {
        data: present(await knownWebhook(needs, id)),
      })
    const after = present(await knownWebhook(needs, id))
    record({ after: { ...after, ...(secret === undefined ? {} : { secret: 'another' }) } })
    return after
  })

const remove = (needs: Needs) =>
  handle(deleteWebhook, async ({ input: { id, reason }, record }) => {
    record({ objectType: 'webhook', objectId: id, reason })
    record({ before: present(await knownWebhook(needs, id)) })
    await endWebhook(needs.db, id, new Date(needs.clock.now()))
    return { id }
  })

const tryOut = (needs: Needs) =>
  handle(testWebhook, async ({ input: { id }, record }) => {
    record({ objectType: 'webhook', objectId: id })
    const row = await knownWebhook(needs, id)
    const began = needs.clock.now()
    const message = ulid(began)
    const body = JSON.stringify({ id: message, type: 'test', at: new Date(began).toISOString() })
    const answered = await callWebhook(needs, row, { id: message, body })
    record({ after: answered })
    return { ...answered, took_ms: Math.round(needs.clock.now() - began) }
  })

const deliveries = (needs: Needs) =>
  handle(getWebhookDeliveries, async ({ input }) => {
    await knownWebhook(needs, input.id)
    const rows = await readDeliveries(needs.db, input.id, input.state ?? null)
    return pageOf(rows.map(presentDelivery), input, needs.clock.now())
  })
