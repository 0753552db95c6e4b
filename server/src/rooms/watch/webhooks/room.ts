import { room, type RoomInterface } from '../../../platform/ground.ts'
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
} from './webhooks.sql.ts'

const SEND_MS = 2000
const RETENTION_MS = 30 * 86_400_000

/** External addresses called on events: declared by administrators, each event sent once, with retries. */
export const webhooks = room({
  name: 'webhooks',
  uses: {},
  open: async (ground) => {
    const { db, clock, assembly } = ground
    // Addresses allowed for feeds are allowed for feeds only.
    const own = { folders: [], hosts: [], databaseHost: assembly.feedReach?.databaseHost ?? null }
    const reach = await reachOf(own, 'A webhook calls it only when it is marked as local.')
    const needs = { ...ground, keys: assembly.keys, reach }
    return {
      door: {
        isThere: (id: string) => isWebhook(db, id),
        /** Returns the state of deliveries by id, as far as they are not deleted. */
        standing: (ids: readonly string[]) => readStanding(db, ids),
        /** Stores a delivery to a webhook in a transaction, once under one id. False without such a webhook. */
        deliver: (client: Client, delivery: NewDelivery) =>
          noteDelivery(client, delivery, new Date(clock.now())),
      },
      ops: webhookOps(needs),
      jobs: [
        {
          name: 'webhooks.send',
          does: 'Delivers to webhooks',
          when: { everyMs: SEND_MS },
          work: (run) => deliver(needs, run),
        },
        {
          name: 'webhooks.forget',
          does: 'Deletes webhook deliveries after 30 days',
          when: { cron: '55 3 * * *', zone: 'UTC' },
          work: () => forgetDeliveries(db, new Date(clock.now() - RETENTION_MS)),
        },
      ],
    }
  },
})

/** Interface of the room. */
export type WebhooksInterface = RoomInterface<typeof webhooks>
