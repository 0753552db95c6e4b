import type { WholeVessel } from '@samudra/contract/vessels'
import type { ComponentType } from 'react'

/**
 * Part of a room on the page of a vessel: a section with a heading, in the order of the rooms. `asOf` is the instant
 * of the page; the part shows what was known then, or nothing.
 */
export type VesselPart = {
  id: string
  title: string
  Part: ComponentType<{ vessel: WholeVessel; asOf: string | undefined }>
}

/** Maximum number of MMSIs a vessel is queried under: those it was last received under. */
const MOST_CONTACTS = 5
/** Returns the present and former MMSIs of a vessel, the present one first, each with the vessel's split. */
export const contactsOf = ({
  contacts,
  mmsi,
}: Pick<WholeVessel, 'contacts' | 'mmsi'>): { mmsi: string; split_id?: number }[] =>
  contacts.length > 0
    ? contacts.slice(0, MOST_CONTACTS).map((one) => ({ mmsi: one.mmsi, split_id: one.split_id }))
    : mmsi === null
      ? []
      : [{ mmsi }]
