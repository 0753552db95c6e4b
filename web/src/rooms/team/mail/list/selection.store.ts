import { create } from 'zustand'

/** Marked rows, and the row from which Shift marks a range. */
export const useSelection = create<{ ids: ReadonlySet<string>; from: string | null }>(() => ({
  ids: new Set(),
  from: null,
}))

export const clearSelection = () => useSelection.setState({ ids: new Set(), from: null })

/** Marks a row or removes its mark. */
export function toggleSelected(id: string) {
  useSelection.setState(({ ids }) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    return { ids: next, from: id }
  })
}

/** Marks every row from the last marked or open one to this one. */
export function selectTo(listed: readonly string[], to: string, open: string | null) {
  useSelection.setState(({ ids, from }) => {
    const ends = [listed.indexOf(from ?? open ?? to), listed.indexOf(to)]
    if (ends.includes(-1)) return { ids: new Set([...ids, to]), from: to }
    const [first = 0, last = 0] = ends.toSorted((one, other) => one - other)
    return { ids: new Set([...ids, ...listed.slice(first, last + 1)]), from: from ?? open ?? to }
  })
}
