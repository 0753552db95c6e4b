export type Change = { field: string; before: unknown; after: unknown }

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Field by field, what changed first. */
export function changesOf(before: unknown, after: unknown): Change[] {
  if (before === null && after === null) return []
  const [from, to] = [before, after].map((value) =>
    isObject(value) ? value : value === null ? {} : { value },
  )
  const fields = [...new Set([...Object.keys(from!), ...Object.keys(to!)])]
  const changes = fields.map((field) => ({ field, before: from![field], after: to![field] }))
  const isSame = ({ before: a, after: b }: Change) => Number(JSON.stringify(a) === JSON.stringify(b))
  return changes.sort((a, b) => isSame(a) - isSame(b) || a.field.localeCompare(b.field))
}
