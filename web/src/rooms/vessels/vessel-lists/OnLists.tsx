import type { AisDetails } from '@samudra/contract/picture'
import { getVesselListByMmsi } from '@samudra/contract/vessel-lists'
import { useClock } from '../../../time/clock.store.ts'
import { useAnswer } from '../../../wire/use-answer.ts'

/** The vessel lists it is on, and why. */
export function OnLists({ details: { mmsi } }: { details: Pick<AisDetails, 'mmsi'> }) {
  const asOf = useClock((state) => state.asOf)
  const lists =
    useAnswer(getVesselListByMmsi, asOf === undefined ? { mmsi } : { mmsi, as_of: asOf }).data ?? []
  if (lists.length === 0) return null
  return (
    <p className="card-lists">
      On{' '}
      {lists.map(({ list_id, name, color, reason, added_by }) => (
        <span key={list_id} title={`${reason} (${added_by})`}>
          <i style={{ background: color }} aria-hidden /> {name}
        </span>
      ))}
    </p>
  )
}
