/** Who may call an operation at all; finer cuts are in `cut`. */
export type Who = 'public' | 'user' | 'admin'

/** What an operation says of who may call it and how. */
export type Right = {
  who: Who
  /**
   * How an answer or a change is cut for those who may call: `own` - only what is the caller's own unless an
   * administrator; `group` - own, of a shared group, or of the centre; `release` - rows by the caller's sources
   * and zones; `summary` - others than administrators get a part.
   */
  cut?: 'own' | 'group' | 'release' | 'summary'
  /** The one audit record a call leaves: of a change, or of reading something sensitive. */
  leaves?: 'change' | 'read'
  /** Allowed while the password is still the one somebody else chose, or a required second factor is missing. */
  early?: true
  /** Bytes travel: in the request after its input, or in the answer after its Data. */
  stream?: 'up' | 'down'
  /**
   * May take long, `past` only with `as_of`: a few of a user run at once, the others wait in that user's own queue, and
   * all end with their client.
   */
  costly?: 'always' | 'past'
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

/** What an operation must answer a kind of caller: it runs, or the code of its refusal. */
export function verdictOf({ who }: Right, kind: CallerKind): 'runs' | 'SESSION_EXPIRED' | 'FORBIDDEN' {
  if (who === 'public') return 'runs'
  if (kind === 'nobody' || kind === 'blocked' || kind === 'expired') return 'SESSION_EXPIRED'
  return who === 'admin' && kind !== 'administrator' ? 'FORBIDDEN' : 'runs'
}
