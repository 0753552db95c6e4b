// Rooms: kernel, rules, alerts, vessel-lists, audit
import { getAlerts } from '@samudra/contract/alerts'
import { getUserActivity } from '@samudra/contract/audit'
import { createRule, deleteRule, getRules, getRuleVersions, updateRule } from '@samudra/contract/rule-keeping'
import {
  addVesselToList,
  createVesselList,
  exportVesselList,
  getVesselsByVesselList,
} from '@samudra/contract/vessel-lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../servers/a-server.ts'
import { aUser } from '../servers/a-user.ts'
import { size } from '../servers/durability-size.ts'
import { SLOW } from '../seas/rules.ts'
import { download } from '../samples/uploads.ts'
import { whileOthersCall } from './attack.ts'

type User = Awaited<ReturnType<typeof aUser>>
let server: TestServer
let attacker: User
let other: User
beforeAll(async () => {
  server = await aServer()
  attacker = await aUser(server, 'attacker')
  other = await aUser(server, 'other')
}, 60_000)
afterAll(() => server.close())

/** Largest rule that is stored: two lists of 500 texts. */
const largest = (n: number) => ({
  ...SLOW,
  name: `Largest ${n}`,
  when: {
    op: 'ANY' as const,
    of: [0, 1].map((part) => ({
      k: 'attr' as const,
      field: 'ship_name' as const,
      cmp: 'in' as const,
      value: Array.from({ length: 500 }, (_, i) => `${part} ${n} ${i} `.padEnd(200, 'x')),
    })),
  },
})
const PAGE_BYTES = 5 * 2 ** 20
const bytesOf = (answer: unknown) => Buffer.byteLength(JSON.stringify(answer))
const sized = async <T>(answer: Promise<T>, more: (answer: T) => unknown = () => null) => {
  const answered = await answer
  return [bytesOf(answered), more(answered)] as const
}
const others = () => other.call(getAlerts, {})

test('other users wait at most a second while one works with the largest rules', async () => {
  const count = size(20, 120)
  const { result } = await whileOthersCall(async () => {
    const ids = []
    for (let n = 0; n < count; n++) ids.push((await attacker.call(createRule, largest(n))).id)
    const pages = await Promise.all(
      Array.from({ length: 6 }, () => sized(attacker.call(getRules, { limit: 500 }), ({ next }) => next)),
    )
    for (let version = 1; version < 15; version++)
      await attacker.call(updateRule, { id: ids[0]!, expected_version: version, name: `Largest ${version}` })
    const versions = await sized(
      attacker.call(getRuleVersions, { id: ids[0]! }),
      ({ items }) => items.at(-1)!.version,
    )
    const activity = await sized(server.call(getUserActivity, { limit: 500 }))
    for (const id of ids) await attacker.call(deleteRule, { id })
    return { pages, versions, activity }
  }, others)
  for (const [bytes, next] of result.pages) {
    expect(bytes).toBeLessThan(PAGE_BYTES)
    expect(next).not.toBeNull()
  }
  expect(result.versions[0]).toBeLessThan(PAGE_BYTES)
  expect(result.versions[1]).toBe(15)
  expect(result.activity[0]).toBeLessThan(PAGE_BYTES)
}, 300_000)

test('other users wait at most a second while one exports and pages through 20,000 vessels', async () => {
  const members = size(5000, 20_000)
  const { id } = await attacker.call(createVesselList, {
    name: 'Very long',
    kind: 'STATIC',
    color: '#ff0000',
    visibility: 'PRIVATE',
  })
  for (let from = 0; from < members; from += 500) {
    const mmsis = Array.from({ length: 500 }, (_, i) => String(419_000_000 + from + i))
    await attacker.call(addVesselToList, { id, mmsis, reason: 'Attack' })
  }
  await whileOthersCall(
    () =>
      Promise.all([
        ...Array.from({ length: 10 }, () => download(server.base, attacker.token, exportVesselList, { id })),
        ...Array.from({ length: 30 }, () =>
          attacker.call(getVesselsByVesselList, { id, sort: 'ship_name', limit: 500 }),
        ),
      ]),
    others,
  )
}, 300_000)
