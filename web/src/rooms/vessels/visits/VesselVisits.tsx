import type { WholeVessel } from '@samudra/contract/vessels'
import { Waiting } from '../../../kit/pages/States.tsx'
import { contactsOf } from '../../../kit/pages/vessel-part.ts'
import { ShipVisits } from './ShipVisits.tsx'

const SHOWN = 10

/** Lists the areas and waters a vessel was in, on its page; for an earlier instant it shows nothing. */
export function VesselVisits({ vessel, asOf }: { vessel: WholeVessel; asOf: string | undefined }) {
  const { mmsi, ship_name } = vessel
  if (asOf !== undefined) return <p className="dim">Shown as known now.</p>
  if (mmsi === null) return <p className="dim">No report was received, so nothing was assessed.</p>
  return (
    <ShipVisits
      contacts={contactsOf(vessel)}
      name={ship_name ?? `MMSI ${mmsi}`}
      shown={SHOWN}
      meanwhile={<Waiting />}
      statesNone
    />
  )
}
