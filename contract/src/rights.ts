/** Callers of an operation; `cut` restricts further. */
export type AllowedCallers = 'public' | 'user' | 'admin'

/** Limits of the work that one call of a bounded operation makes, whatever is stored. */
export const BOUNDS = {
  ONE: 'one object, account or place, found by an index',
  PAGE: 'at most 500 rows and 2 MB, found by an index or in memory',
  BATCH: 'the objects that the input names, at most as many as it may name',
  VERSIONS: 'the newest versions of one object, at most 500 and 2 MB',
  CENTRE: 'what administrators set up, days of the archive, or the newest run of the weather',
  PICTURE: 'one pass over the picture in memory',
  FILE: 'one file in portions; its contents are read in the reader process',
  JOB: 'starts, changes or stops a job; the work is done in the background',
} as const
export type Bound = keyof typeof BOUNDS

/** Declaration of cost: every operation is bounded, costly, or costly when it reads the past and else bounded. */
export type Cost = { costly: 'always'; bounded?: never } | { costly?: 'past'; bounded: Bound }

/** Declaration of the callers of an operation and their restrictions. */
export type Right = {
  who: AllowedCallers
  /**
   * Restrictions of an answer or a change. `own`: the caller's own objects unless an administrator. `owner`: the
   * mailbox of the caller or of a duty role of the caller, administrators alike. `group`: own,
   * shared with a group, or of the centre. `release`: rows by the caller's sources and zones. `summary`: a part for
   * users who are not administrators.
   */
  cut?: 'own' | 'owner' | 'group' | 'release' | 'summary'
  /** The one audit record a call leaves: of a change, or of reading something sensitive. */
  leaves?: 'change' | 'read'
  /** True if allowed while another person's password is still in use, or a required second factor is missing. */
  early?: true
  /** Bytes travel: in the request after its input, or in the answer after its Data. */
  stream?: 'up' | 'down'
  /**
   * May take long, `past` only with `as_of`: a few of a user run at once, the others wait in that user's own queue, and
   * all end with their client.
   */
  costly?: 'always' | 'past'
  /** Limit of the work of a call that is not costly. */
  bounded?: Bound
}

/** The kinds of caller the rights are tried with. */
export const CALLER_KINDS = [
  'nobody',
  'user',
  'userOfOneSource',
  'userOfOneZone',
  'blocked',
  'expired',
  'administrator',
] as const
export type CallerKind = (typeof CALLER_KINDS)[number]

/** Returns the result of an operation for a kind of caller: it runs, or the code of the refusal. */
export function verdictOf({ who }: Right, kind: CallerKind): 'runs' | 'SESSION_EXPIRED' | 'FORBIDDEN' {
  if (who === 'public') return 'runs'
  if (kind === 'nobody' || kind === 'blocked' || kind === 'expired') return 'SESSION_EXPIRED'
  return who === 'admin' && kind !== 'administrator' ? 'FORBIDDEN' : 'runs'
}
