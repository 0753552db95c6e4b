import type { VesselEvent } from '@samudra/contract/events'
import type { MayKnow } from '../kernel/audience.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Objects } from '../kernel/objects.ts'
import type { FilesOf } from '../kernel/files.ts'
import type { Readers } from '../kernel/readers.ts'
import type { Send } from '../kernel/send.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import type { SamudraBus } from '../sea/topics.ts'
import { presentEvent, type EventBody, type StoredEvent } from './event.ts'

export type EventNeeds = {
  db: Db
  clock: Clock
  send: Send
  bus: SamudraBus
  readers: Readers
  events: Objects<EventBody>
  files: FilesOf
  mayKnow: MayKnow
  /** Whether a fix of one of these ships is stored under this id and seen by a caller. */
  seesFix: (mmsis: number[], id: string, caller: Caller) => Promise<boolean>
}

/** Whose it is, and administrators. */
export const isOwn = (event: StoredEvent, caller: Caller) =>
  caller.isAdmin || event.owner_id === caller.userId

/** As one caller sees it. */
export const show = ({ mayKnow }: EventNeeds, event: StoredEvent, caller: Caller): VesselEvent =>
  presentEvent(event, {
    mine: isOwn(event, caller),
    mmsis: event.body.mmsis.filter((mmsi) => mayKnow(Number(mmsi), caller)),
  })
