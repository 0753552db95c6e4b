import type { FeedsRoom } from './feeds/room.ts'
import type { HistoryRoom } from './history/room.ts'
import type { LiveRoom } from './live/room.ts'
import type { Database } from './needs/database.ts'
import type { PictureRoom } from './picture/room.ts'

/** What `/healthz` answers: degraded while fixes cannot be stored. */
export function healthOf(
  database: Database,
  rooms: { history: HistoryRoom; feeds: FeedsRoom; picture: PictureRoom; live: LiveRoom },
  now: number,
) {
  const status = rooms.feeds.status.picture(rooms.picture.contacts, now)
  const { trouble, stored, waiting } = rooms.history.recorder
  return {
    state: trouble === null ? 'OK' : 'DEGRADED',
    trouble,
    database: database.engine,
    contacts: status.contacts,
    fixes: { received: rooms.feeds.status.fixes.total, stored, waiting, per_s: status.fixes_per_s },
    clients: rooms.live.clients,
    feeds: status.feeds,
  }
}
