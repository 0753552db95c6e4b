import { z } from 'zod'
import { Id, Instant, listOf, op, paging } from './kernel.ts'

/** Order of an administrator that nothing of a user's mail and channels is deleted, neither by retention. */
export const LegalHold = z.object({
  id: z.string(),
  user_id: z.string(),
  username: z.string(),
  reason: z.string(),
  set_by: z.string(),
  set_at: Instant,
  released_by: z.string().nullable(),
  released_at: Instant.nullable(),
  release_reason: z.string().nullable(),
})
export type LegalHold = z.output<typeof LegalHold>

const Reason = z.string().trim().min(1).max(500)

/** Stops deletion of a user's mail and channels until it is released. Throws NOT_FOUND, DUPLICATE. */
export const setLegalHold = op({
  name: 'setLegalHold',
  route: 'POST /v2/legal-holds',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Set a legal hold',
  example: { user_id: 'none', reason: 'Case 12/2026' },
  input: z.object({ user_id: Id, reason: Reason }),
  output: LegalHold,
})

/** Returns legal holds, the latest first; with `released`, released ones too. */
export const getLegalHolds = op({
  name: 'getLegalHolds',
  route: 'GET /v2/legal-holds',
  bounded: 'PAGE',
  who: 'admin',
  past: 'NOW',
  example: {},
  input: z.object({ user_id: Id.optional(), state: z.enum(['OPEN', 'ALL']).optional(), ...paging }),
  output: listOf(LegalHold),
})

/** Ends a hold: retention applies again from then on. Throws NOT_FOUND. */
export const releaseLegalHold = op({
  name: 'releaseLegalHold',
  route: 'POST /v2/legal-holds/{id}/release',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Released a legal hold',
  example: { id: 'none', reason: 'Case closed' },
  input: z.object({ id: Id, reason: Reason }),
  output: LegalHold,
})
