import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import type { boxOf } from '../../../sea/quarter-cells.ts'

/** Returns true if a user confined to zones sees a whole cell: counts are of all of a cell. */
export function isWholeSeen(
  { west, south, east, north }: ReturnType<typeof boxOf>,
  visibility: CallerVisibility,
): boolean {
  if (visibility.everywhere) return true
  return [south, (south + north) / 2, north].every((lat) =>
    [west, (west + east) / 2, east].every((lon) => visibility.place(lat, lon)),
  )
}
