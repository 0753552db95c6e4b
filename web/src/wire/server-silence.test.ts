import { expect, test } from 'vitest'
import { ServerSilence, LOOK_EVERY_MS, SILENT_MS } from './server-silence.ts'

/** Looks as often as the page does, from one moment to another; when it first finds silence. */
function silentFrom(hearing: ServerSilence, from: number, to: number): number | null {
  for (let at = from; at <= to; at += LOOK_EVERY_MS) if (hearing.isSilent(at)) return at
  return null
}

test('a server that stops speaking is found silent within five seconds, and not before', () => {
  const hearing = new ServerSilence()
  for (let at = 0; at <= 10_000; at += 1000) {
    hearing.received(at)
    expect(silentFrom(hearing, at, at + 999)).toBeNull()
  }
  const at = silentFrom(hearing, 11_000, 60_000)
  expect(at).toBeGreaterThan(10_000 + SILENT_MS)
  expect(at).toBeLessThanOrEqual(15_000)
  hearing.received(20_000)
  expect(silentFrom(hearing, 20_000, 22_000)).toBeNull()
})

test('a busy or sleeping page processes waiting messages before the server counts as silent', () => {
  const hearing = new ServerSilence()
  hearing.received(0)
  expect(silentFrom(hearing, 0, 1000)).toBeNull()
  expect(hearing.isSilent(60_000)).toBe(false)
  expect(hearing.isSilent(60_000 + LOOK_EVERY_MS)).toBe(true)
})

test('nothing is stale before the first message', () => {
  expect(silentFrom(new ServerSilence(), 0, 60_000)).toBeNull()
})
