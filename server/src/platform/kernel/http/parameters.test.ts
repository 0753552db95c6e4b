import { createVesselList, getVesselList } from '@samudra/contract/vessel-lists'
import { getTrackForMmsi } from '@samudra/contract/history'
import { filterAisData } from '@samudra/contract/picture'
import { OPERATIONS } from '@samudra/contract/operations'
import type { Envelope } from '@samudra/contract/wire/envelope'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { RepeatedCalls } from './repeated-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

test('every operation refuses unknown parameters by name', () => {
  for (const { name, input, example } of OPERATIONS.values()) {
    const reading = input({ ...example, no_such_field: 1 })
    const fields = reading.ok ? [] : reading.fields.map(({ field }) => field)
    expect({ name, fields }).toEqual({ name, fields: ['no_such_field'] })
  }
})

test('unknown fields inside objects are refused by name too', () => {
  expect(filterAisData.input({ filter: { speeed: { min: 1 } } })).toMatchObject({
    ok: false,
    fields: [{ field: 'filter.speeed' }],
  })
})

test('a period that ends before it begins is refused by every operation that takes one', () => {
  const [early, late] = ['2026-01-05T10:00:00Z', '2026-01-05T11:00:00Z']
  let requests = 0
  for (const op of OPERATIONS.values()) {
    const { name } = op
    const example = op.example as { from?: unknown; to?: unknown }
    if (typeof example.from !== 'string' || typeof example.to !== 'string') continue
    requests++
    expect({ name, ok: op.input({ ...example, from: early, to: late }).ok }).toEqual({
      name,
      ok: true,
    })
    expect(op.input({ ...example, from: late, to: early })).toMatchObject({
      ok: false,
      fields: [{ field: 'from', why: 'must not be after to. Swap from and to' }],
    })
  }
  expect(requests).toBeGreaterThan(5)
})

test('an invalid time or one without a zone is refused', async () => {
  for (const from of ['1', 'foo 1', '2026-02-30T10:00:00Z', '2026-01-05T10:00:00'])
    expect(await server.raw(getTrackForMmsi, { mmsi: '419000001', from })).toMatchObject({
      Code: 'VALIDATION',
      fields: [{ field: 'from' }],
    })
})

async function send(key: string, name: string): Promise<Envelope<{ id: string }>> {
  const answer = await fetch(server.base + createVesselList.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ name, kind: 'STATIC' }),
  })
  return (await answer.json()) as Envelope<{ id: string }>
}

test('a change sent twice under one key is made once with the same answer', async () => {
  const before = (await server.call(getVesselList, {})).total
  const [first, second] = await Promise.all([send('k-1', 'Gulf of Mannar'), send('k-1', 'Gulf of Mannar')])
  expect(first).toMatchObject({ Status: true })
  expect(second.Data).toEqual(first.Data)
  expect((await server.call(getVesselList, {})).total).toBe(before + 1)
  expect(await send('k-1', 'Palk Strait')).toMatchObject({ Code: 'DUPLICATE' })
  // What was refused was not done, and may come again.
  expect(await send('k-2', '')).toMatchObject({ Code: 'VALIDATION' })
  expect(await send('k-2', 'Palk Strait')).toMatchObject({ Status: true })
  expect(await send('spaces are none', 'Palk Bay')).toMatchObject({ Code: 'VALIDATION' })
})

test('keys are of their user, are forgotten in time, and cannot fill the memory', async () => {
  const calls = new RepeatedCalls()
  let runs = 0
  const once = (userId: string, key: string, now = 0) =>
    calls.once({ userId, key, call: ['save', 1] }, async () => ++runs, now)
  expect([await once('asha', 'a'), await once('asha', 'a'), await once('ravi', 'a')]).toEqual([1, 1, 2])
  expect(await once('asha', 'a', 11 * 60_000)).toBe(3)
  for (let n = 0; n < 199; n++) await once('asha', `k${n}`, 11 * 60_000)
  expect(() => once('asha', 'more', 11 * 60_000)).toThrow(/Wait some minutes/)
  expect(await once('ravi', 'more', 11 * 60_000)).toBe(203)
})
