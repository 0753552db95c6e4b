// Rooms: engines
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestRedis, noRedis } from '../../../../testing/servers/a-redis.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import { busConforms } from '../../../../testing/needs/bus-tests.ts'
import { freePort } from '../../../../testing/seas/ports.ts'
import { silentLog } from '../../kernel/text/log.ts'
import type { BusTopic, Place } from '../../needs/bus.ts'
import { RedisBus } from './redis.ts'

if (noRedis !== null) process.stdout.write(`The bus over Redis is not tested: ${noRedis}.\n`)

const overRedis = (redis: TestRedis) => RedisBus.open({ url: redis.url, name: 'test', log: silentLog })
const TOPIC: BusTopic = { name: 'test', retentionMs: 60_000, retentionBytes: 1_000_000 }
const bytes = (text: string) => new TextEncoder().encode(text)

describe.skipIf(noRedis !== null)('with a real Redis', () => {
  busConforms('over Redis', async () => {
    const redis = await TestRedis.start()
    return {
      more: () => overRedis(redis),
      breakOff: async (whileAway) => {
        await redis.kill()
        await whileAway?.()
        await redis.begin()
      },
      close: () => redis.stop(),
    }
  })

  let redis: TestRedis
  beforeAll(async () => {
    redis = await TestRedis.start()
  })
  afterAll(() => redis.stop())

  test('a reader ahead of a Redis that lost messages is notified and reads what follows', async () => {
    const bus = await overRedis(redis)
    const [heard, lost]: [string[], Place[]] = [[], []]
    await bus.subscribe(TOPIC, 'now', {
      onMessage: (payload) => void heard.push(new TextDecoder().decode(payload)),
      lost: (place) => void lost.push(place),
    })
    for (let n = 0; n < 3; n++) await bus.publish(TOPIC, bytes(`old ${n}`))
    await until(() => heard.length === 3, 'all are heard')
    await redis.kill({ forget: true })
    await redis.begin()
    await bus.publish(TOPIC, bytes('new'))
    await until(() => lost.length === 1, 'it is noticed')
    await bus.publish(TOPIC, bytes('newer'))
    await until(() => heard.at(-1) === 'newer', 'what follows is heard')
    await bus.close()
  })

  test('a stalled Redis stores each message once after it continues, and closing does not wait', async () => {
    const bus = await overRedis(redis)
    const heard: string[] = []
    await bus.subscribe(TOPIC, 'now', {
      onMessage: (payload) => void heard.push(new TextDecoder().decode(payload)),
      lost: () => undefined,
    })
    redis.hold()
    const published = ['a', 'b'].map((text) => bus.publish(TOPIC, bytes(text)))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(heard).toEqual([])
    redis.goOn()
    await Promise.all(published)
    await until(() => heard.length === 2, 'both are heard')
    redis.hold()
    const waits = bus.publish(TOPIC, bytes('c'))
    await Promise.all([expect(waits).rejects.toThrow('closed'), bus.close()])
    redis.goOn()
    expect(heard).toEqual(['a', 'b'])
  })

  test('a topic stores a bounded number of bytes', async () => {
    const bus = await overRedis(redis)
    const topic = { ...TOPIC, name: 'bounded' }
    for (let n = 0; n < 40; n++)
      await Promise.all(Array.from({ length: 10 }, () => bus.publish(topic, new Uint8Array(20_000))))
    let stored = 0
    const hearing = await bus.subscribe(topic, 'kept', {
      onMessage: () => void stored++,
      lost: () => undefined,
    })
    const head = await bus.publish(topic, bytes('last'))
    await until(async () => (await bus.head(topic)) === head && stored > 0, 'it is told')
    await until(() => stored >= 20, 'what is kept is heard')
    expect(stored).toBeLessThanOrEqual(60)
    await hearing.stop()
    await bus.close()
  })

  test('an unreachable Redis is named by its address, without its password', async () => {
    const port = await freePort()
    const open = RedisBus.open({
      url: `redis://:secret@127.0.0.1:${port}`,
      name: 'test',
      log: silentLog,
    })
    await expect(open).rejects.toThrow(/^The Redis at 127\.0\.0\.1:\d+ does not respond: .*Check --redis/)
    await expect(open).rejects.not.toThrow(/secret/)
  })
})
