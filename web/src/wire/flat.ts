/** Makes the long list of an answer one typed array, where it has such a list; returns what is to be handed over. */
export function flatten(field: string | undefined, data: unknown): ArrayBuffer[] {
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
