import type { Misfit } from '@samudra/contract/misfits'
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
  RULE_INVALID: 400,
  VERSION_CONFLICT: 409,
  DUPLICATE: 409,
  IN_USE: 409,
  CALL_BUSY: 409,
  RATE_LIMIT: 429,
  TOO_LARGE: 413,
  BAD_FORMAT: 400,
  CLOCK_SKEW: 425,
  REPLAY: 409,
  BAD_ENVELOPE: 400,
  SCAN_BLOCKED: 422,
  MAIL_REFUSED: 422,
  FEED_DOWN: 503,
  MAINTENANCE: 503,
  UNAVAILABLE: 503,
  INTERNAL: 500,
}

/** Error of a call that is refused on purpose: one plain sentence that states what to do, and a stable code. */
export class OperationError extends Error {
  readonly code: Code
  readonly fields: Misfit[] | undefined
  /** Data of the answer: the current object of a version conflict, the users of an object. */
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

/** Codes of the system and of PostgreSQL for a disk that takes no more. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', '53100'])
/** Codes of a database that is absent, stops, starts, or has no connection left. */
const NO_DATABASE = /^(08\d\d\d|57P0[123]|53[034]00|ECONNREFUSED|ECONNRESET|EPIPE)$/
/** Messages of the driver without a code. */
const CUT_OFF =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Returns the missing resource of a failure: disk space or the database; null otherwise. */
export function missing(error: unknown): 'SPACE' | 'DATABASE' | null {
  if (!(error instanceof Error)) return null
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (NO_SPACE.has(code)) return 'SPACE'
  // The socket of the embedded database is a file.
  if (NO_DATABASE.test(code) || CUT_OFF.test(error.message) || (code === 'ENOENT' && syscall === 'connect'))
    return 'DATABASE'
  return missing(error.cause)
}
