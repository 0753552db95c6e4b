import type { VesselEvent } from '@samudra/contract/events'
import { CATEGORY_LOOKS } from '@samudra/contract/event-types'
import { boxOf } from '@samudra/nautical/polygons/box'
import { room, type RoomInterface } from '../../../platform/ground.ts'
import { history } from '../../past/history/room.ts'
import { SAMUDRA, type Caller } from '../../../platform/kernel/http/caller.ts'
import { picture } from '../../picture/picture/room.ts'
import { findObjects } from '../../../sea/name-search.ts'
import { EVERYONE, audienceOf } from '../../../platform/kernel/http/audience.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import type { EventBody, StoredEvent } from './event.ts'
import { eventOps } from './events.ops.ts'
import { show } from './event-objects.ts'
import { takeOverBodies, takeOverFiles } from './files-before.sql.ts'
import { eventFiles, fileOps } from './files.ops.ts'

/** Something people reported of a ship, when it became known or began; epoch ms. */
export type PeriodEvent = { mmsi: number; at: number; type: string; confidence: number }
/** A version of an event: by whom, when (ISO 8601), and its status. */
export type EventVersion = {
  version: number
  at: string
  by: string
  reason: string
  status: VesselEvent['status']
}

/** Events at sea: found in signals, reported by people, disasters; with their files. */
export const events = room({
  name: 'events',
  uses: { history, picture },
  open: async (ground, { history, picture }) => {
    await takeOverBodies(ground.db)
    const events = await openObjects<EventBody>(ground, {
      type: 'vessel_event',
      noun: 'event',
      everybodyShares: true,
      seers: (event) => audienceOf(event, event.body.geometry),
      // Users who see an event may review it; other rights are checked for each change.
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
    const door = {
      /** Returns an event as the caller sees it, with its versions; null where the caller may know of none. */
      withVersions: async (id: string, caller: Caller) => {
        const held = events.find(id)
        if (held === undefined || !events.isSeenBy(held, caller)) return null
        const versions = await events.versions(id, caller)
        return {
          event: show(all, held, caller),
          versions: versions.map(({ version, known_from, updated_by, reason, body }) => ({
            version,
            at: known_from.toISOString(),
            by: updated_by,
            reason,
            status: body.status,
          })),
        }
      },
      /** Returns reported events as the caller sees them, now or as of an instant, without removed ones; in no order. */
      reported: async (caller: Caller, asOf?: Date) =>
        (asOf === undefined ? events.list(caller) : await events.asOf(asOf, caller))
          .filter(({ body }) => body.status !== 'REMOVED')
          .map((event) => show(all, event, caller)),
      find: findObjects(events, {
        kind: 'event',
        namesOf: ({ title, status }) => (status === 'REMOVED' ? [] : [title]),
        show: ({ body }) => ({
          label: body.title,
          detail: `${CATEGORY_LOOKS[body.category].label} · ${body.status.toLowerCase()} · ${body.start_at.slice(0, 10)}`,
          bbox: boxOf(body.geometry),
        }),
      }),
      /**
       * Returns events shown to all users, by vessel, that became known after an instant and up to another. With
       * `HAPPENED` returns those that began in that time by current knowledge.
       */
      eventsBetween: async (from: number, to: number, by: 'KNOWN' | 'HAPPENED') => {
        if (by === 'HAPPENED') return [...events.all()].flatMap((event) => begunOf(event, from, to))
        const versions = await events.during(new Date(from), new Date(to), SAMUDRA)
        return versions.flatMap((event) => periodEventsOf(event, from, to))
      },
    }
    return { door, ops: [...eventOps(all), ...fileOps(all)] }
  },
})

/** Interface of the room. */
export type EventsInterface = RoomInterface<typeof events>

const isForAll = ({ visibility }: StoredEvent) => visibility === 'CENTRE' || visibility === 'RELEASED'

/** Returns vessel events from the first version of an event. */
function periodEventsOf(event: StoredEvent, from: number, to: number): PeriodEvent[] {
  const at = event.known_from.getTime()
  return event.version === 1 && at > from && at <= to && isForAll(event) ? ofShips(event, at) : []
}
/** Returns vessel events from the current version of an event. */
function begunOf(event: StoredEvent, from: number, to: number): PeriodEvent[] {
  const at = Date.parse(event.body.start_at)
  const stands = event.body.status !== 'REMOVED' && event.body.status !== 'DISPUTED'
  return stands && at > from && at <= to && isForAll(event) ? ofShips(event, at) : []
}
const ofShips = ({ body }: StoredEvent, at: number): PeriodEvent[] =>
  body.mmsis.map((mmsi) => ({
    mmsi: Number(mmsi),
    at,
    type: body.type,
    confidence: body.confidence ?? 0,
  }))
