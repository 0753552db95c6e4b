import type pg from 'pg'

/** What a job is given while it runs. */
export type JobRun<Input = unknown> = {
  readonly input: Input
  /** 1 at the first. */
  readonly tries: number
  /** What the last step left, in whichever process that was; null before the first. */
  readonly mark: unknown
  /** Fires when somebody cancels it, when the server ends, and when another process has taken it. */
  readonly signal: AbortSignal
  /** How much of it is done, 0 to 1. */
  progress(share: number): void
  /**
   * Keeps a mark in one transaction with what `work` stores, from which a job that is killed goes on. Throws when the job
   * is no longer ours: then nothing of it is kept.
   */
  step(mark: object, work?: (client: pg.PoolClient) => Promise<void>): Promise<void>
}

/** When a job comes by itself: so long after the last time, or by a cron line as clocks in a zone show it. */
export type When = { everyMs: number; atStart?: true } | { cron: string; zone: string; atStart?: true }

/** A kind of job as a room declares it. */
export type JobKind = {
  /** `<room>.<noun>`. */
  readonly name: string
  /** What it does, as administrators read it: "Packs stored positions". */
  readonly does: string
  readonly when?: When
  /** Tries before it has failed; 5 when nothing is said. What comes by itself is tried again the next time all the same. */
  readonly tries?: number
  /** What is waited after the first failure, and at most; twice as long each time. A second and a minute when nothing is said. */
  readonly backOff?: { firstMs: number; longestMs: number }
  readonly work: (run: JobRun) => Promise<void>
  /** Stores that a job has failed or was cancelled, before its own state says so; again after a kill in between. */
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
  askedBy: string
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
  /** What a kind does, in its words. */
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
  /** What runs, waits and failed, and what ended since an instant; the newest first. */
  list(endedSince: number): Promise<Job[]>
  /** Hears what becomes of jobs of this process. */
  hear(hearer: (job: Job) => void): void
  start(): Promise<void>
  /** Ends what runs and gives it back, so that another process takes it at once. */
  stop(): Promise<void>
}
