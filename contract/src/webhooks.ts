import { z } from 'zod'
import { Id, Instant, listOf, op, paging, typedName } from './kernel.ts'

export const SHORTEST_SECRET = 24
const Secret = z
  .string()
  .min(SHORTEST_SECRET, `needs at least ${SHORTEST_SECRET} signs; write a longer one`)
  .max(200)
const Address = z
  .string()
  .trim()
  .max(1000)
  .refine(
    (text) => isAddress(text),
    'must be an address like https://centre.example/hook, without user, password or #',
  )
function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hash } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && hash === ''
}

/** An address outside that is called when something happens; its secret is never read back. */
export const Webhook = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  url: z.string(),
  /** True when the address may be on this machine, or on the local link. */
  is_local: z.boolean(),
  created_by: z.string(),
  created_at: Instant,
  /** Deliveries that wait, and those that were given up in the last week. */
  waiting: z.number(),
  failed_7d: z.number(),
  /** When it last took something; null when it never did. */
  last_sent_at: Instant.nullable(),
})
export type Webhook = z.output<typeof Webhook>

export const DELIVERY_STATES = ['WAITS', 'SENT', 'FAILED'] as const
/** Message to a webhook, and its outcome; stored for 30 days. */
export const WebhookDelivery = z.object({
  /** The receiver gets it as `webhook-id`: the same is the same, however often it comes. */
  id: z.string(),
  event: z.string(),
  created_at: Instant,
  state: z.enum(DELIVERY_STATES),
  tries: z.number(),
  /** When it is tried next; null when it is over. */
  next_at: Instant.nullable(),
  /** Last status of the receiver; null without an answer. */
  status: z.number().nullable(),
  /** Why it went wrong the last time; empty when it did not. */
  why: z.string(),
  sent_at: Instant.nullable(),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const getWebhooks = op({
  name: 'getWebhooks',
  route: 'GET /v2/webhooks',
  bounded: 'CENTRE',
  who: 'admin',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({ items: z.array(Webhook) }),
})

/** Declares an address that rules of administrators may call. What is sent is signed with the secret. */
export const addWebhook = op({
  name: 'addWebhook',
  route: 'POST /v2/webhooks',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Added a webhook',
  example: { name: 'x', url: 'https://centre.example/hook', secret: 'x'.repeat(SHORTEST_SECRET) },
  input: z.object({
    name: typedName(80),
    url: Address,
    secret: Secret,
    is_local: z.boolean().default(false),
  }),
  output: Webhook,
})

/**
 * Updates a webhook; omitted fields stay, another address requires a secret. Waiting deliveries go to the new
 * address, signed with the new secret.
 */
export const updateWebhook = op({
  name: 'updateWebhook',
  route: 'POST /v2/webhooks/{id}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Changed a webhook',
  example: { id: 'none', expected_version: 1 },
  input: z.object({
    id: Id,
    expected_version: z.number(),
    name: typedName(80).optional(),
    url: Address.optional(),
    secret: Secret.optional(),
    is_local: z.boolean().optional(),
  }),
  output: Webhook,
})

/** Deletes a webhook and drops its waiting deliveries. */
export const deleteWebhook = op({
  name: 'deleteWebhook',
  route: 'DELETE /v2/webhooks/{id}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Removed a webhook',
  example: { id: 'none', reason: 'x' },
  input: z.object({ id: Id, reason: z.string().trim().min(1).max(500) }),
  output: z.object({ id: z.string() }),
})

/** Calls the webhook at once with an empty message and returns its answer; a failure is an answer. */
export const testWebhook = op({
  name: 'testWebhook',
  route: 'POST /v2/webhooks/{id}/test',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Tested a webhook',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({
    ok: z.boolean(),
    status: z.number().nullable(),
    why: z.string(),
    /** Milliseconds until it was answered. */
    took_ms: z.number(),
  }),
})

/** Returns deliveries, done and waiting, newest first. */
export const getWebhookDeliveries = op({
  name: 'getWebhookDeliveries',
  route: 'GET /v2/webhooks/{id}/deliveries',
  bounded: 'PAGE',
  who: 'admin',
  past: 'NOW',
  example: { id: 'none' },
  input: z.object({ id: Id, state: z.enum(DELIVERY_STATES).optional(), ...paging }),
  output: listOf(WebhookDelivery),
})
