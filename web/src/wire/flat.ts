import type { OperationName } from '@samudra/contract/rights'

/**
 * Long lists of number tuples, by operation: the worker turns them into one typed array, which is handed to the page
 * instead of copied object by object.
 */
const FLAT: Partial<Record<OperationName, string>> = { getSightOfUser: 'positions' }

/** Makes the list of an answer flat, where it has one; returns what is to be handed over. */
export function flatten(name: OperationName, data: unknown): ArrayBuffer[] {
  const field = FLAT[name]
  if (field === undefined || typeof data !== 'object' || data === null) return []
  const holder = data as Record<string, unknown>
  const list = holder[field]
  if (!Array.isArray(list)) return []
  const flat = Float64Array.from((list as number[][]).flat())
  holder[field] = flat
  return [flat.buffer]
}

/** Such a list as the page has it: the numbers of all tuples, one after another. */
export const flatOf = (list: unknown): Float64Array =>
  list instanceof Float64Array ? list : Float64Array.from((list as number[][]).flat())
