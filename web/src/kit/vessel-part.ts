import type { WholeVessel } from '@samudra/contract/register'
import type { ComponentType } from 'react'

/**
 * What a room adds to the page of a ship: a section with a heading of its own, in the order of the rooms. `asOf` is the
 * instant the page is asked for; it tells what was known then, or nothing.
 */
export type VesselPart = {
  id: string
  title: string
  Part: ComponentType<{ vessel: WholeVessel; asOf: string | undefined }>
}
