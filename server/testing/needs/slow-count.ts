import type { JobKind } from '../../src/platform/needs/jobs.ts'

export const STEPS = 60

/** Counts to sixty in steps stored one by one; another process continues at the last one. */
export const slowCount = (found: (step: number) => void): JobKind => ({
  name: 'test.count',
  does: 'Counts',
  work: async (run) => {
    const { upto = 0 } = (run.mark ?? {}) as { upto?: number }
    for (let step = upto + 1; step <= STEPS; step++) {
      await run.step({ upto: step }, async (client) => {
        await client.query('insert into counted (step) values ($1)', [step])
      })
      found(step)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  },
})
