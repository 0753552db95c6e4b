import type { WholeVessel } from '@samudra/contract/vessels'
import { ObjectTopics } from './ObjectTopics.tsx'

/** Topics of the forum about a vessel; of an earlier instant nothing is shown. */
export const VesselTopics = ({ vessel, asOf }: { vessel: WholeVessel; asOf: string | undefined }) =>
  asOf === undefined ? (
    <ObjectTopics object={{ type: 'vessel', id: vessel.id }} />
  ) : (
    <p className="dim">Topics are shown as they are now.</p>
  )
