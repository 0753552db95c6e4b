/** Fields of a drawing in its tooltip, under the names of the specification, in the order shown. */
export type DrawingRecord = Readonly<Record<string, string | number | null | undefined | readonly string[]>>
export type DrawingRow = { label: string; value: string; at?: string }

/** Never in a tooltip (specification). */
const HIDDEN = new Set(['id', 'created_user_id', 'group_id'])
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

/** The rows of a tooltip: numbers with two decimals, times for the user's format, nothing for what is not known. */
export function drawingRows(record: DrawingRecord): DrawingRow[] {
  return Object.entries(record).flatMap(([name, value]): DrawingRow[] => {
    if (HIDDEN.has(name) || value === null || value === undefined || value === '') return []
    const words = name.replaceAll('_', ' ')
    const label = words.charAt(0).toUpperCase() + words.slice(1)
    if (typeof value === 'number') return [{ label, value: value.toFixed(2) }]
    if (typeof value !== 'string') return value.length === 0 ? [] : [{ label, value: value.join(', ') }]
    return INSTANT.test(value) ? [{ label, value, at: value }] : [{ label, value }]
  })
}

type Saved = { id: string; created_at: string; owner_id: string; owner: string; group_ids: readonly string[] }
/** Returns the creation fields of an object made by a user. */
export const madeBy = ({ id, created_at, owner_id, owner, group_ids }: Saved) => ({
  id,
  created_by: owner,
  created_time: created_at,
  created_user_id: owner_id,
  group_id: group_ids,
})
