import type { CallMoment } from '@samudra/contract/port-calls'
import { room, type Ground, type RoomInterface } from '../../../platform/ground.ts'
import { history } from '../../past/history/room.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { SourceNames } from '../../../sea/names.ts'
import { picture } from '../../picture/picture/room.ts'
import { ports } from '../../chart/ports/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { AGAIN_JOB, CallsJob, FOLLOW_JOB } from './calls-job.ts'
import { correctionOps } from './corrections.ops.ts'
import { countedCalls } from './call-counts.sql.ts'
import { CAME, cutFor } from './calls-seen.ts'
import { countsOf, figureOps } from './port-figures.ops.ts'
import type { CallRow } from './call-row.ts'
import { callNews, knownCalls, portsInUse, type NewsQuery } from './known.sql.ts'
import { declaredOps } from './declared.ops.ts'
import { callOps } from './port-calls.ops.ts'
import { ReadyPorts } from './ready-ports.ts'
import { pushCalls } from './port-call-push.ts'
import { callsOfVessels } from './vessel-calls.sql.ts'

export type { VesselCall } from './vessel-calls.sql.ts'

const FOLLOW_MS = 60_000
/** Name of the message to other processes. */
const CALL_NEWS = 'port-call-news'

/** Calls of ships at ports: found in the fixes that are stored, expected from what ships declare, corrected by people. */
export const portCalls = room({
  name: 'port-calls',
  uses: { sources, history, ports, picture },
  open: async (ground, { sources: { names }, history, ports, picture }) => {
    const changed = publishingCalls(ground, names)
    const ready = new ReadyPorts(ports.judged)
    const job = new CallsJob({
      ...ground,
      fixes: history.reader,
      flush: history.flush,
      ports: ready,
      changed,
    })
    const needs = {
      ...ground,
      names,
      portName: (id: string) => ports.byId(id)?.name ?? null,
      ports: ready,
      changed,
      shipsOf: (caller: Caller) => picture.shipsOf(caller),
      sailing: (caller: Caller) => picture.sailing(caller),
    }
    ground.queries.subscribe('references', async ({ kind, ids }, caller) => {
      const named = new Map<string, string[]>()
      if (kind !== 'port') return named
      for (const id of await portsInUse(ground.db, ids)) {
        const { present, expected_24h } = await countsOf(needs, id, caller)
        const ships = (present ?? 0) + (expected_24h ?? 0)
        const are = ships === 1 ? 'port call under way or' : 'port calls under way or'
        if (ships > 0) named.set(id, [`${ships} ${are} expected`])
      }
      return named
    })
    ground.queries.subscribe('portCounts', (id, caller) => countsOf(needs, id, caller))
    return {
      door: {
        /** Re-evaluates calls of vessels in periods in which fixes were deleted. */
        workOutAgain: (ships: ReadonlyMap<number, { from: number; to: number }>) => job.askAgain(ships),
        /** Returns changes of calls in a period, in order of time. */
        callNews: (query: NewsQuery) => callNews(ground.db, query),
        ...readsOf(ground.db, names),
        /** Returns the last calls of vessels, with the time since which they are known. */
        knownCalls: (query: Parameters<typeof knownCalls>[1]) => knownCalls(ground.db, query),
      },
      ops: [...callOps(needs), ...declaredOps(needs), ...correctionOps(needs), ...figureOps(needs)],
      jobs: [
        {
          name: FOLLOW_JOB,
          does: 'Tracks port calls and expected arrivals',
          when: { everyMs: FOLLOW_MS },
          work: (run) => job.follow(run),
        },
        {
          name: AGAIN_JOB,
          does: 'Recomputes port calls after late positions',
          work: (run) => job.again(run),
        },
      ],
    }
  },
})

/** Returns what publishes changed calls to screens, and to rooms in every process. */
function publishingCalls({ bus, others, send }: Ground, names: SourceNames) {
  const publish = () => bus.publish('portCallNews', null)
  others.follow(CALL_NEWS, { changed: publish })
  return (rows: readonly CallRow[]) => {
    pushCalls({ send, names }, rows)
    publish()
    others.publish(CALL_NEWS, null)
  }
}

/** Reads of calls as far as a caller may know of them. */
const readsOf = (db: Db, names: SourceNames) => ({
  /** Returns arrivals or departures of a period, as far as a caller may know of them. Throws TOO_LARGE. */
  counted: (
    query: { moment: CallMoment; from: number; to: number; portId?: string; at?: number },
    { visibility }: Caller,
  ) => countedCalls(db, { ...query, states: CAME, ...cutFor(names, visibility) }, visibility),
  /** Returns calls of vessels in a period by vessel and time, as far as a caller may know of them. Throws TOO_LARGE. */
  ofVessels: (
    query: { mmsis: readonly number[]; from: number; to: number; at: number },
    { visibility }: Caller,
  ) => callsOfVessels(db, { ...query, states: CAME, ...cutFor(names, visibility) }, visibility),
})

/** Interface of the room. */
export type PortCallsInterface = RoomInterface<typeof portCalls>
