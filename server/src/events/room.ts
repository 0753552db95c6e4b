import { CATEGORY_LOOKS } from '@samudra/contract/event-types'
import { boxOf } from '@samudra/nautical/box'
import { room } from '../ground.ts'
import { history } from '../history/room.ts'
import type { Caller } from '../kernel/caller.ts'
import { picture } from '../picture/room.ts'
import { findObjects, type Find } from '../sea/name-search.ts'
import { settings } from '../settings/room.ts'
import { EVERYONE, seersOf } from '../kernel/audience.ts'
import { openObjects } from '../kernel/open-objects.ts'
import type { EventBody } from './event.ts'
import { eventOps } from './events.ops.ts'
import { fileOps } from './files.ops.ts'
import { readFiles } from './files.sql.ts'

export type EventsDoor = { readonly find: Find }

/** What happened at sea: found in signals, reported by people, disasters; with their files. */
export const events = room({
  name: 'events',
  uses: { settings, history, picture },
  open: async (ground, { settings, history, picture }) => {
    const events = await openObjects<EventBody>(ground, {
      type: 'vessel_event',
      noun: 'event',
      everybodyShares: true,
      seers: (event) => seersOf(event, event.body.geometry),
      // Who sees one may judge it; what else they may is looked at change by change.
      changers: () => EVERYONE,
    })
    const all = {
      ...ground,
      settings: settings.values,
      mayKnow: (mmsi: number, caller: Caller) => picture.mayKnow(mmsi, caller),
      seesFix: history.seesFix,
      events,
      files: new Map((await readFiles(ground.db)).map((file) => [file.id, file])),
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
