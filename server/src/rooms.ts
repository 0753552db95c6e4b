import { actions } from './actions/room.ts'
import { aircraft } from './aircraft/room.ts'
import { alerts } from './alerts/room.ts'
import { areas } from './areas/room.ts'
import { audit } from './audit/room.ts'
import { events } from './events/room.ts'
import { exchange } from './exchange/room.ts'
import { feeds } from './feeds/room.ts'
import type { AnyRoom, DoorOf, Ground, Opened } from './ground.ts'
import { habits } from './habits/room.ts'
import { history } from './history/room.ts'
import { identity } from './identity/room.ts'
import { live } from './live/room.ts'
import { manual } from './manual/room.ts'
import { notes } from './notes/room.ts'
import { notices } from './notices/room.ts'
import { picture } from './picture/room.ts'
import { places } from './places/room.ts'
import { portCalls } from './port-calls/room.ts'
import { ports } from './ports/room.ts'
import { reference } from './reference/room.ts'
import { register } from './register/room.ts'
import { registry } from './registry/room.ts'
import { replay } from './replay/room.ts'
import { rules } from './rules/room.ts'
import { search } from './search/room.ts'
import { settings } from './settings/room.ts'
import { subscriptions } from './subscriptions/room.ts'
import { system } from './system/room.ts'
import { tracks } from './tracks/room.ts'
import { visits } from './visits/room.ts'
import { vessels } from './vessels/room.ts'
import { webhooks } from './webhooks/room.ts'
import { weather } from './weather/room.ts'

/**
 * Every room, each after those it uses: so they open and start, and in reverse they stop. What fills the picture comes
 * last but for what watches it, so that it starts last and stops first, and what it held is stored.
 */
export const ROOMS: readonly AnyRoom[] = inOrder([
  audit,
  settings,
  registry,
  identity,
  notices,
  history,
  habits,
  reference,
  ports,
  places,
  replay,
  picture,
  portCalls,
  aircraft,
  areas,
  manual,
  events,
  vessels,
  subscriptions,
  register,
  notes,
  search,
  weather,
  tracks,
  visits,
  exchange,
  live,
  webhooks,
  feeds,
  rules,
  alerts,
  actions,
  system,
])

/** Rooms after those they use; otherwise as they were named. */
function inOrder(named: readonly AnyRoom[], before = new Set<AnyRoom>()): AnyRoom[] {
  for (const room of named)
    if (!before.has(room)) {
      inOrder(Object.values(room.uses), before)
      before.add(room)
    }
  return [...before]
}

/** Opens every room with the doors of those it uses. */
export async function openRooms(ground: Ground) {
  const opened = new Map<AnyRoom, Opened<unknown>>()
  for (const room of ROOMS) {
    const doors = Object.fromEntries(
      Object.entries(room.uses).map(([name, used]) => [name, opened.get(used)!.door]),
    )
    opened.set(room, await room.open(ground, doors as never))
  }
  return {
    inOrder: [...opened.values()],
    door: <Room extends AnyRoom>(room: Room) => opened.get(room)!.door as DoorOf<Room>,
  }
}
