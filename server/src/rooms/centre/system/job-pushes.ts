import { jobChanged } from '@samudra/contract/jobs'
import { ADMINISTRATORS } from '../../../platform/kernel/http/audience.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Job, Jobs } from '../../../platform/needs/jobs.ts'
import type { SamudraBus } from '../../../sea/topics.ts'
import { presentJob } from './jobs.ops.ts'

type Needs = { jobs: Jobs; send: Send; bus: SamudraBus }

/** Time between two pushes of a job that has not ended. */
export const PUSH_MS = 1000
const ENDS: ReadonlySet<Job['state']> = new Set(['DONE', 'FAILED', 'CANCELLED'])

/** Pushes jobs to administrators, an end at once and other states at each beat, and notifies them of a failure. */
export class JobPushes {
  readonly #needs: Needs
  /** Jobs that changed since the last beat, by id. */
  readonly #changed = new Map<string, Job>()
  readonly #failing = new Set<string>()

  constructor(needs: Needs) {
    this.#needs = needs
    needs.jobs.listen((job) => this.#take(job))
  }

  /** Pushes the last state of each job that changed. */
  beat(): void {
    const changed = [...this.#changed.values()]
    this.#changed.clear()
    for (const job of changed) this.#push(job)
  }

  #take(job: Job) {
    this.#changed.delete(job.id)
    if (ENDS.has(job.state)) this.#push(job)
    else this.#changed.set(job.id, job)
    if (job.why === null) this.#failing.delete(job.id)
    if (job.state === 'FAILED') this.#notify(job)
  }

  #push(job: Job) {
    const { jobs, send } = this.#needs
    send(jobChanged, presentJob(jobs, job), ADMINISTRATORS, { about: `job ${job.id}` })
  }

  /** Notifies once until the job succeeds. */
  #notify({ id, name, why }: Job) {
    const { bus, jobs } = this.#needs
    if (this.#failing.has(id)) return
    this.#failing.add(id)
    bus.publish('notice', {
      kind: 'JOB',
      severity: 'WARNING',
      text: `A job has failed: ${jobs.doesOf(name)}. ${why}`,
      link: { kind: 'screen', path: '/home/settings/system' },
      audience: ADMINISTRATORS,
    })
  }
}
