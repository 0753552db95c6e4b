import { setTimeout as sleep } from 'node:timers/promises'
import { OperationError } from './errors.ts'
import type { Others } from '../cluster/others.ts'

const LOOK_MS = 50
/** Milliseconds that a repeated call waits for the answer of another process. */
const PATIENCE_MS = 20_000

/** State of a call that any process may execute: claimed by one, with its answer when done. */
type Known = { call: string; answer?: unknown }

/** Does a call of which all processes know, once: who sends it to another is given the answer of the first. */
export async function onceOfAll<T>(
  others: Others,
  { name, call, retentionMs: retentionMsOf }: { name: string; call: string; retentionMs: number },
  run: () => Promise<T>,
): Promise<T> {
  let known = await others.claim<Known>(name, { call }, retentionMsOf)
  if (known === null) {
    try {
      const answer = await run()
      await others.note(name, { call, answer: answer ?? null }, retentionMsOf)
      return answer
    } catch (error) {
      // What failed was not done: it may be tried again under the same key.
      await others.note(name, null, 0)
      throw error
    }
  }
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(LOOK_MS)) {
    if (known === null) return onceOfAll(others, { name, call, retentionMs: retentionMsOf }, run)
    if (known.call !== call) throw anotherCall()
    if ('answer' in known) return known.answer as T
    known = await others.noted<Known>(name)
  }
  throw new OperationError(
    'UNAVAILABLE',
    'Another server accepted this call but did not answer. Check the result before you try again.',
  )
}

export const anotherCall = () =>
  new OperationError('DUPLICATE', 'This Idempotency-Key was used for another call. Use a new one.')
