import { cancelJob, getJobs, retryJob, type Job as ReportedJob } from '@samudra/contract/jobs'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Call, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Job, Jobs } from '../../../platform/needs/jobs.ts'

/** Time for which ended jobs are shown: a day. */
const SHOWN_MS = 24 * 3_600_000

type Needs = { jobs: Jobs; clock: Clock }

export const jobOps = ({ jobs, clock }: Needs): Handled[] => [
  handle(getJobs, async () => {
    const now = clock.now()
    const found = await jobs.list(now - SHOWN_MS)
    return { as_of: new Date(now).toISOString(), items: found.map((job) => presentJob(jobs, job)) }
  }),
  handle(retryJob, async (call) => changed(jobs, call, await jobs.retry(call.input.id), 'be run')),
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
): ReportedJob {
  record({ objectType: 'job', objectId: input.id })
  if (job === null)
    throw new OperationError('NOT_FOUND', `This job does not exist or cannot ${what} now. Reload the list.`)
  record({ after: { name: job.name } })
  return presentJob(jobs, job)
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

export const presentJob = (jobs: Jobs, job: Job): ReportedJob => ({
  id: job.id,
  name: job.name,
  does: jobs.doesOf(job.name),
  state: job.state,
  scheduled: job.isScheduled,
  progress: job.progress,
  tries: job.tries,
  due_at: iso(job.dueAt),
  why: job.why,
  asked_by: job.requestedBy,
  started_at: iso(job.startedAt),
  ended_at: iso(job.endedAt),
  can: actsOf(job),
})

function actsOf({ state, isScheduled }: Job): ReportedJob['can'] {
  if (state === 'RUNNING') return ['CANCEL']
  if (state !== 'WAITING' && state !== 'FAILED') return []
  return isScheduled ? ['RETRY'] : ['RETRY', 'CANCEL']
}
