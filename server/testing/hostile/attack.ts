import { expect } from 'vitest'
import { until } from '../servers/a-server.ts'
import { IS_FULL } from '../servers/durability-size.ts'
import { heldMb } from '../seas/garbage.ts'

/** Nobody else waits longer than this while an attack goes on, on a machine that has nothing else to do. */
const BOUND_MS = 1000
/** Of a busy machine no more is asked than this many times what a call takes there without any attack. */
const BUSY = 20

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0

async function timed(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await call()
  return performance.now() - began
}

/** What an attack may leave behind a minute later: a tenth, and what the test itself keeps. */
const LEFT_SHARE = 1.1
const LEFT_MB = 10

/**
 * Makes the attack while another user goes on calling; expects that of his calls 99 of 100 are answered within a
 * second, and in full size that the memory is back a minute later. Returns what the attack brought back, and the figures for `docs/security.md`.
 */
export async function whileOthersCall<T>(
  attack: () => Promise<T>,
  others: () => Promise<unknown>,
): Promise<{ result: T; callsP99: number; calls: number }> {
  const heldBefore = IS_FULL ? await heldMb() : 0
  const calm: number[] = []
  for (let i = 0; i < 10; i++) calm.push(await timed(others))
  let isOver = false
  const result = attack().finally(() => (isOver = true))
  result.catch(() => undefined)
  const times: number[] = []
  do times.push(await timed(others))
  while (!isOver)
  const callsP99 = p99(times)
  expect(callsP99, `of ${times.length} calls of another user`).toBeLessThan(
    Math.max(BOUND_MS, BUSY * p99(calm)),
  )
  const brought = await result
  if (IS_FULL)
    await until(async () => (await heldMb()) < heldBefore * LEFT_SHARE + LEFT_MB, 'the memory is back', 60)
  process.stdout.write(
    IS_FULL
      ? `${expect.getState().currentTestName}: p99 ${callsP99.toFixed(0)} ms of ${times.length} calls of another user\n`
      : '',
  )
  return { result: brought, callsP99, calls: times.length }
}
