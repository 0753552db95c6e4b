import { CATEGORY_LOOKS } from '@samudra/contract/event-types'
import { boxOf } from '@samudra/nautical/box'
import { room } from '../ground.ts'
import { history } from '../history/room.ts'
import type { Caller } from '../kernel/caller.ts'
import { picture } from '../picture/room.ts'
import { findObjects, type Find } from '../sea/name-search.ts'
import { EVERYONE, seersOf } from '../kernel/audience.ts'
import { openObjects } from '../kernel/open-objects.ts'
import type { EventBody } from './event.ts'
import { eventOps } from './events.ops.ts'
import { takeOverBodies, takeOverFiles } from './files-before.sql.ts'
import { eventFiles, fileOps } from './files.ops.ts'

export type EventsDoor = { readonly find: Find }

/** What happened at sea: found in signals, reported by people, disasters; with their files. */
export const events = room({
  name: 'events',
  uses: { history, picture },
  open: async (ground, { history, picture }) => {
    await takeOverBodies(ground.db)
    const events = await openObjects<EventBody>(ground, {
      type: 'vessel_event',
      noun: 'event',
      everybodyShares: true,
      seers: (event) => seersOf(event, event.body.geometry),
      // Who sees one may judge it; what else they may is looked at change by change.
      changers: () => EVERYONE,
    })
    const files = ground.files.kind(eventFiles(events))
    await takeOverFiles(ground.db, files)
    const all = {
      ...ground,
      mayKnow: (mmsi: number, caller: Caller) => picture.mayKnow(mmsi, caller),
      seesFix: history.seesFix,
      events,
      files,
    }
    const door: EventsDoor = {
      find: findObjects(events, {
        kind: 'event',
        namesOf: ({ title, status }) => (status === 'REMOVED' ? [] : [title]),
        show: ({ body }) => ({
          label: body.title,
          detail: `${CATEGORY_LOOKS[body.category].label} · ${body.status.toLowerCase()} · ${body.start_at.slice(0, 10)}`,
          bbox: boxOf(body.geometry),
        }),
      }),
    }
    return { door, ops: [...eventOps(all), ...fileOps(all)] }
  },
})
