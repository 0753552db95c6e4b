import { cancelJob, getJobs, jobChanged, retryJob, type Job as ToldJob } from '@samudra/contract/jobs'
import { ADMINISTRATORS } from '../kernel/audience.ts'
import { Refusal } from '../kernel/errors.ts'
import { handle, type Call, type Handled } from '../kernel/handle.ts'
import type { Send } from '../kernel/send.ts'
import type { Clock } from '../needs/clock.ts'
import type { Job, Jobs } from '../needs/jobs.ts'
import type { SamudraBus } from '../sea/topics.ts'

/** What is over is shown for a day. */
const SHOWN_MS = 24 * 3_600_000

type Needs = { jobs: Jobs; clock: Clock }

export const jobOps = ({ jobs, clock }: Needs): Handled[] => [
  handle(getJobs, async () => {
    const now = clock.now()
    const found = await jobs.list(now - SHOWN_MS)
    return { as_of: new Date(now).toISOString(), items: found.map((job) => presentJob(jobs, job)) }
  }),
  handle(retryJob, async (call) => changed(jobs, call, await jobs.retry(call.input.id), 'be done at once')),
  handle(cancelJob, async (call) => {
    const job = await jobs.cancel(call.input.id, call.caller.username)
    return changed(jobs, call, job, 'be cancelled')
  }),
]

function changed(
  jobs: Jobs,
  { input, record }: Call<{ id: string }>,
  job: Job | null,
  what: string,
): ToldJob {
  record({ objectType: 'job', objectId: input.id })
  if (job === null)
    throw new Refusal(
      'NOT_FOUND',
      `There is no such job, or it is in no state to ${what}; look at the list again.`,
    )
  record({ after: { name: job.name } })
  return presentJob(jobs, job)
}

/** Tells administrators what becomes of jobs, and leaves word of one that fails until it goes well again. */
export function tellJobs({ jobs, send, bus }: { jobs: Jobs; send: Send; bus: SamudraBus }) {
  const failing = new Set<string>()
  jobs.hear((job) => {
    send(jobChanged, presentJob(jobs, job), ADMINISTRATORS, { about: `job ${job.id}` })
    if (job.why === null) failing.delete(job.id)
    if (job.state !== 'FAILED' || failing.has(job.id)) return
    failing.add(job.id)
    bus.publish('notice', {
      kind: 'JOB',
      severity: 'WARNING',
      text: `A job has failed: ${jobs.doesOf(job.name)}. ${job.why}`,
      link: { kind: 'screen', path: '/home/settings/system' },
      audience: ADMINISTRATORS,
    })
  })
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

const presentJob = (jobs: Jobs, job: Job): ToldJob => ({
  id: job.id,
  name: job.name,
  does: jobs.doesOf(job.name),
  state: job.state,
  scheduled: job.isScheduled,
  progress: job.progress,
  tries: job.tries,
  due_at: iso(job.dueAt),
  why: job.why,
  asked_by: job.askedBy,
  started_at: iso(job.startedAt),
  ended_at: iso(job.endedAt),
  can: actsOf(job),
})

function actsOf({ state, isScheduled }: Job): ToldJob['can'] {
  if (state === 'RUNNING') return ['CANCEL']
  if (state !== 'WAITING' && state !== 'FAILED') return []
  return isScheduled ? ['RETRY'] : ['RETRY', 'CANCEL']
}
