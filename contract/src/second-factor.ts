import { z } from 'zod'
import { anything, Id, Instant, op, typedName } from './kernel.ts'

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
})
export type Passkey = z.output<typeof Passkey>
export const SecondFactor = z.object({
  totp: z.boolean(),
  recovery_codes_left: z.number(),
  passkeys: z.array(Passkey),
  /** True when the administrators ask this user to have one. */
  required: z.boolean(),
})
export type SecondFactor = z.output<typeof SecondFactor>
const Proof = { password: z.string().min(1).max(1000) }

export const getSecondFactor = op({
  name: 'getSecondFactor',
  route: 'GET /v2/users/me/second-factor',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  early: true,
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: SecondFactor,
})
/** A new secret for an authenticator; it counts once a code of it was confirmed. */
export const startTotp = op({
  name: 'startTotp',
  route: 'POST /v2/users/me/second-factor/totp',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Started the setup of an authenticator',
  early: true,
  example: { password: 'not the password' },
  input: z.object(Proof),
  output: z.object({ secret: z.string(), uri: z.string() }),
})
/** Confirms an authenticator; the recovery codes are returned once, in this answer. */
export const confirmTotp = op({
  name: 'confirmTotp',
  route: 'POST /v2/users/me/second-factor/totp/confirm',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Set up an authenticator',
  early: true,
  example: { code: '000000' },
  input: z.object({
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'is six digits'),
  }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
})
export const removeTotp = op({
  name: 'removeTotp',
  route: 'POST /v2/users/me/second-factor/totp/remove',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Removed an authenticator',
  example: { password: 'not the password' },
  input: z.object(Proof),
  output: SecondFactor,
})
export const newRecoveryCodes = op({
  name: 'newRecoveryCodes',
  route: 'POST /v2/users/me/second-factor/recovery-codes',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Created recovery codes',
  example: { password: 'not the password' },
  input: z.object(Proof),
  output: z.object({ recovery_codes: z.array(z.string()) }),
})
/** `options` are the creation options of WebAuthn, for the browser as they are. */
export const startPasskey = op({
  name: 'startPasskey',
  route: 'POST /v2/users/me/second-factor/passkeys/start',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Started the setup of a passkey',
  early: true,
  example: { password: 'not the password' },
  input: z.object(Proof),
  output: z.object({ options: z.unknown() }),
})
export const finishPasskey = op({
  name: 'finishPasskey',
  route: 'POST /v2/users/me/second-factor/passkeys',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Set up a passkey',
  early: true,
  example: { name: 'key', response: {} },
  input: z.object({ name: typedName(60), response: anything(20_000) }),
  output: Passkey,
})
export const removePasskey = op({
  name: 'removePasskey',
  route: 'POST /v2/users/me/second-factor/passkeys/remove',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Removed a passkey',
  example: { id: 'none', password: 'not the password' },
  input: z.object({ id: Id, ...Proof }),
  output: SecondFactor,
})
/** An administrator takes a lost second factor off a user; from the own account with the own password alone. */
export const resetSecondFactor = op({
  name: 'resetSecondFactor',
  route: 'POST /v2/users/{id}/second-factor/reset',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Reset the second factor of a user',
  example: { id: 'none', reason: 'lost' },
  input: z.object({
    id: Id,
    reason: z.string().trim().min(1).max(500),
    /** Password of the caller, where the user is the caller. */
    password: Proof.password.optional(),
  }),
  output: z.object({ id: z.string(), removed: z.number() }),
})
