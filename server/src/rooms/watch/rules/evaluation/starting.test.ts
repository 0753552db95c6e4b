import { tableUpdate } from '@samudra/contract/kind'
import { createRule, enableOrDisableRule, getRules } from '@samudra/contract/rule-keeping'
import { getRuleResults } from '@samudra/contract/rule-results'
import { expect, test, vi } from 'vitest'
import { until, type Receiver, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../../testing/servers/a-watcher.ts'
import {
  coastAndSatelliteOfFile,
  receivedAt,
  previewOf,
  rulesAtWork,
  SLOW,
} from '../../../../../testing/seas/rules.ts'
import { Worlds } from './make-world.ts'

let server: TestServer
let receiver: Receiver
coastAndSatelliteOfFile((centre) => void ({ server, receiver } = centre))

async function enabled(name: string) {
  const { id } = await server.call(createRule, { ...SLOW, name })
  const ack_preview = await previewOf(server, id)
  return server.call(enableOrDisableRule, { id, enabled: true, ack_preview })
}
const isStarting = async (id: string) => (await server.call(getRules, { ids: [id] })).items[0]!.starting
const starts = (id: string) => until(async () => !(await isStarting(id)), 'the rule is evaluated')
const isFound = (id: string, mmsi: number) =>
  until(async () => {
    const { items } = await server.call(getRuleResults, { id })
    return items.some(({ mmsis }) => mmsis[0] === String(mmsi))
  }, 'the rule finds the vessel')
const sails = (mmsi: number) =>
  receiver.send(receivedAt(Math.floor(Date.now() / 1000) * 1000, { mmsi, lat: 10, lon: 72, sog: 1, cog: 45 }))

/** Holds back each set of rules that begins until it is released. */
function heldBack() {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const make = Worlds.prototype.make
  const begun = vi.spyOn(Worlds.prototype, 'make').mockImplementation(async function (
    this: Worlds,
    ...given
  ) {
    await released
    return make.apply(this, given)
  })
  return { begun, release, restore: () => (release(), begun.mockRestore()) }
}

test('an enabled rule is starting until it is evaluated, and screens follow it', async () => {
  await rulesAtWork(server.database.db)
  const screen = new Watcher(server.base, server.token)
  await until(() => screen.socket.connected, 'the screen is open')
  const held = heldBack()
  try {
    const { id, starting } = await enabled('New')
    expect(starting).toBe(true)
    await until(() => held.begun.mock.calls.length === 1, 'the rule begins')
    expect(await isStarting(id)).toBe(true)
    const pushes = () =>
      screen.events.filter(
        ({ name, payload }) => name === tableUpdate.wire && (payload as { ids: string[] }).ids.includes(id),
      ).length
    await until(() => pushes() > 0, 'the screen follows what was enabled')
    const before = pushes()
    held.release()
    await until(() => pushes() > before, 'the screen follows that it is evaluated')
    expect(await isStarting(id)).toBe(false)
    await server.call(enableOrDisableRule, { id, enabled: false })
    expect(await isStarting(id)).toBe(false)
  } finally {
    held.restore()
    screen.close()
  }
})

test('a rule enabled while another starts waits for it, and rules at work go on', async () => {
  const works = (await enabled('At work')).id
  await starts(works)
  const held = heldBack()
  try {
    const first = (await enabled('First')).id
    await until(() => held.begun.mock.calls.length === 1, 'the first begins')
    const second = (await enabled('Second')).id
    await sails(419000801)
    await isFound(works, 419000801)
    expect(held.begun).toHaveBeenCalledTimes(1)
    held.release()
    await starts(first)
    await starts(second)
    await sails(419000802)
    await isFound(first, 419000802)
    await isFound(second, 419000802)
  } finally {
    held.restore()
  }
})
