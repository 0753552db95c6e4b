/** Most jobs done together. */
const MOST_JOBS = 64

/**
 * Jobs in lines, each line in the order in which its jobs came. Jobs that wait while others of their line are done are
 * done together.
 */
export class JobLines<Job> {
  readonly #waiting = new Map<string, Job[]>()
  readonly #work: (lot: readonly Job[]) => Promise<void>

  /** `work` settles each job itself and never throws. */
  constructor(work: (lot: readonly Job[]) => Promise<void>) {
    this.#work = work
  }

  add(key: string, job: Job): void {
    const line = this.#waiting.get(key)
    if (line !== undefined) return void line.push(job)
    const begun = [job]
    this.#waiting.set(key, begun)
    void this.#empty(key, begun)
  }

  async #empty(key: string, line: Job[]) {
    while (line.length > 0) await this.#work(line.splice(0, MOST_JOBS))
    this.#waiting.delete(key)
  }
}
