import { getVesselDetailsV2, getVessels } from '@samudra/contract/vessels'
import {
  cancelRegisterImport,
  checkRegisterImport,
  commitRegisterImport,
  getRegisterImports,
  undoRegisterImport,
  type RegisterImport,
} from '@samudra/contract/vessel-imports'
import { imoOf } from '@samudra/nautical/imo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { upload } from '../../../../../testing/samples/uploads.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

const HEAD = 'IMO Number;Vessel Name;Flag;MMSI;Call Sign;Ship Type;LOA;Breadth;Remark'
const aLine = (n: number, name = `STELLA ${n}`) =>
  `${imoOf(900_000 + n)};${name};IN;${419_500_000 + n};VT${n};Bulk Carrier;180,5;30;x`
const check = async (lines: string[], source = 'LLOYD') => {
  const { Data, Message } = await upload(
    server.base,
    server.token,
    checkRegisterImport,
    { name: 'ships.csv', source },
    Buffer.from([HEAD, ...lines].join('\r\n')),
  )
  return { ...(Data as RegisterImport), Message }
}
const now = async (id: string) =>
  (await server.call(getRegisterImports, {})).items.find((one) => one.id === id)!
const settled = (id: string, state: RegisterImport['state']) =>
  until(async () => (await now(id)).state === state, `it is ${state}`)
const total = async (q?: string) => (await server.call(getVessels, { q })).total

test('a vessel table is checked, stored, found and removed again; earlier data stays the same', async () => {
  const first = await check([aLine(1), aLine(2), aLine(3)])
  expect(first).toMatchObject({ state: 'CHECKED', rows: 3, ships: 3, fault_count: 0 })
  expect(first.columns.at(-1)).toEqual({ name: 'Remark', field: null })
  expect(first.sample[0]).toMatchObject({
    line: 2,
    ship_name: 'STELLA 1',
    country: 'India',
    ship_type: 70,
    length: 180.5,
  })
  expect(await total()).toBe(0)
  await server.call(commitRegisterImport, { id: first.id })
  await settled(first.id, 'STORED')
  expect(await now(first.id)).toMatchObject({ progress: 1, stored: { claims: 3, new_ships: 3 } })
  const next = await check([aLine(1), aLine(2, 'NOVA'), aLine(4)])
  await server.call(commitRegisterImport, { id: next.id })
  await settled(next.id, 'STORED')
  expect(await now(next.id)).toMatchObject({ stored: { claims: 2, new_ships: 1 } })
  expect((await server.call(getVessels, { q: 'stella 2' })).items).toMatchObject([
    { ship_name: 'NOVA', found_by: 'was called STELLA 2', imo: String(imoOf(900_002)), heard_at: null },
  ])
  expect(await server.call(getVesselDetailsV2, { mmsi: '419500002' })).toMatchObject({
    ship_name: 'NOVA',
    conflicts: [],
    flag_history: [{ country: 'India', to: null }],
  })
  await server.call(undoRegisterImport, { id: next.id, reason: 'an old edition' })
  await settled(next.id, 'UNDONE')
  expect(await total()).toBe(3)
  expect((await server.call(getVesselDetailsV2, { mmsi: '419500002' })).ship_name).toBe('STELLA 2')
  await server.call(undoRegisterImport, { id: first.id, reason: 'x' })
  await settled(first.id, 'UNDONE')
  expect(await total()).toBe(0)
})

test('the first wrong lines are listed with number and reason; a mostly wrong table fails', async () => {
  const wrong = [
    `${imoOf(900_001) - 1};LOW;IN;;;;;;`,
    `;NOBODY;IN;;;;;;`,
    `;SHORT;IN;4195;;;;;`,
    aLine(9),
    aLine(9),
    `${imoOf(900_010)};LONG;IN;;;;9000;;`,
  ]
  const { faults, state, ships } = await check([...wrong, aLine(11), aLine(12), aLine(13), aLine(14)])
  expect({ state, ships }).toEqual({ state: 'CHECKED', ships: 5 })
  expect(faults.map(({ line, field }) => [line, field])).toEqual([
    [2, 'imo'],
    [3, 'imo'],
    [4, 'mmsi'],
    [6, 'imo'],
    [7, 'length'],
  ])
  expect(faults[0]!.why).toContain('wrong check digit')
  expect(faults[3]!.why).toContain('is in line 5 already')
  const bad = Array.from({ length: 20_000 }, (_, i) => `${1_000_000 + i};BAD;IN;;;;;;`)
  const refused = await check([...bad, aLine(1)])
  expect(refused).toMatchObject({
    state: 'REJECTED',
    trouble: expect.stringContaining('Most lines have errors'),
  })
  expect(refused.faults).toHaveLength(200)
  expect(refused.fault_count).toBeGreaterThan(15_000)
  expect(await server.raw(commitRegisterImport, { id: refused.id })).toMatchObject({ Code: 'VALIDATION' })
  expect(
    (
      await upload(
        server.base,
        server.token,
        checkRegisterImport,
        { name: 'x.csv', source: 'LLOYD' },
        Buffer.from('a,b\n1,2\n'),
      )
    ).Message,
  ).toContain('names no column')
})

test('a table is visible to users who see its source, and a cancelled one is not stored', async () => {
  const { id } = await check([aLine(21)], 'LLOYD')
  expect(await server.call(cancelRegisterImport, { id })).toMatchObject({ state: 'CANCELLED' })
  expect(await server.raw(commitRegisterImport, { id })).toMatchObject({ Code: 'VALIDATION' })
  const saved = await check([aLine(22)], 'LLOYD')
  await server.call(commitRegisterImport, { id: saved.id })
  await settled(saved.id, 'STORED')
  const narrow = await aUser(server, 'narrow', ['MSIS'])
  const reader = await aUser(server, 'reader', ['LLOYD'], { zone_access: [] })
  expect((await narrow.call(getVessels, { q: 'stella' })).total).toBe(0)
  expect((await narrow.call(getVessels, {})).total).toBe(0)
  expect((await reader.call(getVessels, {})).items).toMatchObject([
    { ship_name: 'STELLA 22', sources: ['LLOYD'] },
  ])
})
