import type { Mark, Resume } from '@samudra/contract/socket'
import { RESUMED, RESYNC, isStanding } from '@samudra/contract/wire/standing'

/** Position of the last push this page received, from which a new connection resumes. */
export class Position {
  #resume: Resume

  /** `since`: the server's time, epoch ms, from which on this page reads what it holds. */
  constructor(since: number) {
    this.#resume = { epoch: null, last_seq: since * 1000 }
  }

  /** Returns the credentials of an opening socket. */
  get resume(): Resume {
    return this.#resume
  }

  /** Takes in what came beside a push. */
  heard(wire: string, payload: unknown, beside: unknown): void {
    const seq = seqOf(beside)
    if (seq === null) return
    if (wire !== RESUMED && wire !== RESYNC) {
      // Before the server has named its numbering, the start counts.
      if (this.#resume.epoch !== null) this.#resume = { ...this.#resume, last_seq: seq }
      return
    }
    if (isStanding(payload)) this.#resume = { epoch: payload.epoch, last_seq: seq }
  }
}

const seqOf = (beside: unknown): number | null => {
  const { seq } = (typeof beside === 'object' && beside !== null ? beside : {}) as Partial<Mark>
  return typeof seq === 'number' ? seq : null
}
