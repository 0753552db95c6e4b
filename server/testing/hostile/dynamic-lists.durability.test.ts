// Rooms: vessel-lists, picture, filter-inputs
import { MOST_CONDITIONS, type AisFilter, type FilterNode } from '@samudra/contract/filter'
import { getVesselStats } from '@samudra/contract/picture'
import {
  addVesselToList,
  createVesselList,
  deleteVesselList,
  getVesselsByVesselList,
  updateVesselList,
} from '@samudra/contract/vessel-lists'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, Receiver, until, type TestServer } from '../servers/a-server.ts'
import { aUser } from '../servers/a-user.ts'
import { IS_FULL, size } from '../servers/durability-size.ts'
import { heldSettled } from '../seas/garbage.ts'
import { whileOthersCall } from './attack.ts'

const SHIPS = size(1000, 5000)
let sea: TestServer
let receiver: Receiver
let other: Awaited<ReturnType<typeof aUser>>
let attacker: Awaited<ReturnType<typeof aUser>>

const mmsis = Array.from({ length: SHIPS }, (_, n) => String(419_000_000 + n))
/** A report of every vessel, each with another speed than before. */
const report = (sog: number) =>
  receiver.send(
    mmsis.flatMap((mmsi, n) =>
      encodePosition({ mmsi: Number(mmsi), lat: n % 20, lon: 60 + (n % 31), sog, cog: n % 360, radio: n }),
    ),
  )

beforeAll(async () => {
  receiver = await Receiver.listen()
  sea = await aServer([receiver.feed('COASTAL')])
  other = await aUser(sea, 'other')
  attacker = await aUser(sea, 'attacker')
  await report(5)
  const total = async () => (await sea.call(getVesselStats, { by: 'source' })).total
  await until(async () => (await total()) === SHIPS, 'all vessels are on the picture', 60)
  if (!IS_FULL) return
  // What rules and visits hold of vessels is no part of the attack.
  for (let round = 0; round < 3; round++) await report(5.5 + round)
  await heldSettled(sea)
})
afterAll(async () => {
  await sea.close()
  await receiver.close()
})

/** Conditions that every vessel passes, so that all of them are evaluated. */
const condition = (n: number): FilterNode => ({ k: 'attr', field: 'mmsi', cmp: 'ne', value: `X${n}` })
const costly = (n: number): FilterNode => ({
  op: 'ALL',
  of: [0, 1].map((g) => ({
    op: 'ALL',
    of: Array.from({ length: MOST_CONDITIONS / 2 - 4 }, (_, i) => condition(n * 1000 + g * 100 + i)),
  })),
})
const LIST = { kind: 'DYNAMIC', color: '#c62828', visibility: 'PRIVATE' } as const
const others = () => other.call(getVesselStats, { by: 'source' })
const countOn = async (id: string) => (await attacker.call(getVesselsByVesselList, { id, limit: 1 })).total

/** Makes lists with the costliest query until that is refused; returns their ids and the refusal. */
async function asManyAsAllowed(more: AisFilter): Promise<{ ids: string[]; refusal: string }> {
  const ids: string[] = []
  for (let n = 0; ; n++) {
    const query = { ...more, expr: costly(n) }
    const answer = await attacker.raw(createVesselList, { ...LIST, name: `Costly ${n}`, query })
    if (!answer.Status) return { ids, refusal: `${answer.Code} ${answer.Message}` }
    ids.push(answer.Data.id)
  }
}
const untilAllOn = (ids: readonly string[]) =>
  until(
    async () => (await Promise.all(ids.map(countOn))).every((count) => count === SHIPS),
    'the lists have found all vessels',
    100,
  )

test('dynamic lists with as many conditions as one user may have make no other user wait', async () => {
  const { result } = await whileOthersCall(async () => {
    const { ids, refusal } = await asManyAsAllowed({ speed: { min: 1 } })
    for (let round = 0; round < size(1, 3); round++) await report(6 + round)
    await untilAllOn(ids)
    const expr = { op: 'ANY' as const, of: [condition(1), costly(8)] }
    const changed = await attacker.raw(updateVesselList, {
      id: ids[0]!,
      expected_version: 1,
      query: { expr },
    })
    for (const id of ids) await attacker.call(deleteVesselList, { id })
    return { count: ids.length, refusal, changed }
  }, others)
  expect(result.count).toBe(5)
  expect(result.refusal).toMatch(/^TOO_LARGE .*at most 1000 conditions together/)
  expect(result.changed).toMatchObject({ Status: true })
})

test('vessels put on a static list that costly dynamic lists name make no other user wait', async () => {
  const fixed = await attacker.call(createVesselList, { ...LIST, name: 'Fixed', kind: 'STATIC' })
  const { ids } = await asManyAsAllowed({ lists: [fixed.id] })
  await whileOthersCall(async () => {
    await attacker.call(addVesselToList, { id: fixed.id, mmsis, reason: 'all' })
    await untilAllOn(ids)
    for (const id of [...ids, fixed.id]) await attacker.call(deleteVesselList, { id })
  }, others)
})
