import { getPortOfCallsForVessel } from '@samudra/contract/port-calls'
import type { WholeVessel } from '@samudra/contract/register'
import { useAnswer } from '../wire/use-answer.ts'
import { CallTable } from './CallTable.tsx'
import { DeclaredPort } from './DeclaredPort.tsx'
import { useChangedCalls } from './use-changed-calls.ts'

const SHOWN = 20
const SAID = ['ship', 'mmsi', 'flag', 'type']

/** Where a ship called and is expected, on her page. */
export function VesselCalls({ vessel, asOf }: { vessel: WholeVessel; asOf: string | undefined }) {
  const { mmsi } = vessel
  const { data, error, refetch } = useAnswer(
    getPortOfCallsForVessel,
    { mmsi: mmsi ?? '', limit: SHOWN, ...(asOf === undefined ? {} : { as_of: asOf }) },
    { enabled: mmsi !== null, keep: true },
  )
  useChangedCalls({ mmsi: mmsi ?? '' }, getPortOfCallsForVessel)
  if (mmsi === null) return <p className="dim">Nobody heard her, so nothing is told.</p>
  const declared = vessel.now?.destination ?? null
  return (
    <>
      {declared !== null && <DeclaredPort text={declared} />}
      <CallTable
        by="port"
        without={SAID}
        rows={data?.items}
        total={data?.total}
        error={error}
        onRetry={() => refetch()}
        none="No port call is known of her."
      />
    </>
  )
}
