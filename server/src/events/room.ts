import { CATEGORY_LOOKS } from '@samudra/contract/event-types'
import { boxOf } from '@samudra/nautical/box'
import { findObjects } from '../kernel/named.ts'
import { isVisible, Objects } from '../kernel/objects.ts'
import type { Room } from '../kernel/room.ts'
import { isInSight, type EventBody } from './event.ts'
import { eventOps } from './events.ops.ts'
import { fileOps } from './files.ops.ts'
import type { EventNeeds } from './keeper.ts'
import { readFiles } from './files.sql.ts'

/** What happened at sea: found in signals, reported by people, disasters; with their files. */
export async function eventsRoom(needs: Omit<EventNeeds, 'events' | 'files'>): Promise<Room> {
  const events = new Objects<EventBody>(needs, {
    type: 'vessel_event',
    noun: 'event',
    everybodyShares: true,
    maySee: (event, caller) =>
      isVisible(event, caller) &&
      (caller.isAdmin || event.owner_id === caller.userId || isInSight(event.body.geometry, caller.sight)),
    // Who sees one may judge it; what else they may is looked at change by change.
    mayChange: () => true,
  })
  await events.load()
  const files = new Map((await readFiles(needs.db)).map((file) => [file.id, file]))
  const all = { ...needs, events, files }
  return {
    name: 'events',
    ops: [...eventOps(all), ...fileOps(all)],
    find: [
      findObjects(events, {
        kind: 'event',
        namesOf: ({ title, status }) => (status === 'REMOVED' ? [] : [title]),
        show: ({ body }) => ({
          label: body.title,
          detail: `${CATEGORY_LOOKS[body.category].label} · ${body.status.toLowerCase()} · ${body.start_at.slice(0, 10)}`,
          bbox: boxOf(body.geometry),
        }),
      }),
    ],
  }
}
