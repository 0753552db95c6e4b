import { room } from '../../../platform/ground.ts'
import { history } from '../history/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { coverageReader, type CoverageNow } from './coverage-now.ts'
import { habitOps } from './habits.ops.ts'
import type { Who } from './answers.ts'
import { Knowledge } from './knowledge.ts'
import { laneOps } from './lanes.ops.ts'
import { learn, learnAgain } from './learn.ts'
import { makeLanes } from './make-lanes.ts'
import { AGAIN_JOB, LANES_JOB, resetOps } from './resets.ops.ts'

export type { AnswersData } from './answers.ts'
export type { CoverageNow } from './coverage-now.ts'
export type { Knowledge } from './knowledge.ts'

const LEARN_MS = 15 * 60_000

export type HabitsDoor = {
  /**
   * What was usual, for whoever compares ships with it, those of some MMSIs or all; `who` tells who a ship is by the number
   * that is asked. Nothing is known until a time is held.
   */
  knowledge(who: (ship: number) => Who | null, mmsis: readonly number[] | null): Knowledge
  /** Learned coverage as it counts now. */
  coverage(): Promise<CoverageNow>
}

/** What is usual: of ships, types and places, who hears where, and lanes; learned from the fixes of days that are over. */
export const patterns = room({
  name: 'patterns',
  uses: { sources, history },
  open: async (ground, { sources, history }) => {
    const { db, clock, readers, jobs } = ground
    const learning = { db, clock, fixes: history.reader, refresh: history.counts.refresh }
    const needs = { db, clock, jobs, names: sources.names }
    return {
      door: {
        knowledge: (who, mmsis) => new Knowledge(db, who, mmsis),
        coverage: coverageReader({ db, clock }),
      } satisfies HabitsDoor,
      ops: [...habitOps(needs), ...laneOps(needs), ...resetOps(needs)],
      jobs: [
        {
          name: 'habits.learn',
          does: 'Learns from days that are over what is usual of ships and places, and who hears where',
          when: { everyMs: LEARN_MS },
          work: (run) => learn(learning, run),
        },
        {
          name: AGAIN_JOB,
          does: 'Learns days anew',
          work: async (run) => {
            await learnAgain(learning, run)
            await jobs.hurry(LANES_JOB)
          },
        },
        {
          name: LANES_JOB,
          does: 'Makes lanes of the ways of ships of each type',
          when: { cron: '20 3 * * *', zone: 'UTC' },
          work: (run) => makeLanes({ db, clock, readers }, run),
        },
      ],
    }
  },
})
