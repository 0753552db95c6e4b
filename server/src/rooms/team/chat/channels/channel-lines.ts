/** Most jobs done together. */
const MOST_JOBS = 64

/**
 * Jobs on channels, in the order in which they came, so that events leave in the order of posts. Those that wait while
 * others of their channel are done are done together.
 */
export class ChannelLines<Job> {
  readonly #waiting = new Map<string, Job[]>()
  readonly #work: (lot: readonly Job[]) => Promise<void>

  /** `work` settles each job itself and never throws. */
  constructor(work: (lot: readonly Job[]) => Promise<void>) {
    this.#work = work
  }

  add(channelId: string, job: Job): void {
    const line = this.#waiting.get(channelId)
    if (line !== undefined) return void line.push(job)
    const begun = [job]
    this.#waiting.set(channelId, begun)
    void this.#empty(channelId, begun)
  }

  async #empty(channelId: string, line: Job[]) {
    while (line.length > 0) await this.#work(line.splice(0, MOST_JOBS))
    this.#waiting.delete(channelId)
  }
}
