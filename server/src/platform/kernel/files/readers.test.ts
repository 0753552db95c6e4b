import { expect, test } from 'vitest'
import { until } from '../../../../testing/servers/a-server.ts'
import { isAddressed } from '../http/audience.ts'
import { ANONYMOUS, type Caller } from '../http/caller.ts'
import { Readers } from './readers.ts'

const TINY = Buffer.from('{"type":"Point","coordinates":[70,10]}')
const OPTIONS = { name: 'x.geojson', only: 'any', tolerance: 0, mostFeatures: 10, mostPositions: 10 }
const shapes = (
  who: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal?: AbortSignal,
) => ({
  reading: 'shapes' as const,
  who,
  options: OPTIONS,
  bytes,
  ...(signal === undefined ? {} : { signal }),
})

/** Yields a file that never ends, in pieces that wait to be requested. */
async function* endless(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  yield* []
}

test("no user waits for another user's file, and a user whose files wait is notified", async () => {
  const received: unknown[] = []
  const [me, you] = ['mine', 'yours'].map((userId): Caller => ({ ...ANONYMOUS, userId })) as [Caller, Caller]
  const readers = new Readers({
    send: (_, payload, audience) =>
      void received.push([payload, isAddressed(audience, me), isAddressed(audience, you)]),
  })
  const leaving = new AbortController()
  const mine = Array.from({ length: 4 }, () =>
    readers.read(shapes('mine', endless(leaving.signal), leaving.signal)).catch((error: Error) => error),
  )
  await expect(readers.read(shapes('mine', [TINY]))).rejects.toMatchObject({ code: 'RATE_LIMIT' })
  expect(received).toEqual([
    [{ ahead: 1 }, true, false],
    [{ ahead: 2 }, true, false],
    [{ ahead: 3 }, true, false],
  ])
  expect(await readers.read(shapes('yours', [TINY]))).toMatchObject({ total: 1 })
  leaving.abort(new Error('left'))
  expect((await Promise.all(mine)).map((error) => (error as Error).message)).toEqual(
    Array.from({ length: 4 }, () => 'left'),
  )
  expect(await readers.read(shapes('mine', [TINY]))).toMatchObject({ total: 1 })
})

test('a reader over its memory limit, buffers included, is ended', async () => {
  const readers = new Readers({ residentMb: 200 })
  let pieces = 0
  const swelling = function* () {
    for (; pieces < 2000; pieces++) yield Buffer.alloc(1024 * 1024, 32)
  }
  await expect(readers.read(shapes('u', swelling()))).rejects.toMatchObject({ code: 'BAD_FORMAT' })
  expect(pieces).toBeLessThan(1500)
})

test('a server that stops leaves no reader behind', async () => {
  const readers = new Readers()
  const never = new AbortController()
  const reading = readers.read(shapes('u', endless(never.signal))).catch((error: Error) => error)
  await until(() => readers.atWork === 1, 'the file is being read')
  readers.stop()
  expect(await reading).toMatchObject({ code: 'BAD_FORMAT' })
  expect(readers.atWork).toBe(0)
  never.abort()
})
