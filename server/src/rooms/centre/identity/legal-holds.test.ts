import { getAudit } from '@samudra/contract/audit'
import { deleteUser } from '@samudra/contract/identity'
import { getLegalHolds, releaseLegalHold, setLegalHold } from '@samudra/contract/legal-holds'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { query } from '../../../platform/needs/query.ts'
import { forgetDeleted, userById } from './users.sql.ts'

test('a user under a legal hold outlives the deletion of the account, until it is released', async () => {
  const server = await aServer()
  const { call, raw, database } = server
  const officer = await aUser(server, 'officer')
  const wanted = { user_id: 'test-officer', reason: 'Case 12/2026' }
  expect(await officer.raw(setLegalHold, wanted)).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await officer.raw(getLegalHolds, {})).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await raw(setLegalHold, { ...wanted, user_id: 'none' })).toMatchObject({ Code: 'NOT_FOUND' })
  const { id } = await call(setLegalHold, wanted)
  expect(await raw(setLegalHold, wanted)).toMatchObject({ Code: 'DUPLICATE' })
  expect((await call(getLegalHolds, {})).items).toMatchObject([{ username: 'officer', set_by: 'admin' }])

  await call(deleteUser, { id: 'test-officer' })
  await sql`update users set deleted_at = now() - interval '90 days' where id = 'test-officer'`.execute(
    query(database.db),
  )
  await forgetDeleted(database.db, new Date())
  expect(await userById(database.db, 'test-officer')).toBeDefined()

  await call(releaseLegalHold, { id, reason: 'Case closed' })
  expect(await raw(releaseLegalHold, { id, reason: 'Case closed' })).toMatchObject({ Code: 'NOT_FOUND' })
  expect((await call(getLegalHolds, {})).items).toEqual([])
  expect((await call(getLegalHolds, { state: 'ALL' })).items).toMatchObject([
    { release_reason: 'Case closed' },
  ])
  await forgetDeleted(database.db, new Date())
  expect(await userById(database.db, 'test-officer')).toBeUndefined()
  const records = (await call(getAudit, { object_type: 'legal_hold' })).items
  expect(records.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['Case 12/2026', 'Case closed']))
  await server.close()
})
