import type { Generated } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

type TotpRow = {
  user_id: string
  secret: Buffer | null
  last_step: Generated<string | number>
  pending: Buffer | null
  pending_at: Date | null
}
export type PasskeyRow = {
  id: string
  user_id: string
  name: string
  public_key: Buffer
  counter: string | number
  transports: string[]
  created_at: Date
  last_used_at: Date | null
}
export type Purpose = 'ADD' | 'LOGIN'
type Tables = {
  user_totp: TotpRow
  user_recovery_codes: { user_id: string; hash: Buffer; used_at: Date | null }
  user_passkeys: PasskeyRow
  passkey_challenges: { challenge: string; user_id: string; purpose: Purpose; until: Date }
}
const tables = (db: Db) => query<Tables>(db)

export const totpOf = (db: Db, userId: string) =>
  tables(db).selectFrom('user_totp').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Keeps a secret until a code of it is confirmed; one in use stays so meanwhile. */
export const keepPending = (db: Db, userId: string, pending: Buffer, at: Date) =>
  tables(db)
    .insertInto('user_totp')
    .values({ user_id: userId, secret: null, pending, pending_at: at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending, pending_at: at }))
    .execute()

/** The pending secret becomes the one in use; a code of `step` was spent on it. False when it is another by now. */
export async function confirmPending(
  db: Db,
  userId: string,
  pending: Buffer,
  step: number,
): Promise<boolean> {
  const row = await tables(db)
    .updateTable('user_totp')
    .set({ secret: pending, pending: null, pending_at: null, last_step: step })
    .where('user_id', '=', userId)
    .where('pending', '=', pending)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Spends the code of a step; false when it, or a later one, was spent before. */
export async function spendStep(db: Db, userId: string, step: number): Promise<boolean> {
  const row = await tables(db)
    .updateTable('user_totp')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function removeTotpOf(db: Db, userId: string): Promise<boolean> {
  const rows = await tables(db)
    .deleteFrom('user_totp')
    .where('user_id', '=', userId)
    .returning('secret')
    .execute()
  return rows.some((row) => row.secret !== null)
}

export const replaceCodes = (db: Db, userId: string, hashes: Buffer[]) =>
  tables(db)
    .transaction()
    .execute(async (transaction) => {
      await transaction.deleteFrom('user_recovery_codes').where('user_id', '=', userId).execute()
      if (hashes.length === 0) return
      await transaction
        .insertInto('user_recovery_codes')
        .values(hashes.map((hash) => ({ user_id: userId, hash, used_at: null })))
        .execute()
    })

/** Spends a recovery code; false when there is no such code or it was spent before. */
export async function spendCode(db: Db, userId: string, hash: Buffer, at: Date): Promise<boolean> {
  const row = await tables(db)
    .updateTable('user_recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function codesLeft(db: Db, userId: string): Promise<number> {
  const row = await tables(db)
    .selectFrom('user_recovery_codes')
    .select((select) => select.fn.countAll<string>().as('n'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export const passkeysOf = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  tables(db)
    .selectFrom('user_passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** False when the passkey is known already. */
export async function insertPasskey(db: Db, passkey: PasskeyRow): Promise<boolean> {
  const row = await tables(db)
    .insertInto('user_passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Notes a use; false when another use with this counter or a higher one came first, as a copied key would. */
export async function notePasskeyUse(db: Db, id: string, counter: number, at: Date): Promise<boolean> {
  const row = await tables(db)
    .updateTable('user_passkeys')
    .set({ counter, last_used_at: at })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('counter', '<', counter),
        where.and([where('counter', '=', 0), where(sql<number>`${counter}::bigint`, '=', 0)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePasskeys(db: Db, userId: string, only?: string): Promise<number> {
  let remove = tables(db).deleteFrom('user_passkeys').where('user_id', '=', userId)
  if (only !== undefined) remove = remove.where('id', '=', only)
  return (await remove.returning('id').execute()).length
}

export const keepChallenge = (db: Db, challenge: Tables['passkey_challenges']) =>
  tables(db).insertInto('passkey_challenges').values(challenge).execute()

export async function isOpenChallenge(
  db: Db,
  of: { challenge: string; userId: string; purpose: Purpose },
  at: Date,
): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('passkey_challenges')
    .select('challenge')
    .where('challenge', '=', of.challenge)
    .where('user_id', '=', of.userId)
    .where('purpose', '=', of.purpose)
    .where('until', '>', at)
    .executeTakeFirst()
  return row !== undefined
}

/** Spends a challenge; false when it was spent before. */
export async function spendChallenge(db: Db, challenge: string): Promise<boolean> {
  const rows = await tables(db)
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .returning('challenge')
    .execute()
  return rows.length === 1
}

export const forgetChallenges = (db: Db, at: Date) =>
  tables(db).deleteFrom('passkey_challenges').where('until', '<=', at).execute()
