import type pg from 'pg'

/** Context of a running job. */
export type JobRun<Input = unknown> = {
  readonly input: Input
  /** 1 at the first. */
  readonly tries: number
  /** Mark left by the last step, in any process; null before the first. */
  readonly mark: unknown
  /** Signal that fires when a user cancels the job, when the server ends, and when another process has taken it. */
  readonly signal: AbortSignal
  /** Reports the completed share, 0 to 1. */
  progress(share: number): void
  /**
   * Stores a mark in one transaction with what `work` stores, from which a killed job resumes. Throws when the job is
   * no longer ours: then nothing of it is stored.
   */
  step(mark: object, work?: (client: pg.PoolClient) => Promise<void>): Promise<void>
}

/** When a job comes by itself: so long after the last time, or by a cron line as clocks in a zone show it. */
export type When = { everyMs: number; atStart?: true } | { cron: string; zone: string; atStart?: true }

/** A kind of job as a room declares it. */
export type JobKind = {
  /** `<room>.<noun>`. */
  readonly name: string
  /** Description for administrators: "Packs stored positions". */
  readonly does: string
  readonly when?: When
  /**
   * Number of tries before the job has failed; 5 by default. A scheduled job is tried again the next time all the
   * same.
   */
  readonly tries?: number
  /** Delay after the first failure and maximum delay; doubles each time. By default a second and a minute. */
  readonly backOff?: { firstMs: number; longestMs: number }
  readonly work: (run: JobRun) => Promise<void>
  /**
   * Stores that a job has failed or was cancelled, before its own state records it; repeated after a kill in between.
   */
  readonly givenUp?: (job: { id: string; input: unknown }, how: GivenUp) => Promise<void>
}
export type GivenUp = { state: 'FAILED' | 'CANCELLED'; why: string }

export type JobState = 'WAITING' | 'RUNNING' | 'FAILED' | 'DONE' | 'CANCELLED'

/** A job as it stands. Instants are epoch ms by our clock. */
export type Job = {
  id: string
  name: string
  isScheduled: boolean
  state: JobState
  progress: number
  /** Tries that failed since it last went well, and the one under way. */
  tries: number
  /** When it is tried next; null when it runs or is over. */
  dueAt: number | null
  /** Why it failed the last time; null when it did not. */
  why: string | null
  requestedBy: string
  createdAt: number
  startedAt: number | null
  endedAt: number | null
}

export type StoredWithJob = (client: pg.PoolClient, jobId: string) => Promise<void>

/**
 * Work in the background and by the clock: tried again after failures, gone on with after a kill, done by one of several
 * processes at a time. Of each kind one runs in a process at a time.
 */
export interface Jobs {
  /** Names a kind; before the start. */
  define(kind: JobKind): void
  /** Returns the description of a kind. */
  doesOf(name: string): string
  /**
   * Takes a job up; it is done even when this process ends now. What `also` stores is stored with it, and when it throws
   * there is no job. Returns its id.
   */
  enqueue(name: string, input: object, by?: string, also?: StoredWithJob): Promise<string>
  /** Brings a job forward that comes by itself: it begins at once, or again when it runs. */
  hurry(name: string): Promise<void>
  /** Tries a job that waits or has failed at once, as if for the first time; null when there is none such. */
  retry(id: string): Promise<Job | null>
  /** Ends a job, a running one in the process that runs it; null when there is nothing to end. */
  cancel(id: string, by: string): Promise<Job | null>
  /** Returns jobs that run, wait or failed, and those that ended since an instant; newest first. */
  list(endedSince: number): Promise<Job[]>
  /** Calls a listener for each change of the jobs of this process. */
  listen(hearer: (job: Job) => void): void
  start(): Promise<void>
  /** Ends what runs and gives it back, so that another process takes it at once. */
  stop(): Promise<void>
}
