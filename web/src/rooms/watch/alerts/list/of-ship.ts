import type { Alert } from '@samudra/contract/alerts'
import { OF_A_NUMBER } from '@samudra/contract/event-types'

type Ships = Pick<Alert, 'type' | 'mmsi' | 'split_id' | 'other_mmsi' | 'other_split_id'>

/** Returns true if an alert is of a vessel, or of a pair with it; without a split, of any vessel under its MMSI. */
export function isOfShip(
  alert: Ships,
  { mmsi, split_id }: { mmsi: string; split_id?: number | undefined },
): boolean {
  const isSplit = (one: number | null) => split_id === undefined || one === split_id
  return (
    (alert.mmsi === mmsi && (OF_A_NUMBER.includes(alert.type) || isSplit(alert.split_id))) ||
    (alert.other_mmsi === mmsi && isSplit(alert.other_split_id))
  )
}
