import { areasRoom } from './areas/room.ts'
import { eventsRoom } from './events/room.ts'
import type { HistoryRoom } from './history/room.ts'
import type { IdentityRoom } from './identity/room.ts'
import type { Administered } from './kernel/administered.ts'
import type { Caller } from './kernel/caller.ts'
import type { Readers } from './kernel/readers.ts'
import type { Send } from './kernel/send.ts'
import { manualRoom } from './manual/room.ts'
import type { Clock } from './needs/clock.ts'
import type { Db } from './needs/database.ts'
import type { PictureRoom } from './picture/room.ts'
import { referenceRoom } from './reference/room.ts'
import { vesselsRoom } from './vessels/room.ts'

type Others = {
  picture: PictureRoom
  history: HistoryRoom
  identity: IdentityRoom
  send: Send
  settings: { values: Administered }
  lookAgain: () => void
}

/** Rooms of what people draw and edit. */
export async function drawnRooms(
  { archivesFolder }: { archivesFolder: string },
  base: { db: Db; clock: Clock; readers: Readers },
  { picture, history, identity, send, settings, lookAgain }: Others,
) {
  const reference = await referenceRoom({ ...base, send, archivesFolder })
  const areas = await areasRoom({
    ...base,
    send,
    countInside: (shapes, caller) => picture.countInside(shapes, caller),
    // Nothing that needs an area exists yet.
    usedBy: async () => [],
  })
  const mayKnow = (mmsi: number, caller: Caller) => picture.mayKnow(mmsi, caller)
  const isUser = async (id: string) => (await identity.sightOfUser(id)) !== null
  const manual = await manualRoom({ ...base, send, mayKnow, isUser })
  const events = await eventsRoom({
    ...base,
    send,
    settings: settings.values,
    mayKnow,
    seesFix: history.seesFix,
  })
  const vessels = await vesselsRoom({
    ...base,
    send,
    shipsOf: (caller) => picture.shipsOf(caller),
    changed: lookAgain,
    // No rule exists yet.
    usedBy: async () => [],
  })
  return { reference, areas, manual, events, vessels }
}
