import { exportAudit, getAudit, getUserActivity, RECORD_SEARCH, verifyAudit } from '@samudra/contract/audit'
import { addToBlacklist, removeFromBlacklist } from '@samudra/contract/picture'
import { readRecord, bytesOf } from '@samudra/contract/wire/seal'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { parseSearch, textCondition } from '../../../platform/kernel/objects/full-text.sql.ts'
import { query } from '../../../platform/needs/query.ts'
import { SEARCHED } from './audit.sql.ts'

let server: TestServer
beforeEach(async () => {
  server = await aServer()
})
afterEach(() => server.close())

const tamper = (statement: string) => sql.raw(statement).execute(query(server.database.db))

async function someWork(times: number) {
  for (let n = 0; n < times; n++) {
    await server.call(addToBlacklist, { mmsi: '419000001', reason: `seen ${n}` })
    await server.call(removeFromBlacklist, { mmsi: '419000001' })
  }
}

test('a change leaves one record: user, action, before and after, address, request', async () => {
  const envelope = await server.raw(addToBlacklist, { mmsi: '419000001', reason: 'false flag' })
  const { items, total } = await server.call(getAudit, { action: 'addToBlacklist' })
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({
    actor: 'admin',
    action: 'addToBlacklist',
    object_type: 'vessel',
    object_id: '419000001',
    before: null,
    after: { mmsi: '419000001', reason: 'false flag' },
    ip: '127.0.0.1',
    request_id: envelope.RequestId,
    result: 'OK',
  })
})

test('a refused change leaves a record of its refusal, a call that does not fit leaves none', async () => {
  await server.raw(removeFromBlacklist, { mmsi: '419000009' })
  await server.raw(addToBlacklist, { mmsi: 'x', reason: '' })
  const { items } = await server.call(getAudit, {})
  expect(items.map((one) => [one.action, one.result])).toContainEqual(['removeFromBlacklist', 'NOT_FOUND'])
})

test('a misspelt action, result or kind of object is refused with the nearest, and a known one finds nothing', async () => {
  const refused = async (input: object, field: string, near: string) =>
    expect(await server.raw(getAudit, input)).toMatchObject({
      Code: 'VALIDATION',
      fields: [{ field, why: expect.stringContaining(near) }],
    })
  await refused({ action: 'addToBlaklist' }, 'action', 'addToBlacklist')
  await refused({ result: 'FORBIDEN' }, 'result', 'FORBIDDEN')
  await refused({ object_type: 'vesel' }, 'object_type', 'vessel')
  for (const known of [
    { action: 'rule acted' },
    { result: 'RULE_INVALID' },
    { object_type: 'webhook' },
  ] as const)
    expect(await server.call(getAudit, known)).toMatchObject({ items: [], total: 0 })
})

test('the chain is intact after many changes, and a changed byte of one record is found', async () => {
  await someWork(30)
  expect(await server.call(verifyAudit, {})).toMatchObject({ intact: true, broken: [] })
  await tamper(`update audit_records set reason = 'nothing' where seq = 17`)
  expect(await server.call(verifyAudit, {})).toMatchObject({
    intact: false,
    broken: [{ seq: 17, why: 'was changed' }],
  })
})

test.each([
  ['taken out of the middle', 'delete from audit_records where seq = 9', 9],
  ['taken off the end', 'delete from audit_records where seq = (select max(seq) from audit_records)', null],
  ['given another time', "update audit_records set at = at + interval '1 millisecond' where seq = 4", 4],
  ['given another doer', "update audit_records set actor = 'asha' where seq = 4", 4],
])('a record %s is missed', async (_, statement, seq) => {
  await someWork(6)
  await tamper(statement)
  const { intact, broken } = await server.call(verifyAudit, {})
  expect(intact).toBe(false)
  if (seq !== null) expect(broken[0]!.seq).toBe(seq)
})

test('a chain with its tail cut off and its end set back is found', async () => {
  await someWork(4)
  await tamper(
    `delete from audit_records where seq > 3;
     update audit_head set seq = 3, hash = (select hash from audit_records where seq = 3)`,
  )
  const { intact, broken } = await server.call(verifyAudit, {})
  expect({ intact, why: broken[0]?.why }).toEqual({
    intact: false,
    why: 'does not match the end stored by the server',
  })
})

test.each(['a\u0000b', '\ud800', 'x\udfff'])(
  'a reason that is not text (%j) is refused before anything is done',
  async (reason) => {
    const envelope = await server.raw(addToBlacklist, { mmsi: '419000001', reason })
    expect(envelope).toMatchObject({ Status: false, Code: 'VALIDATION' })
    const { items } = await server.call(getAudit, { action: 'addToBlacklist' })
    expect(items.map((one) => one.result)).toEqual(['VALIDATION'])
  },
)

test('to verify from behind the end is a mistake, not an alarm', async () => {
  expect(await server.raw(verifyAudit, { from_seq: 100_000 })).toMatchObject({
    Status: false,
    Code: 'VALIDATION',
  })
})

test('changes made at the same moment stand in one chain', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      server.call(addToBlacklist, { mmsi: String(419000100 + n), reason: 'together' }),
    ),
  )
  expect(await server.call(verifyAudit, {})).toMatchObject({ intact: true })
  expect((await server.call(getAudit, { action: 'addToBlacklist' })).total).toBe(40)
})

test('the record is searched by words and paged newest first', async () => {
  await someWork(4)
  const first = await server.call(getAudit, { q: '419000001', limit: 3 })
  expect(first.items.map((one) => one.action)).toEqual([
    'removeFromBlacklist',
    'addToBlacklist',
    'removeFromBlacklist',
  ])
  const second = await server.call(getAudit, { q: '419000001', limit: 3, cursor: first.next! })
  expect(second.items[0]!.seq).toBeLessThan(first.items[2]!.seq)
  expect((await server.call(getUserActivity, { q: '100%_' })).total).toBe(0)
})

test('the record is searched by users, actions and days, and a syntax error is reported', async () => {
  await someWork(2)
  const total = async (q: string) => (await server.call(getAudit, { q })).total
  const both = await total('object:vessel 419000001')
  const [added, removed] = [await total('action:addto 419000001'), await total('action:removefrom 419000001')]
  expect([both, added]).toEqual([added + removed, removed])
  expect(await total('419000001 -action:addTo')).toBe(removed)
  expect(await total('419000001 user:nobody-of-this-name')).toBe(0)
  expect(await total('419000001 after:2020-01-01 -before:2020-01-01')).toBe(both)
  expect(await total('419000001 before:2020-01-01')).toBe(0)
  expect(await server.raw(getAudit, { q: 'actor:asha' })).toMatchObject({
    Code: 'VALIDATION',
    Message: expect.stringContaining('has no field "actor"') as string,
  })
})

test('a search of a large record walks by its index', async () => {
  const { rows } = await query(server.database.db)
    .transaction()
    .execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const condition = textCondition(parseSearch('419000001 -drill', RECORD_SEARCH), SEARCHED)
      return sql<{ 'QUERY PLAN': string }>`explain select * from audit_records where ${condition}`.execute(tx)
    })
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('audit_records_letters')
})

test('an export has every record found, as JSON lines, for print, and as CSV without formulas', async () => {
  await server.call(addToBlacklist, { mmsi: '419000001', reason: '=1+1' })
  const fetched = async (format: string) => {
    const response = await fetch(`${server.base}${exportAudit.path}?format=${format}&action=addToBlacklist`, {
      headers: { authorization: `Bearer ${server.token}` },
    })
    const { record, bytes } = await readRecord([new Uint8Array(await response.arrayBuffer())])
    return { record, text: new TextDecoder().decode(await bytesOf(bytes)) }
  }
  const json = await fetched('jsonl')
  expect(json.record).toMatchObject({ Status: true, Data: { content_type: 'application/x-ndjson' } })
  expect(JSON.parse(json.text)).toMatchObject({ after: { reason: '=1+1' } })
  const csv = await fetched('csv')
  expect(csv.text.split('\r\n')).toHaveLength(3)
  expect(csv.text).not.toMatch(/,"=/)
  const pdf = await fetched('pdf')
  expect(pdf.record).toMatchObject({ Status: true, Data: { content_type: 'application/pdf' } })
  expect(pdf.text).toMatch(/^%PDF-[^]*%%EOF\s*$/)
})
