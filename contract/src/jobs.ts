import { z } from 'zod'
import { Id, Instant, op, push } from './kernel.ts'

export const JOB_STATES = ['RUNNING', 'WAITING', 'FAILED', 'DONE', 'CANCELLED'] as const
export const JOB_ACTS = ['RETRY', 'CANCEL'] as const

/** Work in the background or by the clock. */
export const Job = z.object({
  id: z.string(),
  name: z.string(),
  /** Description of the job. */
  does: z.string(),
  state: z.enum(JOB_STATES),
  /** It comes by itself, again and again. */
  scheduled: z.boolean(),
  /** 0 to 1. */
  progress: z.number(),
  /** Tries that failed since it last went well, and the one under way. */
  tries: z.number(),
  /** When it is tried next; null when it runs or is over. */
  due_at: Instant.nullable(),
  /** Why it failed the last time; null when it did not. */
  why: z.string().nullable(),
  /** User who requested the job; empty for scheduled jobs. */
  asked_by: z.string(),
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  /** Actions that are possible now. */
  can: z.array(z.enum(JOB_ACTS)),
})
export type Job = z.output<typeof Job>

/** Returns jobs that run, wait, failed, or ended recently. */
export const getJobs = op({
  name: 'getJobs',
  route: 'GET /v2/jobs',
  bounded: 'CENTRE',
  who: 'admin',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({ as_of: Instant, items: z.array(Job) }),
})

/** Does a job at once that waits or has failed. */
export const retryJob = op({
  name: 'retryJob',
  route: 'POST /v2/jobs/{id}/retry',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Ran a job',
  example: { id: 'no-such-job' },
  input: z.object({ id: Id }),
  output: Job,
})

/** Ends a job that runs, or takes back one that waits; what comes by itself comes again at its next time. */
export const cancelJob = op({
  name: 'cancelJob',
  route: 'POST /v2/jobs/{id}/cancel',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Cancelled a job',
  example: { id: 'no-such-job' },
  input: z.object({ id: Id }),
  output: Job,
})

/** A job as it now stands; for administrators. */
export const jobChanged = push({ wire: 'job_changed', payload: Job })
