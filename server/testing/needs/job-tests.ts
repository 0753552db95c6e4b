import { afterEach, describe, expect, test } from 'vitest'
import type { GivenUp, Job, JobKind, JobRun, Jobs } from '../../src/platform/needs/jobs.ts'
import { until } from '../servers/a-server.ts'

/** Processes that share one job store; `more` opens another process. */
export type Place = { more(): Jobs; close(): Promise<void> }

const QUICK = { firstMs: 20, longestMs: 80 }

/** A gate in a job, and who came to it. */
function aGate() {
  let open = () => undefined as void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return {
    open: () => open(),
    /** Waits until it is opened or the job is ended. */
    pass: ({ signal }: JobRun) =>
      Promise.race([
        opened,
        new Promise<never>((_, reject) => {
          // It may have been ended while it was stepping.
          if (signal.aborted) reject(signal.reason as Error)
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
      ]),
  }
}

/** Tests of every engine for jobs. */
export function jobsConform(ofEngine: string, openPlace: () => Promise<Place>) {
  describe(`jobs ${ofEngine}`, () => {
    let place: Place
    let open: Jobs[] = []
    afterEach(async () => {
      await Promise.all(open.map((jobs) => jobs.stop()))
      open = []
      await place.close()
    })
    const begin = async (...kinds: Partial<JobKind>[]) => {
      const jobs = place.more()
      for (const kind of kinds)
        jobs.define({ name: 'test.job', does: 'Tries', backOff: QUICK, work: async () => undefined, ...kind })
      await jobs.start()
      open.push(jobs)
      return jobs
    }
    const jobIn = async (jobs: Jobs, id: string) => (await jobs.list(0)).find((job) => job.id === id)
    const reaches = (jobs: Jobs, id: string, state: Job['state']) =>
      until(async () => (await jobIn(jobs, id))?.state === state, `the job is ${state}`)

    test('a failed job is retried with growing delays, then counts as failed until a user retries it', async () => {
      place = await openPlace()
      const tried: number[] = []
      let isMended = false
      const work = async ({ tries, input }: JobRun) => {
        expect(input).toEqual({ of: 'it' })
        tried.push(tries)
        if (!isMended) throw new Error('the disk is full')
      }
      const over: unknown[] = []
      const givenUp = async (job: { id: string; input: unknown }, how: GivenUp) =>
        void over.push([job.id, job.input, how, (await jobIn(jobs, job.id))?.state])
      const jobs = await begin({ tries: 3, work, givenUp })
      const received: Job['state'][] = []
      jobs.listen(({ name: of, state }) => void (of === 'test.job' && received.push(state)))
      const id = await jobs.enqueue('test.job', { of: 'it' }, 'admin')
      await reaches(jobs, id, 'FAILED')
      expect(tried).toEqual([1, 2, 3])
      const how = { state: 'FAILED', why: 'the disk is full' }
      expect(over).toEqual([[id, { of: 'it' }, how, 'RUNNING']])
      expect(await jobIn(jobs, id)).toMatchObject({
        why: 'the disk is full',
        tries: 3,
        dueAt: null,
        requestedBy: 'admin',
      })
      isMended = true
      expect(await jobs.retry(id)).toMatchObject({ state: 'WAITING', tries: 0 })
      await reaches(jobs, id, 'DONE')
      expect(await jobIn(jobs, id)).toMatchObject({ why: null, progress: 1 })
      expect(tried).toEqual([1, 2, 3, 1])
      const thrice = 'WAITING RUNNING WAITING RUNNING WAITING RUNNING FAILED'
      expect(received.join(' ')).toBe(`${thrice} WAITING RUNNING DONE`)
      expect(await jobs.retry(id)).toBeNull()
      expect(await jobs.cancel(id, 'admin')).toBeNull()
    })

    test('each job is done once, by one of two processes', async () => {
      place = await openPlace()
      const done: string[] = []
      const work = async ({ input }: JobRun) => void done.push(String((input as { n: number }).n))
      const both = [await begin({ work }), await begin({ work })]
      const ids = await Promise.all(
        Array.from({ length: 20 }, (_, n) => both[n % 2]!.enqueue('test.job', { n: n + 100 })),
      )
      for (const id of ids) await reaches(both[0]!, id, 'DONE')
      expect(done.toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => String(n + 100)))
    })

    test('a running job is cancelled from any process; a waiting one does not start', async () => {
      place = await openPlace()
      const gate = aGate()
      const begun: unknown[] = []
      const work = async (run: JobRun) => {
        begun.push(run.input)
        await gate.pass(run)
      }
      const over: string[] = []
      const givenUp: JobKind['givenUp'] = async ({ id }, { state, why }) =>
        void over.push(`${id} ${state} ${why}`)
      const [doing, other] = [await begin({ work, givenUp }), await begin()]
      const runs = await doing.enqueue('test.job', { n: 1 })
      await reaches(doing, runs, 'RUNNING')
      const waits = await doing.enqueue('test.job', { n: 2 })
      expect(await doing.cancel(waits, 'admin')).toMatchObject({ state: 'CANCELLED' })
      await other.cancel(runs, 'admin')
      await reaches(other, runs, 'CANCELLED')
      expect((await jobIn(other, runs))?.why).toBe('Cancelled by admin.')
      expect(over).toEqual([waits, runs].map((id) => `${id} CANCELLED Cancelled by admin.`))
      expect(begun).toEqual([{ n: 1 }])
    })

    test('progress is reported while a job runs', async () => {
      place = await openPlace()
      const gate = aGate()
      const work = async (run: JobRun) => {
        run.progress(0.25)
        await gate.pass(run)
      }
      const jobs = await begin({ work })
      const received = new Set<number>()
      jobs.listen(({ progress }) => received.add(progress))
      const id = await jobs.enqueue('test.job', {})
      await until(() => received.has(0.25), 'a quarter is told')
      expect(await jobIn(jobs, id)).toMatchObject({ state: 'RUNNING', progress: 0.25 })
      gate.open()
      await reaches(jobs, id, 'DONE')
    })

    test('an ending process passes its job on at once, from its last step and without a failure', async () => {
      place = await openPlace()
      const gate = aGate()
      let hasStepped = false
      const first = await begin({
        work: async (run) => {
          await run.step({ upto: 7 })
          hasStepped = true
          await gate.pass(run)
        },
      })
      const id = await first.enqueue('test.job', {})
      await until(() => hasStepped, 'it has made a step')
      const marks: unknown[] = []
      const second = await begin({ work: async ({ mark, tries }) => void marks.push(mark, tries) })
      await first.stop()
      await reaches(second, id, 'DONE')
      expect(marks).toEqual([{ upto: 7 }, 1])
    })

    test('a scheduled job recurs in one process at a time, also after a failure and when hurried', async () => {
      place = await openPlace()
      let [running, most, times] = [0, 0, 0]
      const kind = {
        when: { everyMs: 30 },
        tries: 1,
        work: async () => {
          most = Math.max(most, ++running)
          await new Promise((resolve) => setImmediate(resolve))
          running--
          if (++times === 2) throw new Error('the network is away')
        },
      }
      const jobs = await begin(kind)
      const rows: Job[] = []
      jobs.listen((job) => rows.push(job))
      await begin(kind)
      await until(() => times >= 6, 'it has come six times')
      expect(most).toBe(1)
      const mine = (await jobs.list(0)).filter(({ name: of }) => of === 'test.job')
      expect(mine).toMatchObject([{ isScheduled: true, why: null }])
      // Only who runs, or has ended, is cancelled; by itself it comes all the same.
      const rare = await begin({
        name: 'test.rare',
        when: { cron: '0 0 1 1 *', zone: 'Asia/Kolkata' },
        work: async () => void times++,
      })
      const [job] = (await rare.list(0)).filter(({ name: of }) => of === 'test.rare')
      expect(new Date(job!.dueAt!).toISOString()).toMatch(/-12-31T18:30:0/)
      expect(await rare.cancel(job!.id, 'admin')).toBeNull()
      const received: string[] = []
      rare.listen(({ state }) => received.push(state))
      await rare.hurry('test.rare')
      await until(() => received.includes('WAITING'), 'it was done')
      expect(received).toEqual(['RUNNING', 'WAITING'])
    })
  })
}
