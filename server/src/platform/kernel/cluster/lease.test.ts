import { expect, test } from 'vitest'
import { aClockedDatabase } from '../../../../testing/servers/a-clocked-database.ts'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import type { Db } from '../../needs/database.ts'
import { inTransaction } from '../../needs/query.ts'
import { Lease, NotOurs } from './lease.ts'
import { silentLog } from '../text/log.ts'

const PACE = { leaseMs: 1500, renewMs: 200 }
/** Lease longer than any stall of a busy machine, for tests in which no stall may end it. */
const STEADY = { leaseMs: 4000, renewMs: 200 }
const asking = async (db: Db, received: string[], name: string, pace = PACE) => {
  const lease = new Lease('test', { db, log: silentLog, isShared: true, pace })
  await lease.start({
    taken: async ({ mark }) => void received.push(`${name} from ${mark}`),
    lost: async () => void received.push(`${name} lost`),
  })
  return lease
}
const stored = (db: Db, lease: Lease, mark: number) =>
  inTransaction(db, (client) => lease.guard(client, mark))

test('one process holds the lease; after its end another continues at once from its mark', async () => {
  const { db, drop } = await aDatabase()
  const received: string[] = []
  const first = await asking(db, received, 'first')
  const second = await asking(db, received, 'second')
  expect([first.isOurs, second.isOurs]).toEqual([true, false])
  await stored(db, first, 41)
  await expect(stored(db, second, 42)).rejects.toThrow(NotOurs)
  await first.stop()
  await until(() => second.isOurs, 'the second has it')
  expect(received).toEqual(['first from 0', 'second from 41'])
  await second.stop()
  await drop()
})

test('a killed holder is replaced within a lease after a clock set back; a living one is not', async () => {
  const { db, drop, putOn } = await aClockedDatabase()
  const killed = new Lease('test', { db, log: silentLog, isShared: true, pace: { ...STEADY, renewMs: 1e6 } })
  await killed.start({ taken: async () => undefined, lost: async () => undefined })
  await putOn(-60)
  const received: string[] = []
  const second = await asking(db, received, 'second', STEADY)
  await until(() => second.isOurs, 'the second has it', 10)
  expect(killed.isOurs).toBe(false)
  const third = await asking(db, received, 'third', STEADY)
  await putOn(-60)
  for (const end = performance.now() + 2 * STEADY.leaseMs; performance.now() < end;)
    await until(() => second.isOurs, 'the second goes on')
  expect(received).toEqual(['second from 0'])
  await Promise.all([third.stop(), second.stop(), killed.stop()])
  await drop()
})

test('a process that slept past lease expiry does not store', async () => {
  const { db, drop } = await aDatabase()
  const received: string[] = []
  const sleeper = await asking(db, received, 'sleeper')
  // Nothing of this process goes on for longer than a lease.
  for (const end = performance.now() + PACE.leaseMs + 50; performance.now() < end;);
  expect(sleeper.isOurs).toBe(false)
  const other = await asking(db, received, 'other')
  await until(() => other.isOurs || sleeper.isOurs, 'one has it')
  expect(other.isOurs && sleeper.isOurs).toBe(false)
  if (other.isOurs) {
    await expect(stored(db, sleeper, 1)).rejects.toThrow(NotOurs)
    sleeper.heard(other.term)
    await until(() => received.includes('sleeper lost'), 'it is told')
  }
  await sleeper.stop()
  await other.stop()
  await drop()
})

test('a holder that stalls while storing does not delay its successor', async () => {
  const { db, drop } = await aDatabase()
  const first = new Lease('test', {
    db,
    log: silentLog,
    isShared: true,
    pace: { leaseMs: 200, renewMs: 1e6 },
  })
  await first.start({ taken: async () => undefined, lost: async () => undefined })
  let goOn = () => {}
  let why = ''
  const standing = inTransaction(db, async (client) => {
    await first.guard(client, 7)
    await new Promise<void>((resolve) => (goOn = resolve))
  }).catch((error: Error) => (why = error.message))
  const second = await asking(db, [], 'second')
  await until(() => second.isOurs, 'the second has it', 8)
  goOn()
  await standing
  expect(why).toMatch(/connection|terminat|timeout/)
  await second.stop()
  await first.stop()
  await drop()
})

test('a single process takes the lease at once, independent of the earlier holder', async () => {
  const { db, drop } = await aDatabase()
  const killed = await asking(db, [], 'killed')
  const alone = new Lease('test', { db, log: silentLog, isShared: false })
  await alone.start({ taken: async () => undefined, lost: async () => undefined })
  expect(alone.isOurs).toBe(true)
  await expect(stored(db, killed, 1)).rejects.toThrow(NotOurs)
  await killed.stop()
  await alone.stop()
  await drop()
})
