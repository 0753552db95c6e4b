import type { AreasRoom } from './areas/room.ts'
import type { HistoryRoom } from './history/room.ts'
import type { Log } from './kernel/log.ts'
import type { Send } from './kernel/send.ts'
import type { ManualRoom } from './manual/room.ts'
import type { Clock } from './needs/clock.ts'
import type { Db } from './needs/database.ts'
import type { PictureRoom } from './picture/room.ts'
import type { ReferenceRoom } from './reference/room.ts'
import { replayRoom } from './replay/room.ts'
import { tracksRoom } from './tracks/room.ts'

type ReplayNeeds = Parameters<typeof replayRoom>[0]

/** Rooms of the past: what was recorded, shown again, compared and counted. */
export async function pastRooms(
  base: { db: Db; clock: Clock; log: Log },
  picture: PictureRoom,
  { areas, manual, reference }: { areas: AreasRoom; manual: ManualRoom; reference: ReferenceRoom },
  past: {
    names: ReplayNeeds['names']
    history: HistoryRoom
    send: Send
    placesThen: ReplayNeeds['placesThen']
  },
) {
  const { history } = past
  const flush = () => history.recorder.flush()
  const replay = await replayRoom({
    ...base,
    ...past,
    fixes: history.reader,
    flush,
    countImports: history.counts.imports,
  })
  const tracks = await tracksRoom({
    ...base,
    ...past,
    flush,
    fixes: history.reader,
    areasOf: areas.outlines,
    watersOf: reference.watersSince,
    plottedOf: (caller, id) => manual.plottedOf(caller, id),
    mayKnow: (mmsi, caller) => picture.mayKnow(mmsi, caller),
    shipOf: (caller, mmsi, split) => picture.shipsOf(caller).find(mmsi, split),
    filterOf: (caller, id) => picture.savedFilter(caller, id),
    testOf: replay.testOf,
  })
  return { replay, tracks }
}
