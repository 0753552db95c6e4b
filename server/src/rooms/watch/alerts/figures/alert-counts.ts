import type { Alert } from '@samudra/contract/alerts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { checkCounted, isPlaceSeen, MOST_COUNTED } from '../../../../sea/page-seen.ts'
import { alertsKnownBetween } from './alert-counts.sql.ts'
import { queryFor, type SeenNeeds } from '../alert-visibility.ts'

/** An alert as it is counted. */
export type CountedAlert = {
  id: string
  /** Instant at which it became known. */
  at: number
  type: string
  severity: Alert['severity']
  state: Alert['state']
  /** Name of its definition; empty of one without or not seen any more. */
  definition: string
  definition_id: string
  title: string
  text: string
}
/**
 * Returns alerts that became known in a period, as they stood at an instant or stand now, as far as a caller may know of them.
 * Throws TOO_LARGE.
 */
export async function countedAlerts(
  needs: SeenNeeds,
  { from, to, asOf }: { from: number; to: number; asOf?: number | undefined },
  caller: Caller,
): Promise<CountedAlert[]> {
  const query = queryFor(needs, { asOf }, caller)
  const rows = await alertsKnownBetween(needs.db, query, { from, to }, MOST_COUNTED + 1)
  checkCounted(rows, 'alerts')
  return rows
    .filter((row) => isPlaceSeen(row, caller.visibility))
    .map(({ lat_udeg: _lat, lon_udeg: _lon, definition_id: id, ...row }) => ({
      ...row,
      definition_id: id ?? '',
      definition: (id === null ? undefined : needs.definitions.objects.find(id)?.body.name) ?? '',
    }))
}
