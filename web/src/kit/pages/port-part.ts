import type { getPortDetails } from '@samudra/contract/ports'
import type { ComponentType } from 'react'

export type PortDetails = Extract<ReturnType<typeof getPortDetails.output>, { ok: true }>['value']

/** Part of another room on the page of a port: `app/pages/port-parts.ts` lists them from the top down. */
export type PortPart = {
  id: string
  title: string
  /** Beside the facts, or over the whole width below them. */
  place: 'beside' | 'below'
  Part: ComponentType<{ port: PortDetails }>
}
