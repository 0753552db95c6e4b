import { getPortOfCallsForVessel } from '@samudra/contract/port-calls'
import type { WholeVessel } from '@samudra/contract/vessels'
import { oneTable } from '../../../kit/tables/one-table.ts'
import { contactsOf } from '../../../kit/pages/vessel-part.ts'
import { useAnswers } from '../../../wire/use-answer.ts'
import { began } from './port-call-board.ts'
import { CallTable } from './CallTable.tsx'
import { DeclaredPort } from './DeclaredPort.tsx'
import { useChangedCalls } from './use-changed-calls.ts'

const SHOWN = 20
const SHOWN_FIELDS = ['ship', 'mmsi', 'flag', 'type']

/** Lists past and expected calls of a vessel, on its page. */
export function VesselCalls({ vessel, asOf }: { vessel: WholeVessel; asOf: string | undefined }) {
  const { mmsi } = vessel
  const contacts = contactsOf(vessel)
  const past = asOf === undefined ? {} : { as_of: asOf }
  const query = contacts.map((one) => ({ ...one, limit: SHOWN, ...past }))
  const answers = useAnswers(getPortOfCallsForVessel, query)
  useChangedCalls({ mmsis: contacts.map((one) => one.mmsi) }, getPortOfCallsForVessel)
  if (mmsi === null) return <p className="dim">No report was received, so nothing was assessed.</p>
  return (
    <>
      {vessel.now?.destination != null && (
        <DeclaredPort text={vessel.now.destination} lat={vessel.now.latitude} lon={vessel.now.longitude} />
      )}
      <CallTable
        by="port"
        without={SHOWN_FIELDS}
        {...oneTable(answers, began)}
        onRetry={() => Promise.all(answers.map(({ refetch }) => refetch()))}
        none="No port call is stored. Only reports received here and ports with an outline count."
      />
    </>
  )
}
