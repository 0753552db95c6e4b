import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import { MemoryBus, MemoryHub } from '../../engines/bus/memory.ts'
import type { Bus } from '../../needs/bus.ts'
import { beginBeats } from './beats.ts'
import { keysFrom } from '../http/keys.ts'
import { silentLog } from '../text/log.ts'
import { Others } from './others.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => void (database = await aDatabase()))
afterAll(() => database.drop())
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const keys = keysFrom(Buffer.alloc(32, 7))
const databaseIsAway = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/** A process that holds one number, and notes pushes. */
async function aProcess(hub: MemoryHub, processes: Bus = new MemoryBus({ hub, log: silentLog })) {
  const pace = { hereMs: 20, goneMs: 400 }
  const others = new Others({ processes, db: database.db, log: silentLog, keys, pace })
  const received: unknown[] = []
  const held = { number: 0, stored: 0, afresh: 0, onRequest: () => undefined as void }
  await others.open()
  others.follow<number>('number', {
    changed: (number) => {
      held.onRequest()
      held.number = number
      received.push(number)
    },
    afresh: async () => {
      held.afresh++
      const isOtherwise = held.number !== held.stored
      held.number = held.stored
      return isOtherwise
    },
  })
  others.takePushes({
    begin: () => undefined,
    take: ({ payload }) => received.push(payload),
    missed: () => received.push('missed'),
  })
  await others.start()
  const endBeats = beginBeats(others.beats)
  /** Ends as a kill does. */
  const kill = async () => {
    endBeats()
    await processes.close()
  }
  ends.push(async () => {
    endBeats()
    await others.stop()
    await processes.close()
  })
  const change = (number: number) => {
    others.publish('number', number)
    others.push({ wire: 'number', payload: `push ${number}`, audience: { to: 'everyone' } })
  }
  return { others, found: received, held, change, kill }
}

test('a screen receives a change when its server has it, also after a short database outage', async () => {
  const hub = new MemoryHub()
  const [one, other] = [await aProcess(hub), await aProcess(hub)]
  let requests = 0
  other.held.onRequest = () => {
    if (++requests < 3) throw databaseIsAway()
  }
  one.change(7)
  await until(() => other.found.length === 2, 'the other has it and is told')
  expect([requests, other.found]).toEqual([3, [7, 'push 7']])
  await until(() => one.found.length === 1, 'and so are the screens of the first')
  expect(one.found).toEqual(['push 7'])
})

test('a process that cannot apply one change does not block the next', async () => {
  const hub = new MemoryHub()
  const [one, other] = [await aProcess(hub), await aProcess(hub)]
  other.held.onRequest = () => {
    if (other.found.length === 0) throw new Error('it does not fit')
  }
  one.change(1)
  one.change(2)
  await until(() => other.found.length === 3, 'the other hears what follows')
  expect(other.found).toEqual(['push 1', 2, 'push 2'])
})

test('after a server dies the others read again, and their screens where data differ', async () => {
  const hub = new MemoryHub()
  const [gone, same, otherwise] = [await aProcess(hub), await aProcess(hub), await aProcess(hub)]
  // The killed process could not publish its last change.
  otherwise.held.stored = 5
  await gone.kill()
  await until(() => otherwise.held.number === 5, 'it is read')
  await until(() => otherwise.found.includes('missed'), 'screens are told to read again')
  await until(() => same.held.afresh > 0, 'who held what is stored has read it too')
  expect(same.found).toEqual([])
})

test('after a failed publication all processes read afresh as soon as messages pass again', async () => {
  const hub = new MemoryHub()
  let isAway = false
  class Failing extends MemoryBus {
    override publish(...message: Parameters<Bus['publish']>) {
      return isAway ? Promise.reject(new Error('too many messages wait')) : super.publish(...message)
    }
  }
  const one = await aProcess(hub, new Failing({ hub, log: silentLog }))
  const other = await aProcess(hub)
  other.held.stored = 3
  isAway = true
  one.change(3)
  await one.others.settled()
  isAway = false
  await until(() => other.held.number === 3, 'it is read')
  await until(() => one.found.includes('missed') && other.found.includes('missed'), 'all screens read again')
})

test('work in turn finds earlier results on any server; two names do not wait for each other', async () => {
  const hub = new MemoryHub()
  const both = [await aProcess(hub), await aProcess(hub)]
  let atOnce = 0
  const add = ({ others, held }: (typeof both)[number]) =>
    others.inTurn('sum', async () => {
      expect(++atOnce).toBe(1)
      const number = held.number + 1
      await new Promise((resolve) => setImmediate(resolve))
      held.number = number
      others.publish('number', number)
      atOnce--
    })
  await Promise.all(Array.from({ length: 10 }, (_, n) => add(both[n % 2]!)))
  await both[0]!.others.caughtUp()
  await both[1]!.others.caughtUp()
  expect(both.map(({ held }) => held.number)).toEqual([10, 10])
})

test('shared notes are sealed; a single process writes none and waits for none', async () => {
  const hub = new MemoryHub()
  const [one, other] = [await aProcess(hub), await aProcess(hub)]
  expect(await one.others.claim('key', { secret: 'temporary' }, 60_000)).toBeNull()
  expect(await other.others.claim('key', { secret: 'other' }, 60_000)).toEqual({ secret: 'temporary' })
  expect(Buffer.from(hub.noted('key')!).toString('latin1')).not.toContain('temporary')
  const single = await aProcess(hub, new MemoryBus({ log: silentLog }))
  expect(single.others.isThere).toBe(false)
  expect(await single.others.claim('key', 1, 60_000)).toBeNull()
  expect(await single.others.noted('key')).toBeNull()
})
