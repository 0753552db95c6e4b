/** The texts of the specification, byte for byte; a test compares them. */
export const MESSAGES = {
  noConnection: "Coludn't Connect to the server",
  statusFalse: 'Server responded with status false',
  expiredAtStart: 'Session Expired Logging Out !!!',
  expiredBeforeRequest: 'Session Timeout Logging Out',
  renderError: 'Sorry, server goes wrong',
  goHome: 'Go to Home',
  loading: 'Loading.....',
  dbNoConnection: 'No DB index DB connection',
  dbExists: 'DB Instance already exists',
  dbFailed: 'Failed To Connect To Db',
  invalidToken: 'Invalid token',
  chatSocketFailed: 'Failed to establish Web Socket Connection:',
  newMail: 'Received a new Mail',
  motto: 'Vasudhaiva Kutumbakam - The World is One Family',
} as const

/** The text of each anomaly, which is also the text of its alert. */
export const ANOMALY_TEXTS = {
  BLACKLIST: 'The vessel has been blacklisted.',
  '12NM': 'Vessel has gone past 12NM.',
  IMO_MISMATCH: 'The vessel has suspected to be IMO Mismatch.',
  FEED_DELAY: 'The vessel had not been active for more the 2 hours',
  ILLEGAL_MMSI: 'The vessel has suspected for Illegal Mismatch',
  DUPLICATE_FLAG: 'The vessel has suspected for Duplicate Flag',
  NAME_MISMATCH: 'The vessel has suspected for name mismatch.',
} as const
export type AnomalyCode = keyof typeof ANOMALY_TEXTS

/** Codes an answer may carry beside its Message; stable, for programs. */
export const CODES = [
  'AUTH_FAILED',
  'LOCKED',
  'SESSION_EXPIRED',
  'PASSWORD_CHANGE_REQUIRED',
  'SECOND_FACTOR',
  'SECOND_FACTOR_REQUIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'VALIDATION',
  'RULE_INVALID',
  'VERSION_CONFLICT',
  'DUPLICATE',
  'IN_USE',
  'RATE_LIMIT',
  'TOO_LARGE',
  'BAD_FORMAT',
  'CLOCK_SKEW',
  'REPLAY',
  'BAD_ENVELOPE',
  'SCAN_BLOCKED',
  'CALL_BUSY',
  'MAIL_REFUSED',
  'FEED_DOWN',
  'MAINTENANCE',
  'UNAVAILABLE',
  'INTERNAL',
] as const
export type Code = (typeof CODES)[number]
