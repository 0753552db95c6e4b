import { ruleActions } from './rooms/watch/rule-actions/room.ts'
import { aircraft } from './rooms/picture/aircraft/room.ts'
import { alerts } from './rooms/watch/alerts/room.ts'
import { areas } from './rooms/chart/areas/room.ts'
import { audit } from './rooms/centre/audit/room.ts'
import { events } from './rooms/watch/events/room.ts'
import { evidence } from './rooms/watch/evidence/room.ts'
import { exchange } from './rooms/past/exchange/room.ts'
import { feeds } from './rooms/picture/feeds/room.ts'
import type { AnyRoom, RoomInterface, Ground, Opened } from './platform/ground.ts'
import { patterns } from './rooms/past/patterns/room.ts'
import { history } from './rooms/past/history/room.ts'
import { identity } from './rooms/centre/identity/room.ts'
import { socket } from './rooms/picture/socket/room.ts'
import { manualTracks } from './rooms/watch/manual-tracks/room.ts'
import { vesselNotes } from './rooms/vessels/vessel-notes/room.ts'
import { notifications } from './rooms/watch/notifications/room.ts'
import { chat } from './rooms/team/chat/room.ts'
import { calls } from './rooms/team/calls/room.ts'
import { mail } from './rooms/team/mail/room.ts'
import { forum } from './rooms/team/forum/room.ts'
import { presence } from './rooms/team/presence/room.ts'
import { picture } from './rooms/picture/picture/room.ts'
import { reports } from './rooms/desk/reports/room.ts'
import { figures } from './rooms/desk/figures/room.ts'
import { filterInputs } from './rooms/chart/filter-inputs/room.ts'
import { portCalls } from './rooms/vessels/port-calls/room.ts'
import { ports } from './rooms/chart/ports/room.ts'
import { reference } from './rooms/chart/reference/room.ts'
import { vessels } from './rooms/vessels/vessels/room.ts'
import { sources } from './rooms/picture/sources/room.ts'
import { replay } from './rooms/past/replay/room.ts'
import { rules } from './rooms/watch/rules/room.ts'
import { search } from './rooms/centre/search/room.ts'
import { settings } from './rooms/centre/settings/room.ts'
import { subscriptions } from './rooms/vessels/subscriptions/room.ts'
import { system } from './rooms/centre/system/room.ts'
import { dashboards } from './rooms/desk/dashboards/room.ts'
import { analyses } from './rooms/desk/analyses/room.ts'
import { traffic } from './rooms/past/traffic/room.ts'
import { trackAnalysis } from './rooms/past/track-analysis/room.ts'
import { visits } from './rooms/vessels/visits/room.ts'
import { vesselLists } from './rooms/vessels/vessel-lists/room.ts'
import { webhooks } from './rooms/watch/webhooks/room.ts'
import { weather } from './rooms/chart/weather/room.ts'
import { silentVessels } from './rooms/vessels/silent-vessels/room.ts'

/**
 * Every room, each after those it uses: so they open and start, and in reverse they stop. The feeds come last but for
 * rooms that use them: they start after the picture and stop before it, so that everything received is stored.
 */
export const ROOMS: readonly AnyRoom[] = inOrder([
  audit,
  settings,
  sources,
  identity,
  notifications,
  presence,
  history,
  patterns,
  reference,
  ports,
  filterInputs,
  traffic,
  dashboards,
  chat,
  mail,
  calls,
  forum,
  replay,
  picture,
  portCalls,
  aircraft,
  areas,
  manualTracks,
  events,
  vesselLists,
  subscriptions,
  vesselNotes,
  vessels,
  search,
  weather,
  trackAnalysis,
  visits,
  exchange,
  webhooks,
  feeds,
  socket,
  silentVessels,
  rules,
  alerts,
  figures,
  reports,
  analyses,
  evidence,
  ruleActions,
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
    door: <Room extends AnyRoom>(room: Room) => opened.get(room)!.door as RoomInterface<Room>,
  }
}
