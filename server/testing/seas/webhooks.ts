import { sql } from 'kysely'
import type { Db } from '../../src/platform/needs/database.ts'
import { inTransaction, query } from '../../src/platform/needs/query.ts'
import { noteDelivery } from '../../src/rooms/watch/webhooks/webhooks.sql.ts'

let found = 0
/** Stores webhook deliveries as if a rule had sent a number of hits. */
export async function webhookCallsOf(db: Db, webhook_id: string, hits: number): Promise<void> {
  for (let i = 0; i < hits; i++)
    await inTransaction(db, (client) =>
      noteDelivery(client, { id: `told.${++found}`, webhook_id, event: 'rule.hit', body: '{}' }, new Date()),
    )
}

/** Changes waiting deliveries as if another process had claimed them minutes ago: they are due again. */
export async function claimedLongAgo(db: Db): Promise<void> {
  await sql`update webhook_deliveries set next_at = now() where state = 'WAITS'`.execute(query(db))
}
