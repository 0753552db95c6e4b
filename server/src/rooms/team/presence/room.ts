import { room, type RoomInterface } from '../../../platform/ground.ts'
import { presenceOps } from './presence.ops.ts'
import { PresenceState, type WantedStatus } from './presence-state.ts'

export type { Status } from '../../../sea/topics.ts'

const BEAT_MS = 2500

/** Knows which users are online, away, not to be disturbed or offline, over tabs, devices and servers. */
export const presence = room({
  name: 'presence',
  uses: {},
  open: async (ground) => {
    const state = new PresenceState(ground)
    const door = {
      /** Returns one status for each user; of an unknown user offline. */
      statuses: (userIds: readonly string[]) => state.statuses(userIds),
      /** Registers an open connection of a user, of any kind; `isActive` is false for an idle page that came back. */
      connect: (userId: string, isActive = true) => state.connect(userId, isActive),
      /** Chooses the status of a user; `online` or `isManual: false` removes the choice. Resolves when it is pushed. */
      setStatus: (userId: string, wanted: WantedStatus) => state.setStatus(userId, wanted),
    }
    return {
      door,
      ops: presenceOps({ ...ground, setStatus: door.setStatus }),
      beats: [{ everyMs: BEAT_MS, work: state.beat }],
      start: () => state.start(),
      stop: () => state.stop(),
    }
  },
})

/** Interface of the room. */
export type PresenceInterface = RoomInterface<typeof presence>
