import { inPlayMs, ranks, type Ranking } from '../../../../sea/chosen-fix.ts'
import { NO_ROW, type ContactStore } from './contact-store.ts'

/** Returns the maximum age behind the newest fix at which a row may be shown. */
export const inPlayOf = ({ rows }: ContactStore, row: number): number =>
  inPlayMs(rows.navStatus[row]!, rows.sog[row]!)

const anyRow = () => true

/**
 * The row to show: among the sources in play the one of the highest priority (lowest number), then of the
 * highest trust, then the newest. `may` leaves out rows a caller may not see.
 */
export function chooseShown(
  store: ContactStore,
  id: number,
  ranking: Ranking,
  may: (row: number) => boolean = anyRow,
): number {
  const { rows } = store
  let newest = -Infinity
  for (let row = store.firstRow[id]!; row !== NO_ROW; row = rows.next[row]!)
    if (rows.observedAt[row]! > newest && may(row)) newest = rows.observedAt[row]!
  let best = NO_ROW
  for (let row = store.firstRow[id]!; row !== NO_ROW; row = rows.next[row]!) {
    if (newest - rows.observedAt[row]! > inPlayOf(store, row) || !may(row)) continue
    if (best === NO_ROW || ranks(rows, row, best, ranking)) best = row
  }
  return best
}
