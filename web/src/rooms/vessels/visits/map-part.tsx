import type { AisDetails } from '@samudra/contract/picture'
import { later } from '../../../kit/pages/later.tsx'
import type { MapPart } from '../../../map/workbench/part.ts'
import { useClock } from '../../../time/clock.store.ts'

const ShipVisits = later(() => import('./ShipVisits.tsx').then((code) => code.ShipVisits), {
  Meanwhile: () => null,
})

/** Shows the visits of a vessel now; for the past the log itself is queried. */
function CardVisits({
  details: { mmsi, split_id, ship_name },
}: {
  details: Pick<AisDetails, 'mmsi' | 'split_id' | 'ship_name'>
}) {
  const isPast = useClock((state) => state.asOf !== undefined)
  return isPast ? null : (
    <ShipVisits contacts={[{ mmsi, split_id }]} name={ship_name ?? `MMSI ${mmsi}`} title="Areas and waters" />
  )
}

/** Which areas and waters a ship was in, on its card. */
export const visitsPart: MapPart = {
  card: [{ id: 'visits', name: 'Areas and waters of the vessel', place: 'foot', Part: CardVisits }],
}
