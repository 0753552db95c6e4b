import type { Db } from '../../../platform/needs/database.ts'
import { accountPage, accountsBy, type Account, type AccountQuery } from './accounts.sql.ts'

export type { Account, AccountQuery }

/** Accounts as other rooms name people, deleted ones included where they are requested by id or name. */
export const accountDoor = (db: Db) => ({
  /** Returns accounts by their ids; those that do not exist are left out. */
  accountsById: (ids: readonly string[]) => accountsBy(db, 'id', ids),
  /** Returns accounts by their user names, in any case of letters. */
  accountsByName: (names: readonly string[]) => accountsBy(db, 'username', names),
  /** Returns accounts by their e-mail addresses, in any case of letters. */
  accountsByEmail: (addresses: readonly string[]) => accountsBy(db, 'email', addresses),
  /** Returns a page of accounts by name. */
  accountPage: (query: AccountQuery) => accountPage(db, query),
})
