import type { SecondFactorWanted } from '@samudra/contract/identity'
import { provesPasskey, startProving } from './passkeys.ts'
import type { Identity } from './needs.ts'
import { codesLeft, passkeysOf, spendCode, spendStep, totpOf } from './second-factor.sql.ts'
import { codeHash, stepOf } from './totp.ts'
import type { UserRow } from './users.sql.ts'

/** `none`: the user has no second factor; `wanted`: one is needed and nothing was shown. */
export type Proof = { kind: 'none' | 'right' | 'wrong' } | { kind: 'wanted'; wanted: SecondFactorWanted }

type Shown = { otp?: string | undefined; passkey?: unknown }

/** Judges what a login shows beside the password. A code that is right is spent. */
export async function proofOf(needs: Identity, user: UserRow, shown: Shown, origin: string): Promise<Proof> {
  const { db } = needs
  const [totp, keys] = await Promise.all([totpOf(db, user.id), passkeysOf(db, user.id)])
  const secret = totp?.secret ?? null
  if (secret === null && keys.length === 0) return { kind: 'none' }
  if (shown.passkey !== undefined && shown.passkey !== null)
    return { kind: (await provesPasskey(needs, user, origin, shown.passkey)) ? 'right' : 'wrong' }
  if (shown.otp !== undefined && shown.otp !== '')
    return { kind: (await isCodeRight(needs, user.id, secret, shown.otp)) ? 'right' : 'wrong' }
  const methods: SecondFactorWanted['methods'] = []
  if (secret !== null) methods.push('TOTP')
  if ((await codesLeft(db, user.id)) > 0) methods.push('RECOVERY')
  if (keys.length > 0) methods.push('PASSKEY')
  const passkey = keys.length === 0 ? null : await startProving(needs, user, origin, keys)
  return { kind: 'wanted', wanted: { methods, passkey } }
}

async function isCodeRight(
  { db, keys, clock }: Identity,
  userId: string,
  secret: Buffer | null,
  given: string,
): Promise<boolean> {
  const code = given.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return spendCode(db, userId, codeHash(keys, userId, code), new Date(clock.now()))
  const step = secret === null ? null : stepOf(keys.unlock(secret), code, clock.now())
  return step !== null && spendStep(db, userId, step)
}
