import { ulid } from '../../kernel/text/ulid.ts'
import { sentenceOf } from '../../kernel/http/errors.ts'
import type { Log } from '../../kernel/text/log.ts'
import type { Others } from '../../kernel/cluster/others.ts'
import { underway } from '../../kernel/http/underway.ts'
import type { Clock } from '../../needs/clock.ts'
import type { Db } from '../../needs/database.ts'
import type { Job, JobKind, JobRun, Jobs, StoredWithJob } from '../../needs/jobs.ts'
import {
  bringForward,
  cancelJob,
  claim,
  cutWaits,
  forgetJobs,
  insertJob,
  jobsSince,
  keepMark,
  putDown,
  renew,
  schedule,
  tryNow,
  type JobRow,
} from './jobs.sql.ts'
import { checkWhen, untilNext } from './when.ts'

/**
 * Lease and poll intervals. Other processes take over the jobs of a process that did not renew for a lease. Each poll
 * claims due and abandoned jobs and renews running ones, so work of a killed process resumes within ten seconds.
 */
const PACE = { leaseMs: 5000, lookMs: 1500 }
const USUAL = { tries: 5, firstMs: 1000, longestMs: 60_000 }
/** The database's clock was put back when between two looks it lost so much against the monotonic one, ms. */
const PUT_BACK_MS = 1000

class Cancelled extends Error {}
class Ending extends Error {}
class NotOurs extends Error {}

type Held = { row: JobRow; progress: number; abort: AbortController; done: Promise<void> }
type Needs = {
  db: Db
  clock: Clock
  log: Log
  /** Other processes, which are notified of hurried jobs, because one of them may run them. */
  others?: Pick<Others, 'publish' | 'follow'>
  pace?: typeof PACE
}
/** Topic on which processes announce due jobs. */
const HURRIED = 'jobs'

/** Jobs in a table of PostgreSQL, the embedded one or any: taken by a lease, one statement a look. */
export class PostgresJobs implements Jobs {
  readonly #needs: Needs
  readonly #pace: typeof PACE
  readonly #kinds = new Map<string, JobKind>()
  readonly #hearers: ((job: Job) => void)[] = []
  readonly #runner = ulid()
  /** Running jobs of this process, by kind. */
  readonly #held = new Map<string, Held>()
  /** Kinds that were requested while they ran. */
  readonly #again = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #wakesAt = Infinity
  /** When the first of those that failed here, or come by themselves, is due. */
  #dueAt = Infinity
  #looking = Promise.resolve()
  #heardAt = 0
  /** The database's clock less the monotonic one at the last look, ms. */
  #clockAhead = -Infinity
  #isStopped = true
  #isFailing = false

  constructor(needs: Needs) {
    this.#needs = needs
    this.#pace = needs.pace ?? PACE
    needs.others?.follow<string>(HURRIED, { changed: (name) => this.#hurried(name) })
    this.define({
      name: 'jobs.forget',
      does: 'Delete job records older than 7 days',
      when: { cron: '20 3 * * *', zone: 'UTC' },
      work: () => forgetJobs(needs.db),
    })
  }

  define(kind: JobKind) {
    if (this.#kinds.has(kind.name)) throw new Error(`two kinds of jobs are called ${kind.name}`)
    if (kind.when !== undefined) checkWhen(kind.when)
    this.#kinds.set(kind.name, kind)
  }
  doesOf(name: string): string {
    return this.#kinds.get(name)?.does ?? name
  }
  listen(hearer: (job: Job) => void) {
    this.#hearers.push(hearer)
  }

  async enqueue(name: string, input: object, by = '', also: StoredWithJob = async () => {}): Promise<string> {
    if (!this.#kinds.has(name)) throw new Error(`no kind of jobs is called ${name}`)
    const row = await insertJob(this.#needs.db, { id: ulid(), name, input, by }, this.#now, also)
    this.#pushChange(row)
    this.#wakeIn(0)
    return row.id
  }
  async hurry(name: string): Promise<void> {
    if (this.#held.has(name)) this.#again.add(name)
    // A timer that a job set belongs to it, and the job may have been taken from this process since.
    await underway.aside(() => bringForward(this.#needs.db, name, this.#now))
    this.#wakeIn(0)
    this.#needs.others?.publish(HURRIED, name)
  }
  #hurried(name: string) {
    if (this.#held.has(name)) this.#again.add(name)
    this.#wakeIn(0)
  }
  async retry(id: string): Promise<Job | null> {
    return this.#changed(await tryNow(this.#needs.db, id, this.#now))
  }
  async cancel(id: string, by: string): Promise<Job | null> {
    const row = await cancelJob(this.#needs.db, { id, by }, this.#now)
    // A job that runs is given up by the process that runs it.
    const kind = this.#kinds.get(row?.name ?? '')
    if (row?.state === 'CANCELLED' && kind !== undefined) await giveUp(kind, row, row)
    return this.#changed(row)
  }
  async list(endedSince: number): Promise<Job[]> {
    const rows = await jobsSince(this.#needs.db, new Date(endedSince))
    return rows.map(jobOf)
  }

  async start(): Promise<void> {
    const now = this.#needs.clock.now()
    const scheduled = [...this.#kinds.values()].flatMap(({ name, when }) => {
      if (when === undefined) return []
      return [{ id: ulid(), name, dueIn: when.atStart === true ? 0 : untilNext(when, now) }]
    })
    this.#isStopped = false
    await schedule(this.#needs.db, scheduled, this.#now)
    await this.#cutWaits()
    this.#wakeIn(Math.min(this.#pace.lookMs, ...scheduled.map(({ dueIn }) => dueIn)))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#looking
    for (const { abort } of this.#held.values()) abort.abort(new Ending('the server is stopping'))
    // The lease of a job that does not end is renewed until it does, so that no other process starts it meanwhile.
    const keeping = setInterval(() => void this.#renew().catch(() => undefined), this.#pace.lookMs)
    await Promise.all([...this.#held.values()].map(({ done }) => done))
    clearInterval(keeping)
  }

  #wakeIn(ms: number) {
    const at = performance.now() + ms
    if (this.#isStopped || at >= this.#wakesAt) return
    clearTimeout(this.#timer)
    this.#wakesAt = at
    this.#timer = setTimeout(() => {
      this.#wakesAt = Infinity
      this.#looking = this.#looking.then(() => underway.aside(() => this.#look()))
    }, ms)
  }

  async #look() {
    if (this.#dueAt <= performance.now()) this.#dueAt = Infinity
    try {
      await this.#renew()
      for (;;) {
        const free = [...this.#kinds.keys()].filter((name) => !this.#held.has(name))
        if (this.#isStopped) break
        const { at, row } = await claim(this.#needs.db, free, this.#lease, this.#now)
        if (row !== undefined) this.#begin(row)
        await this.#hearClock(at)
        if (row === undefined) break
      }
      this.#isFailing = false
    } catch (error) {
      // A process that could not renew for a lease may have lost its jobs to another.
      if (performance.now() - this.#heardAt > this.#pace.leaseMs)
        for (const { abort } of this.#held.values()) abort.abort(new NotOurs('the database does not answer'))
      if (!this.#isFailing)
        this.#needs.log.error('jobs cannot be looked for; trying again', { error: sentenceOf(error) })
      this.#isFailing = true
    }
    this.#wakeIn(Math.min(this.#pace.lookMs, this.#dueAt - performance.now()))
  }

  /** By the database's clock things are due: when that was put back what waits would wait as much longer. */
  async #hearClock(at: number) {
    const ahead = at - performance.now()
    if (this.#clockAhead - ahead > PUT_BACK_MS) await this.#cutWaits()
    this.#clockAhead = ahead
  }
  async #cutWaits() {
    const { db, clock } = this.#needs
    const now = clock.now()
    const kinds = [...this.#kinds.values()].map(({ name, when, backOff = USUAL }) => ({
      name,
      mostMs: when === undefined ? backOff.longestMs : untilNext(when, now),
    }))
    await cutWaits(db, kinds, this.#pace.leaseMs, this.#now)
  }

  get #now() {
    return new Date(this.#needs.clock.now())
  }
  get #lease() {
    return { runner: this.#runner, leaseMs: this.#pace.leaseMs }
  }

  /** Renews the leases of the jobs that run here, and ends those that a user cancelled or another process took. */
  async #renew() {
    const held = [...this.#held.values()]
    if (held.length > 0) {
      const query = held.map(({ row: { id }, progress }) => ({ id, progress }))
      const stored = new Map((await renew(this.#needs.db, query, this.#lease)).map((row) => [row.id, row]))
      for (const one of held) {
        const row = stored.get(one.row.id)
        if (row === undefined) one.abort.abort(new NotOurs('another process took over the job'))
        else if (row.cancelled_by !== null)
          one.abort.abort(new Cancelled(`Cancelled by ${row.cancelled_by}.`))
        else if (row.progress !== one.row.progress) this.#pushChange((one.row = row))
      }
    }
    this.#heardAt = performance.now()
  }

  #begin(row: JobRow) {
    const held: Held = { row, progress: row.progress, abort: new AbortController(), done: Promise.resolve() }
    this.#held.set(row.name, held)
    if (row.cancelled_by !== null) held.abort.abort(new Cancelled(`Cancelled by ${row.cancelled_by}.`))
    this.#pushChange(row)
    held.done = this.#run(held).finally(() => {
      this.#held.delete(row.name)
      if (this.#again.delete(row.name)) void this.hurry(row.name).catch(() => undefined)
      this.#wakeIn(0)
    })
  }

  async #run(held: Held) {
    const { row, abort } = held
    const kind = this.#kinds.get(row.name)!
    const began = performance.now()
    let failure: unknown = null
    try {
      abort.signal.throwIfAborted()
      if (!row.is_scheduled && row.tries > triesOf(kind))
        throw new Error(`the server stopped ${triesOf(kind)} times during this job`)
      await underway.within(abort.signal, () => kind.work(this.#runOf(held)))
    } catch (error) {
      // Whatever error it ends with, this is the reason.
      failure = abort.signal.aborted
        ? abort.signal.reason
        : (error ?? new Error('it failed without an error message'))
    }
    await this.#end(held, kind, { failure, tookMs: performance.now() - began })
  }

  #runOf(held: Held): JobRun {
    const { row, abort } = held
    return {
      input: row.input,
      tries: row.tries,
      mark: row.mark,
      signal: abort.signal,
      progress: (share) => (held.progress = Math.min(1, Math.max(0, share))),
      step: async (mark, work = async () => undefined) => {
        abort.signal.throwIfAborted()
        const isOurs = await keepMark(this.#needs.db, { id: row.id, runner: this.#runner }, mark, work)
        if (!isOurs) throw new NotOurs('the job was cancelled or taken over by another process')
      },
    }
  }

  /** Writes down how it ended, until that is written: what is done is not done again. */
  async #end(held: Held, kind: JobKind, how: { failure: unknown; tookMs: number }) {
    const { row } = held
    const { log, db } = this.#needs
    if (how.failure instanceof NotOurs) {
      log.warn('a job was taken from this process', { job: row.name, why: how.failure.message })
      return
    }
    if (how.failure !== null && !isPlanned(how.failure))
      log.error('a job failed', { job: row.name, tries: row.tries, error: sentenceOf(how.failure) })
    for (;;)
      try {
        const to = this.#outcome(row, kind, how)
        await giveUp(kind, row, to)
        const put = await underway.aside(() =>
          putDown(db, { id: row.id, runner: this.#runner }, to, this.#now),
        )
        if (put !== undefined) this.#pushChange(put)
        if (to.dueIn !== null) this.#dueAt = Math.min(this.#dueAt, performance.now() + to.dueIn)
        return
      } catch (error) {
        if (this.#isStopped) return
        log.error('the end of a job cannot be written; trying again', {
          job: row.name,
          error: sentenceOf(error),
        })
        await new Promise((resolve) => setTimeout(resolve, this.#pace.lookMs))
      }
  }

  #outcome(row: JobRow, kind: JobKind, { failure, tookMs }: { failure: unknown; tookMs: number }) {
    const { tries } = row
    if (failure instanceof Ending)
      return { state: 'WAITING' as const, tries: tries - 1, why: row.why, dueIn: 0, isDone: false }
    const next = kind.when === undefined ? null : untilNext(kind.when, this.#needs.clock.now(), tookMs)
    if (failure === null || failure instanceof Cancelled) {
      const why = failure === null ? null : failure.message
      const over = failure === null ? ('DONE' as const) : ('CANCELLED' as const)
      return { state: next === null ? over : ('WAITING' as const), tries: 0, why, dueIn: next, isDone: true }
    }
    const { firstMs, longestMs } = kind.backOff ?? USUAL
    const wait = Math.min(firstMs * 2 ** (tries - 1), longestMs)
    const hasFailed = tries >= triesOf(kind)
    return {
      state: hasFailed ? ('FAILED' as const) : ('WAITING' as const),
      tries,
      why: sentenceOf(failure),
      dueIn: hasFailed ? next : Math.min(wait, next ?? wait),
      isDone: false,
    }
  }

  #changed(row: JobRow | undefined): Job | null {
    if (row === undefined) return null
    this.#pushChange(row)
    this.#wakeIn(0)
    return jobOf(row)
  }

  #pushChange(row: JobRow) {
    const job = jobOf(row)
    for (const hear of this.#hearers) hear(job)
  }
}

const jobOf = (row: JobRow): Job => ({
  id: row.id,
  name: row.name,
  isScheduled: row.is_scheduled,
  state: row.state,
  progress: row.progress,
  tries: row.tries,
  dueAt: row.next_at?.getTime() ?? null,
  why: row.why,
  requestedBy: row.asked_by,
  createdAt: row.created_at.getTime(),
  startedAt: row.started_at?.getTime() ?? null,
  endedAt: row.ended_at?.getTime() ?? null,
})

/** Lets the room of a job store that it is over before its work was done. */
async function giveUp(kind: JobKind, job: JobRow, { state, why }: Pick<JobRow, 'state' | 'why'>) {
  if (state === 'FAILED' || state === 'CANCELLED') await kind.givenUp?.(job, { state, why: why ?? '' })
}

const triesOf = ({ tries = USUAL.tries }: JobKind) => tries
const isPlanned = (failure: unknown) => failure instanceof Ending || failure instanceof Cancelled
