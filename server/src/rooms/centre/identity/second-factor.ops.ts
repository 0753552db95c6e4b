import {
  confirmTotp,
  finishPasskey,
  getSecondFactor,
  newRecoveryCodes,
  removePasskey,
  removeTotp,
  resetSecondFactor,
  startPasskey,
  startTotp,
  type Passkey,
  type SecondFactor,
} from '@samudra/contract/second-factor'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { NOT_THERE, proveSelf, type Identity } from './needs.ts'
import { finishAdding, startAdding } from './passkeys.ts'
import {
  codesLeft,
  confirmPending,
  deletePasskeys,
  keepPending,
  passkeysOf,
  removeTotpOf,
  replaceCodes,
  totpOf,
  type PasskeyRow,
} from './second-factor.sql.ts'
import { secondFactorIsRequired } from './sessions.ts'
import { codeHash, newRecoveryCodesOf, newTotpSecret, stepOf, totpUri } from './totp.ts'
import { userById } from './users.sql.ts'

/** A secret that was shown is confirmed while the authenticator is at hand. */
const PENDING_MS = 15 * 60_000

export const secondFactorOps = (needs: Identity): Handled[] => [
  handle(getSecondFactor, async ({ caller }) => factorsOf(needs, caller)),
  ...totpOps(needs),
  ...passkeyOps(needs),
  handle(newRecoveryCodes, async (call) => {
    const { caller, input, record } = call
    record({ objectType: 'user', objectId: caller.userId })
    await proveSelf(needs, call, input.password)
    const before = await factorsOf(needs, caller)
    if (!before.totp && before.passkeys.length === 0)
      throw new OperationError('VALIDATION', 'Set up an authenticator or a passkey first.')
    record({ before: plain(before), after: { ...plain(before), recovery_codes_left: 10 } })
    return { recovery_codes: await freshCodes(needs, caller.userId) }
  }),
  handle(resetSecondFactor, async (call) => {
    const { caller, input, record } = call
    record({ objectType: 'user', objectId: input.id, reason: input.reason })
    if (input.id === caller.userId) {
      if (input.password === undefined) throw passwordIsMissing()
      await proveSelf(needs, call, input.password)
    }
    const user = await userById(needs.db, input.id)
    if (user === undefined || user.status === 'DELETED') throw NOT_THERE()
    const removed = await removeAllFactors(needs, input.id)
    record({ before: { second_factors: removed }, after: { second_factors: 0 } })
    needs.sessions.forget([input.id])
    return { id: input.id, removed }
  }),
]

const passwordIsMissing = () =>
  new OperationError('VALIDATION', 'Enter your password to change your own second factor.', {
    fields: [{ field: 'password', why: 'is missing' }],
  })

/** Takes every second factor off a user; returns how many there were. */
export async function removeAllFactors({ db }: Pick<Identity, 'db'>, userId: string): Promise<number> {
  const hadTotp = await removeTotpOf(db, userId)
  const passkeys = await deletePasskeys(db, userId)
  await replaceCodes(db, userId, [])
  return passkeys + (hadTotp ? 1 : 0)
}

const totpOps = (needs: Identity): Handled[] => [
  handle(startTotp, async (call) => {
    const { caller, input, record } = call
    record({ objectType: 'user', objectId: caller.userId })
    await proveSelf(needs, call, input.password)
    const secret = newTotpSecret()
    await keepPending(needs.db, caller.userId, needs.keys.lock(secret), new Date(needs.clock.now()))
    return { secret, uri: totpUri(secret, caller.username) }
  }),
  handle(confirmTotp, async ({ caller, input, record }) => {
    const { db, keys, clock } = needs
    record({ objectType: 'user', objectId: caller.userId })
    const before = await factorsOf(needs, caller)
    const row = await totpOf(db, caller.userId)
    const pending = row?.pending ?? null
    if (pending === null || clock.now() - (row?.pending_at?.getTime() ?? 0) > PENDING_MS)
      throw new OperationError('VALIDATION', 'The secret expired. Start again.')
    const step = stepOf(keys.unlock(pending), input.code, clock.now())
    if (step === null || !(await confirmPending(db, caller.userId, pending, step)))
      throw new OperationError('VALIDATION', 'Wrong code. Check the clock of the authenticator.', {
        fields: [{ field: 'code', why: 'is wrong' }],
      })
    const codes = await freshCodes(needs, caller.userId)
    await changed(needs, caller, before, record)
    return { recovery_codes: codes }
  }),
  handle(removeTotp, async (call) => {
    const { caller, input, record } = call
    record({ objectType: 'user', objectId: caller.userId })
    await proveSelf(needs, call, input.password)
    const before = await factorsOf(needs, caller)
    await removeTotpOf(needs.db, caller.userId)
    return changed(needs, caller, before, record)
  }),
]

const passkeyOps = (needs: Identity): Handled[] => [
  handle(startPasskey, async (call) => {
    const { caller, client, input, record } = call
    record({ objectType: 'user', objectId: caller.userId })
    await proveSelf(needs, call, input.password)
    return { options: await startAdding(needs, ownerOf(caller), client.origin) }
  }),
  handle(finishPasskey, async ({ caller, client, input, record }) => {
    record({ objectType: 'user', objectId: caller.userId })
    const before = await factorsOf(needs, caller)
    const passkey = await finishAdding(needs, ownerOf(caller), client.origin, {
      name: input.name,
      response: input.response,
    })
    await changed(needs, caller, before, record)
    return present(passkey)
  }),
  handle(removePasskey, async (call) => {
    const { caller, input, record } = call
    record({ objectType: 'user', objectId: caller.userId })
    await proveSelf(needs, call, input.password)
    const before = await factorsOf(needs, caller)
    if ((await deletePasskeys(needs.db, caller.userId, input.id)) === 0)
      throw new OperationError('NOT_FOUND', 'This passkey no longer exists.')
    return changed(needs, caller, before, record)
  }),
]

/** Recovery codes without a factor would be a factor; the last one takes them along. */
async function changed(
  needs: Identity,
  caller: Caller,
  before: SecondFactor,
  record: (entry: { before: unknown; after: unknown }) => void,
): Promise<SecondFactor> {
  let after = await factorsOf(needs, caller)
  if (!after.totp && after.passkeys.length === 0) {
    await replaceCodes(needs.db, caller.userId, [])
    after = { ...after, recovery_codes_left: 0 }
  }
  needs.sessions.forget([caller.userId])
  record({ before: plain(before), after: plain(after) })
  return after
}

async function freshCodes({ db, keys }: Identity, userId: string): Promise<string[]> {
  const codes = newRecoveryCodesOf()
  await replaceCodes(
    db,
    userId,
    codes.map((code) => codeHash(keys, userId, code)),
  )
  return codes
}

async function factorsOf({ db, settings }: Identity, caller: Caller): Promise<SecondFactor> {
  const [totp, codes, keys] = await Promise.all([
    totpOf(db, caller.userId),
    codesLeft(db, caller.userId),
    passkeysOf(db, caller.userId),
  ])
  return {
    totp: (totp?.secret ?? null) !== null,
    recovery_codes_left: codes,
    passkeys: keys.map(present),
    required: secondFactorIsRequired(settings, caller.isAdmin),
  }
}

const ownerOf = (caller: Caller) => ({ id: caller.userId, username: caller.username })
const present = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
/** Returns the factors as the audit record shows them. */
const plain = ({ totp, recovery_codes_left, passkeys }: SecondFactor) => ({
  totp,
  recovery_codes_left,
  passkeys: passkeys.map(({ name }) => name),
})
