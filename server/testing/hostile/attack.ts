import { expect } from 'vitest'

/** The whole suite in full size: `npm run hostile`. In CI every attack runs in small. */
const IS_FULL = process.env['HOSTILE'] === 'full'

/** How much of an attack is made: enough to show the cause in CI, as much as an attacker would in full. */
export const size = (small: number, full: number): number => (IS_FULL ? full : small)

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

/**
 * Makes the attack while another user goes on calling; expects that of his calls 99 of 100 are answered within a
 * second. Returns what the attack brought back, and the figures for `docs/security.md`.
 */
export async function whileOthersCall<T>(
  attack: () => Promise<T>,
  others: () => Promise<unknown>,
): Promise<{ result: T; callsP99: number }> {
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
  return { result: await result, callsP99 }
}
