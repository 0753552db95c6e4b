import { room, type RoomInterface } from '../../../platform/ground.ts'
import { history } from '../history/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { coverageReader } from './coverage-now.ts'
import { patternOps } from './patterns.ops.ts'
import type { Who } from './answers.ts'
import { Knowledge } from './pattern-knowledge.ts'
import { laneOps } from './lanes.ops.ts'
import { learn, learnAgain } from './learn.ts'
import { makeLanes } from './make-lanes.ts'
import { AGAIN_JOB, LANES_JOB, resetOps } from './resets.ops.ts'

export type { AnswersData } from './answers.ts'
export type { CoverageNow } from './coverage-now.ts'
export type { Knowledge } from './pattern-knowledge.ts'

const LEARN_MS = 15 * 60_000

/** Baseline of vessels, types and places, coverage of sources, and lanes; learned from the fixes of completed days. */
export const patterns = room({
  name: 'patterns',
  uses: { sources, history },
  open: async (ground, { sources, history }) => {
    const { db, clock, readers, jobs } = ground
    const learning = { db, clock, fixes: history.reader, refresh: history.counts.refresh }
    const needs = { db, clock, jobs, names: sources.names }
    return {
      door: {
        /**
         * Returns the pattern of life to compare vessels with, of some MMSIs or all; `who` returns the identity of a vessel by
         * its number. Nothing is known before a time is loaded.
         */
        knowledge: (who: (ship: number) => Who | null, mmsis: readonly number[] | null) =>
          new Knowledge(db, who, mmsis),
        /** Returns the learned coverage as valid now. */
        coverage: coverageReader({ db, clock }),
      },
      ops: [...patternOps(needs), ...laneOps(needs), ...resetOps(needs)],
      jobs: [
        {
          name: 'habits.learn',
          does: 'Compute baselines of finished days',
          when: { everyMs: LEARN_MS },
          work: (run) => learn(learning, run),
        },
        {
          name: AGAIN_JOB,
          does: 'Recompute baselines',
          work: async (run) => {
            await learnAgain(learning, run)
            await jobs.hurry(LANES_JOB)
          },
        },
        {
          name: LANES_JOB,
          does: 'Build traffic lanes',
          when: { cron: '20 3 * * *', zone: 'UTC' },
          work: (run) => makeLanes({ db, clock, readers }, run),
        },
      ],
    }
  },
})

/** Interface of the room. */
export type PatternsInterface = RoomInterface<typeof patterns>
