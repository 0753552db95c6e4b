import { room } from '../../../platform/ground.ts'
import { reachOf } from '../../../platform/kernel/http/allowed-addresses.ts'
import { deliver } from './deliver.ts'
import { webhookOps } from './webhooks.ops.ts'
import {
  forgetDeliveries,
  isWebhook,
  noteDelivery,
  readStanding,
  type Client,
  type NewDelivery,
  type Standing,
} from './webhooks.sql.ts'

const SEND_MS = 2000
const KEPT_MS = 30 * 86_400_000

export type WebhooksDoor = {
  isThere(id: string): Promise<boolean>
  /** Has a webhook told of something, once however often it is said, when the transaction is stored. False where there is no such webhook. */
  tell(client: Client, delivery: NewDelivery): Promise<boolean>
  /** How deliveries stand, by their ids, as far as they are not forgotten. */
  standing(ids: readonly string[]): Promise<Standing[]>
}

/** Addresses outside that are called when something happens: declared by administrators, told once, tried again. */
export const webhooks = room({
  name: 'webhooks',
  uses: {},
  open: async (ground) => {
    const { db, clock, assembly } = ground
    // What feeds may call is allowed for feeds alone.
    const own = { folders: [], hosts: [], databaseHost: assembly.feedReach?.databaseHost ?? null }
    const reach = await reachOf(own, 'A webhook calls it only when it is said to be local.')
    const needs = { ...ground, keys: assembly.keys, reach }
    return {
      door: {
        isThere: (id) => isWebhook(db, id),
        standing: (ids) => readStanding(db, ids),
        tell: (client, delivery) => noteDelivery(client, delivery, new Date(clock.now())),
      } satisfies WebhooksDoor,
      ops: webhookOps(needs),
      jobs: [
        {
          name: 'webhooks.send',
          does: 'Calls webhooks with what they are to be told',
          when: { everyMs: SEND_MS },
          work: (run) => deliver(needs, run),
        },
        {
          name: 'webhooks.forget',
          does: 'Forgets what webhooks were told after 30 days',
          when: { cron: '55 3 * * *', zone: 'UTC' },
          work: () => forgetDeliveries(db, new Date(clock.now() - KEPT_MS)),
        },
      ],
    }
  },
})
