import { readCallSignal, callSignal } from '@samudra/contract/calls'
import { unreadChanged } from '@samudra/contract/unread'
import { room, type Ground } from '../../../platform/ground.ts'
import { Collected } from '../../../platform/kernel/cluster/collected.ts'
import { users } from '../../../platform/kernel/http/audience.ts'
import { CallBudget } from '../../../platform/kernel/http/call-budget.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { settings } from '../../centre/settings/room.ts'
import { presence } from '../presence/room.ts'
import { callRetention } from './call-retention.ts'
import { CallSweep } from './call-sweep.ts'
import type { CallsRoom } from './calls.ts'
import { callOps } from './calls.ops.ts'
import { peersOf, unseenOf } from './calls.sql.ts'

/** Signals of one user: some thirty for each other participant at the start of a call. */
const SIGNALS = { perSecond: 20, burst: 600 }

/** Audio and video calls: who rings, who takes part, and signals between windows. */
export const calls = room({
  name: 'calls',
  uses: { settings, presence },
  open: async (ground, { settings, presence }) => {
    const { db, clock, log, bus, queries, send, assembly } = ground
    const unseen = new Collected(log, 'missed calls could not be pushed', async (ids) => {
      const counts = await unseenOf(db, ids)
      for (const id of ids)
        send(unreadChanged, { room: 'calls', count: counts.get(id) ?? 0 }, users(id), {
          about: `unread:calls:${id}`,
        })
    })
    const callsRoom: CallsRoom = {
      db,
      clock,
      log,
      settings: settings.values,
      servers: assembly.calls ?? { stun: [], turn: null },
      send,
      notify: (notification) => bus.publish('notice', notification),
      statuses: presence.statuses,
      membersOf: async (channelId) => (await queries.request('members', 'channel', channelId)).flat(),
      unseenChanged: (userIds) => unseen.add(userIds),
    }
    const sweep = new CallSweep(callsRoom, async (line) => void (await queries.request('chatLine', line)))
    passSignals(ground)
    queries.subscribe('unread', async ({ userId }) => [
      { room: 'calls', count: (await unseenOf(db, [userId])).get(userId) ?? 0 },
    ])
    return {
      door: {},
      ops: callOps(callsRoom),
      jobs: [callRetention(callsRoom)],
      beats: [sweep.beat],
      stop: async () => {
        await sweep.stop()
        await unseen.stop()
      },
    }
  },
})

/** Passes signals between windows that take part in the same call; others are dropped. */
function passSignals({ bus, db, clock, log, send }: Ground) {
  const budget = new CallBudget(() => SIGNALS)
  const pass = async (userId: string, raw: unknown) => {
    const read = readCallSignal(raw)
    if (!read.ok || budget.take(userId, clock.now()) > 0) return
    const { roomName, from, to } = read.value
    const peers = await peersOf(db, roomName)
    const recipient = peers.find((one) => one.peer_id === to)
    if (recipient === undefined || peers.find((one) => one.peer_id === from)?.user_id !== userId) return
    send(callSignal, read.value, users(recipient.user_id))
  }
  /** Signals of a user go out in the order they came. */
  const underWay = new Map<string, Promise<void>>()
  bus.subscribe('callSignal', ({ caller: { userId }, raw }) => {
    const passing = (underWay.get(userId) ?? Promise.resolve())
      .then(() => pass(userId, raw))
      .catch((error: unknown) =>
        log.warn('a signal of a call could not be passed', { error: sentenceOf(error) }),
      )
      .then(() => {
        if (underWay.get(userId) === passing) underWay.delete(userId)
      })
    underWay.set(userId, passing)
  })
}
