import { isIP } from 'node:net'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import {
  insertPasskey,
  isOpenChallenge,
  keepChallenge,
  notePasskeyUse,
  passkeysOf,
  spendChallenge,
  type PasskeyRow,
  type Purpose,
} from './second-factor.sql.ts'

/** A ceremony takes as long as finding the key in a pocket. */
const CHALLENGE_MS = 5 * 60_000

type Needs = { db: Db; clock: Clock }
type Owner = { id: string; username: string }

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).hostname : '')
const allowed = (keys: PasskeyRow[]) => keys.map(({ id, transports }) => ({ id, transports }))

const keep = ({ db, clock }: Needs, challenge: string, userId: string, purpose: Purpose) =>
  keepChallenge(db, { challenge, user_id: userId, purpose, until: new Date(clock.now() + CHALLENGE_MS) })

/** Options for making a passkey on the page at `origin`. */
export async function startAdding(needs: Needs, user: Owner, origin: string): Promise<unknown> {
  const rpID = hostOf(origin)
  if (rpID === '' || isIP(rpID.replace(/^\[(.*)\]$/, '$1')) !== 0)
    throw new OperationError(
      'VALIDATION',
      'Passkeys need a host name. Open this server by its host name, not its IP address.',
    )
  const options = await generateRegistrationOptions({
    rpName: 'Samudra',
    rpID,
    userName: user.username,
    userID: new TextEncoder().encode(user.id),
    attestationType: 'none',
    excludeCredentials: allowed(await passkeysOf(needs.db, user.id)),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    timeout: CHALLENGE_MS,
  })
  await keep(needs, options.challenge, user.id, 'ADD')
  return options
}

/** Checks what the browser answered and keeps the passkey. Throws VALIDATION, DUPLICATE. */
export async function finishAdding(
  { db, clock }: Needs,
  user: Owner,
  origin: string,
  given: { name: string; response: unknown },
): Promise<PasskeyRow> {
  let challenge = ''
  const checked = await verifyRegistrationResponse({
    response: given.response as RegistrationResponseJSON,
    expectedChallenge: (came) => {
      challenge = came
      return isOpenChallenge(db, { challenge: came, userId: user.id, purpose: 'ADD' }, new Date(clock.now()))
    },
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    requireUserVerification: false,
  }).catch(() => null)
  if (checked?.verified !== true || !(await spendChallenge(db, challenge)))
    throw new OperationError('VALIDATION', 'The passkey could not be verified. Try again.', {
      fields: [{ field: 'response', why: 'could not be verified' }],
    })
  const { credential } = checked.registrationInfo
  const passkey: PasskeyRow = {
    id: credential.id,
    user_id: user.id,
    name: given.name,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    created_at: new Date(clock.now()),
    last_used_at: null,
  }
  if (!(await insertPasskey(db, passkey)))
    throw new OperationError('DUPLICATE', 'This passkey is already set up.')
  return passkey
}

/** Options for proving with one of `keys`. */
export async function startProving(needs: Needs, user: Owner, origin: string, keys: PasskeyRow[]) {
  const options = await generateAuthenticationOptions({
    rpID: hostOf(origin),
    allowCredentials: allowed(keys),
    userVerification: 'preferred',
    timeout: CHALLENGE_MS,
  })
  await keep(needs, options.challenge, user.id, 'LOGIN')
  return options
}

/** Returns whether an answer proves one of the user's passkeys, now and for the first time. */
export async function provesPasskey(
  { db, clock }: Needs,
  user: Owner,
  origin: string,
  given: unknown,
): Promise<boolean> {
  const id = (given as { id?: unknown } | null)?.id
  const key = (await passkeysOf(db, user.id)).find((one) => one.id === id)
  if (key === undefined) return false
  let challenge = ''
  const checked = await verifyAuthenticationResponse({
    response: given as AuthenticationResponseJSON,
    expectedChallenge: (came) => {
      challenge = came
      return isOpenChallenge(
        db,
        { challenge: came, userId: user.id, purpose: 'LOGIN' },
        new Date(clock.now()),
      )
    },
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    credential: {
      id: key.id,
      publicKey: new Uint8Array(key.public_key),
      counter: Number(key.counter),
    },
    requireUserVerification: false,
  }).catch(() => null)
  if (checked?.verified !== true || !(await spendChallenge(db, challenge))) return false
  return notePasskeyUse(db, key.id, checked.authenticationInfo.newCounter, new Date(clock.now()))
}
