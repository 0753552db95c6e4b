import type { Push } from '@samudra/contract/kernel'
import { aircraft } from '../aircraft/room.ts'
import { room, type RoomInterface } from '../../../platform/ground.ts'
import { identity } from '../../centre/identity/room.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { admitSocket } from '../../../platform/kernel/http/wire-http.ts'
import { instantOf } from '../../../platform/needs/bus.ts'
import { presence } from '../../team/presence/room.ts'
import { feeds } from '../feeds/room.ts'
import { picture } from '../picture/room.ts'
import { LiveHub } from './hub.ts'

/** Clocks of servers may differ by so much. */
const SKEW_MS = 2000

/** One socket for everything that is pushed. The picture goes out as binary frames, at most one a second. */
export const socket = room({
  name: 'socket',
  uses: { identity, presence, picture, aircraft, feeds },
  open: async (ground, { identity, presence, picture, aircraft, feeds }) => {
    const { http, bus, wire, others } = ground
    const hub = new LiveHub(http.server, {
      ...ground,
      sockets: ground.processes.sockets,
      picture,
      status: feeds.status,
      watches: [aircraft.watch],
      zonesMark: identity.zonesMark,
      ...(others.isThere && { skewMs: SKEW_MS }),
      epoch: others.isThere
        ? ground.assembly.keys.of('pushes').toString('base64url').slice(0, 22)
        : undefined,
      admit: async (pass) => {
        await others.caughtUp()
        const shown = await admitSocket(wire, pass)
        return shown === null ? null : identity.authenticate(shown.token, shown.wireId)
      },
      callerOf: identity.callerOfSession,
      present: presence.connect,
      signalled: (caller, raw) => bus.publish('callSignal', { caller, raw }),
      allowOrigin: ground.origins,
    })
    ground.queries.subscribe('screens', () => hub.screens())
    bus.subscribe('sessionsEnded', ({ ids, reason }) => hub.endSessions(ids, reason))
    bus.subscribe('rightsChanged', (userIds) => hub.rightsChanged(userIds))
    bus.subscribe('lists', (lists) => hub.lookAgain(lists))
    bus.subscribe('detected', () => hub.lookAgainSoon())
    bus.subscribe('push', (pushed) => hub.push(pushed))
    others.takePushes({
      begin: (from) => hub.missed(instantOf(from)),
      take: (pushed, place) => hub.push(pushed, instantOf(place)),
      missed: (place) => hub.missed(instantOf(place)),
    })
    const door = {
      get clients() {
        return hub.clients.size
      },
      /** Pushes something of the moment to every screen of this process, as its user may see it; it is not repeated. */
      pushEach: <Payload>(push: Push<Payload>, look: (caller: Caller) => Payload) => hub.pushEach(push, look),
    }
    return { door, start: async () => hub.start(), stop: () => hub.stop() }
  },
})

/** Interface of the room. */
export type SocketInterface = RoomInterface<typeof socket>
