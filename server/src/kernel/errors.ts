import type { Misfit } from '@samudra/contract/kernel'
import type { Code } from '@samudra/contract/wire/messages'

const HTTP_STATUS: Record<Code, number> = {
  AUTH_FAILED: 401,
  LOCKED: 423,
  SESSION_EXPIRED: 401,
  PASSWORD_CHANGE_REQUIRED: 403,
  SECOND_FACTOR: 401,
  SECOND_FACTOR_REQUIRED: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  VALIDATION: 400,
  VERSION_CONFLICT: 409,
  DUPLICATE: 409,
  IN_USE: 409,
  RATE_LIMIT: 429,
  TOO_LARGE: 413,
  BAD_FORMAT: 400,
  CLOCK_SKEW: 425,
  REPLAY: 409,
  BAD_ENVELOPE: 400,
  SCAN_BLOCKED: 422,
  FEED_DOWN: 503,
  MAINTENANCE: 503,
  INTERNAL: 500,
}

/** A call that is refused on purpose: one plain sentence that says what to do, and a stable code. */
export class Refusal extends Error {
  readonly code: Code
  readonly fields: Misfit[] | undefined
  /** What the answer carries as Data: the current object of a version conflict, what uses an object. */
  readonly data: unknown
  constructor(code: Code, message: string, more: { fields?: Misfit[]; data?: unknown } = {}) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.fields = more.fields
    this.data = more.data
  }
  get httpStatus() {
    return HTTP_STATUS[this.code]
  }
}

/** A start that cannot go on for a reason a person can mend; printed without a stack, exit code 1. */
export class StartFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartFailure'
  }
}

/** The sentence of anything that was thrown. */
export const sentenceOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown))
