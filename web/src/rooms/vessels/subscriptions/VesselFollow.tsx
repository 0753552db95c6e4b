import type { WholeVessel } from '@samudra/contract/vessels'
import { vesselUpdateWords } from '@samudra/contract/subscriptions'
import { Link } from 'react-router'
import { useStored } from '../../../kept/stores.ts'
import { subscriptions } from '../../../kept/shared.ts'
import { FollowButton } from '../../../map/FollowButton.tsx'
import type { Followed } from '../../../map/follow.store.ts'
import type { PortDetails } from '../../../kit/pages/port-part.ts'

/** Of what the user is told about a ship, on her page. */
export function VesselFollow({ vessel: { mmsi, ship_name } }: { vessel: WholeVessel }) {
  if (mmsi === null) return <p className="dim">Nobody heard her, so nothing would be told.</p>
  return <Following kind="VESSEL" id={mmsi} name={ship_name ?? `MMSI ${mmsi}`} />
}

/** The same of a port, on its page. */
export const PortFollow = ({ port: { id, name } }: { port: PortDetails }) => (
  <Following kind="PORT" id={id} name={name} />
)

function Following(of: Followed) {
  const { rows } = useStored(subscriptions)
  const mine = rows.find(({ target }) => target.kind === of.kind && target.id === of.id)
  return (
    <>
      <p className="dim">
        {mine === undefined
          ? `You are told nothing of ${of.kind === 'VESSEL' ? 'her' : 'it'}.`
          : `You are told when ${of.kind === 'VESSEL' ? 'she' : 'a ship'} ${mine.happenings.map((one) => vesselUpdateWords(of.kind, one).toLowerCase()).join(' or ')}.`}{' '}
        {of.kind === 'VESSEL' && (
          <Link to={`/home/main/vesselNotifications?mmsi=${of.id}`}>What you were told of her</Link>
        )}
      </p>
      <FollowButton {...of} />
    </>
  )
}
