import { expect } from 'vitest'
import { until } from '../servers/a-server.ts'
import { IS_FULL } from '../servers/durability-size.ts'
import { heldMb } from '../seas/garbage.ts'

/** Maximum wait of other users during an attack, ms, on a machine without other work. */
const BOUND_MS = 1000
/** Maximum factor on a busy machine between a call during the attack and without one. */
const BUSY = 20

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0

async function timed(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await call()
  return performance.now() - began
}

/** Returns the time of the slowest of ten calls without an attack, milliseconds. */
async function callsAlone(others: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 10; i++) times.push(await timed(others))
  return p99(times)
}

/** Maximum memory a minute after an attack, as a share of the memory before it. */
const LEFT_SHARE = 1.1
const LEFT_MB = 10

/**
 * Runs an attack while another user goes on calling. Expects 99 of 100 of those calls within a second, and in full
 * size the memory back a minute later. Returns the result of the attack, and the figures for `docs/security.md`.
 */
export async function whileOthersCall<T>(
  attack: () => Promise<T>,
  others: () => Promise<unknown>,
): Promise<{ result: T; callsP99: number; calls: number }> {
  const heldBefore = IS_FULL ? await heldMb() : 0
  const before = await callsAlone(others)
  let isOver = false
  const result = attack().finally(() => (isOver = true))
  result.catch(() => undefined)
  const times: number[] = []
  do times.push(await timed(others))
  while (!isOver)
  const callsP99 = p99(times)
  const brought = await result
  // A machine that others made busy meanwhile is as busy after the attack.
  const calm = Math.max(before, await callsAlone(others))
  expect(callsP99, `of ${times.length} calls of another user`).toBeLessThan(Math.max(BOUND_MS, BUSY * calm))
  if (IS_FULL)
    await until(async () => (await heldMb()) < heldBefore * LEFT_SHARE + LEFT_MB, 'the memory is back', 60)
  process.stdout.write(
    IS_FULL
      ? `${expect.getState().currentTestName}: p99 ${callsP99.toFixed(0)} ms of ${times.length} calls of another user\n`
      : '',
  )
  return { result: brought, callsP99, calls: times.length }
}
