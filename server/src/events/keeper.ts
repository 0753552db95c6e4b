import type { VesselEvent } from '@samudra/contract/events'
import type { Administered } from '../kernel/admin-values.ts'
import type { MayKnow } from '../kernel/audience.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Objects } from '../kernel/objects.ts'
import type { Readers } from '../kernel/readers.ts'
import type { Send } from '../kernel/send.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import type { SamudraBus } from '../sea/topics.ts'
import { presentEvent, type EventBody, type StoredEvent } from './event.ts'
import type { FileRow } from './files.sql.ts'

export type EventNeeds = {
  db: Db
  clock: Clock
  send: Send
  bus: SamudraBus
  readers: Readers
  settings: Administered
  events: Objects<EventBody>
  /** Files by id, without what is in them. */
  files: Map<string, FileRow>
  mayKnow: MayKnow
  /** Whether a fix of one of these ships is stored under this id and seen by a caller. */
  seesFix: (mmsis: number[], id: string, caller: Caller) => Promise<boolean>
}

/** Whose it is, and administrators. */
export const isOwn = (event: StoredEvent, caller: Caller) =>
  caller.isAdmin || event.owner_id === caller.userId

/** As one caller sees it. */
export const show = ({ files, mayKnow }: EventNeeds, event: StoredEvent, caller: Caller): VesselEvent =>
  presentEvent(event, {
    mine: isOwn(event, caller),
    mmsis: event.body.mmsis.filter((mmsi) => mayKnow(Number(mmsi), caller)),
    files: filesOf(files, event),
  })

export const filesOf = (files: EventNeeds['files'], event: StoredEvent): VesselEvent['files'] =>
  event.body.file_ids.flatMap((id) => {
    const file = files.get(id)
    if (file === undefined) return []
    const { name, size, type, sha256, is_map } = file
    return [{ id, name, size, type, sha256, is_map }]
  })
