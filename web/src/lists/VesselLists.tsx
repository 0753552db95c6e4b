import type { WholeVessel } from '@samudra/contract/register'
import { Link } from 'react-router'
import { listPath } from './list-words.ts'

/** The lists a ship is on, of those that whoever looks sees. */
export function VesselLists({ vessel }: { vessel: WholeVessel }) {
  if (vessel.lists.length === 0) return <p className="dim">She is on no list that you see.</p>
  return (
    <p className="card-lists">
      {vessel.lists.map(({ list_id, name, color }) => (
        <span key={list_id}>
          <i style={{ background: color }} aria-hidden /> <Link to={listPath(list_id)}>{name}</Link>
        </span>
      ))}
    </p>
  )
}
