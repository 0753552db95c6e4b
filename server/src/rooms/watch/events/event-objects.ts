import type { VesselEvent } from '@samudra/contract/events'
import type { MayKnow } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { FilesOf } from '../../../platform/kernel/files/file-store.ts'
import type { Readers } from '../../../platform/kernel/files/readers.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { SamudraBus } from '../../../sea/topics.ts'
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
  /** Returns true if a fix of one of these vessels is stored under this id and visible to a caller. */
  seesFix: (mmsis: number[], id: string, caller: Caller) => Promise<boolean>
}

/** Returns true for the owner and for administrators. */
export const isOwn = (event: StoredEvent, caller: Caller) =>
  caller.isAdmin || event.owner_id === caller.userId

/** As one caller sees it. */
export const show = ({ mayKnow }: EventNeeds, event: StoredEvent, caller: Caller): VesselEvent =>
  presentEvent(event, {
    mine: isOwn(event, caller),
    mmsis: event.body.mmsis.filter((mmsi) => mayKnow(Number(mmsi), caller)),
  })
