import { sql } from 'kysely'
import type { Db } from '../../src/platform/needs/database.ts'
import { inTransaction, query } from '../../src/platform/needs/query.ts'
import { noteDelivery } from '../../src/rooms/watch/webhooks/webhooks.sql.ts'

let found = 0
/** As if a rule had a webhook told of so many hits. */
export async function webhookCallsOf(db: Db, webhook_id: string, hits: number): Promise<void> {
  for (let i = 0; i < hits; i++)
    await inTransaction(db, (client) =>
      noteDelivery(client, { id: `told.${++found}`, webhook_id, event: 'rule.hit', body: '{}' }, new Date()),
    )
}

/** As if whoever sends what waits had claimed it minutes ago: it is due for others now. */
export async function claimedLongAgo(db: Db): Promise<void> {
  await sql`update webhook_deliveries set next_at = now() where state = 'WAITS'`.execute(query(db))
}
