import { getPortOfCallsForVessel } from '@samudra/contract/port-calls'
import type { WholeVessel } from '@samudra/contract/register'
import { useAnswer } from '../wire/use-answer.ts'
import { CALL_COLUMNS } from './call-columns.tsx'
import { Calls } from './PortTraffic.tsx'
import { useChangedCalls } from './use-changed-calls.ts'

const SHOWN = 20
const COLUMNS = CALL_COLUMNS.filter(({ key }) => !['ship', 'mmsi', 'flag', 'type'].includes(key))

/** Where a ship called and is expected, on her page. */
export function VesselCalls({ vessel, asOf }: { vessel: WholeVessel; asOf: string | undefined }) {
  const { mmsi } = vessel
  const answer = useAnswer(
    getPortOfCallsForVessel,
    { mmsi: mmsi ?? '', limit: SHOWN, ...(asOf === undefined ? {} : { as_of: asOf }) },
    { enabled: mmsi !== null, keep: true },
  )
  useChangedCalls({ mmsi: mmsi ?? '' }, getPortOfCallsForVessel)
  if (mmsi === null) return <p className="dim">Nobody heard her, so nothing is told.</p>
  return (
    <Calls
      columns={COLUMNS}
      rows={answer.data?.items}
      error={answer.error}
      onRetry={() => answer.refetch()}
      none="No port call is known of her."
    />
  )
}
