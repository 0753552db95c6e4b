import type { WholeVessel } from '@samudra/contract/vessels'
import { getVesselListByMmsi } from '@samudra/contract/vessel-lists'
import { Link } from 'react-router'
import { contactsOf } from '../../../kit/pages/vessel-part.ts'
import { useAnswers } from '../../../wire/use-answer.ts'
import { listPath } from './list-words.ts'
import { WhyThere } from './WhyThere.tsx'
import './lists.css'

/** Shows the lists a vessel is on that the reader may see, with why, by whom and until when. */
export function VesselLists({ vessel, asOf }: { vessel: WholeVessel; asOf: string | undefined }) {
  const mmsis = [...new Set(contactsOf(vessel).map(({ mmsi }) => mmsi))]
  const past = asOf === undefined ? {} : { as_of: asOf }
  const answers = useAnswers(
    getVesselListByMmsi,
    mmsis.map((mmsi) => ({ mmsi, ...past })),
  )
  const stays = answers.flatMap(({ data }) => data ?? [])
  if (vessel.lists.length === 0) return <p className="dim">On no list.</p>
  return (
    <ul className="list-stays">
      {vessel.lists.map(({ list_id, name, color }) => {
        const stay = stays.find((one) => one.list_id === list_id)
        return (
          <li key={list_id}>
            <i style={{ background: color }} aria-hidden />
            <Link to={listPath(list_id)}>{name}</Link>
            {stay !== undefined && <WhyThere of={stay} />}
          </li>
        )
      })}
    </ul>
  )
}
