import type { WholeVessel } from '@samudra/contract/vessels'
import { vesselUpdateWords } from '@samudra/contract/subscriptions'
import { Link } from 'react-router'
import { useStored } from '../../../stored/stores.ts'
import { subscriptions } from '../../../stored/shared.ts'
import { FollowButton } from '../../../map/FollowButton.tsx'
import type { Followed } from '../../../map/follow.store.ts'
import type { PortDetails } from '../../../kit/pages/port-part.ts'

/** Shows the user's subscription to a vessel, on its page. */
export function VesselFollow({ vessel: { mmsi, ship_name } }: { vessel: WholeVessel }) {
  if (mmsi === null) return <p className="dim">It has never been received, so there is nothing to notify.</p>
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
          ? `Not subscribed to ${of.kind === 'VESSEL' ? 'her' : 'it'}.`
          : `You are notified when ${of.kind === 'VESSEL' ? 'it' : 'a vessel'} ${mine.happenings.map((one) => vesselUpdateWords(of.kind, one).toLowerCase()).join(' or ')}.`}{' '}
        {of.kind === 'VESSEL' && (
          <Link to={`/home/main/vesselNotifications?mmsi=${of.id}`}>Past notifications</Link>
        )}
      </p>
      <FollowButton {...of} />
    </>
  )
}
