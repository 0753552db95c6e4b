import { laterOf, type Alert } from '@samudra/contract/alerts'
import { useMemo, useState } from 'react'
import type { Choosing } from '../../../../kit/tables/table.ts'
import { useMarks } from '../marks.store.ts'

/** Alerts that are selected together; `anchor` and `head` are the ends of the last range, by id. */
export type Selection = { byId: ReadonlyMap<string, Alert>; anchor: string; head: string }
const NONE: Selection = { byId: new Map(), anchor: '', head: '' }

/**
 * Selects an alert as well: TOGGLE adds or removes it, RANGE selects from the anchor to it. A selection begins with the alert
 * that is open.
 */
export function chosen(
  before: Selection,
  { rows, open, how }: { rows: readonly Alert[]; open: string; how: Choosing },
  to: Alert,
): Selection {
  const start = before.anchor === '' ? open : before.anchor
  const anchorAt = rows.findIndex(({ id }) => id === start)
  if (how === 'TOGGLE') {
    const byId = new Map(before.byId)
    if (byId.size === 0 && anchorAt >= 0) byId.set(start, rows[anchorAt]!)
    if (byId.has(to.id) && before.byId.size > 0) byId.delete(to.id)
    else byId.set(to.id, to)
    return { byId, anchor: to.id, head: to.id }
  }
  const at = rows.findIndex(({ id }) => id === to.id)
  const from = anchorAt < 0 ? at : anchorAt
  const range = rows.slice(Math.min(from, at), Math.max(from, at) + 1)
  return { byId: new Map(range.map((one) => [one.id, one])), anchor: rows[from]?.id ?? to.id, head: to.id }
}

/** Returns the alerts that are selected together, each as it was last pushed. */
export function useSelection() {
  const [selection, setSelection] = useState(NONE)
  const pushed = useMarks(({ pushed: alerts }) => alerts)
  const byId = useMemo(
    () => new Map([...selection.byId].map(([id, one]) => [id, laterOf(pushed.get(id), one)])),
    [selection, pushed],
  )
  return {
    ...selection,
    byId,
    choose: (to: Alert, among: { rows: readonly Alert[]; open: string; how: Choosing }) =>
      setSelection((before) => chosen(before, among, to)),
    clear: () => setSelection(NONE),
  }
}
