import { CATEGORY_LOOKS } from '@samudra/contract/event-types'
import { getVesselEventsAndDisasters, type VesselEvent } from '@samudra/contract/events'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import type { WholeVessel } from '@samudra/contract/register'
import { Failed, Waiting } from '../kit/States.tsx'
import { Table } from '../kit/Table.tsx'
import type { Column } from '../kit/table.ts'
import { When } from '../kit/When.tsx'
import { useAnswer } from '../wire/use-answer.ts'

const MOST = 100
const COLUMNS: Column<VesselEvent>[] = [
  { key: 'at', label: 'Began', value: (one) => one.start_at, cell: (one) => <When at={one.start_at} /> },
  { key: 'title', label: 'Event', isHead: true, value: (one) => one.title, cell: (one) => one.title },
  {
    key: 'category',
    label: 'Category',
    value: (one) => CATEGORY_LOOKS[one.category].label,
    cell: (one) => CATEGORY_LOOKS[one.category].label,
  },
  {
    key: 'by',
    label: 'Told by',
    value: (one) => one.owner,
    cell: (one) => (one.detector === null ? one.owner : <span title={one.explanation ?? ''}>detector</span>),
  },
  { key: 'status', label: 'Status', value: (one) => one.status, cell: (one) => one.status.toLowerCase() },
]

/** What happened with a ship, reported and detected, the newest first; of the past what was reported. */
export function VesselEvents({ vessel, asOf }: { vessel: WholeVessel; asOf: string | undefined }) {
  const { mmsi } = vessel
  const now = useAnswer(
    getFilteredVesselEvents,
    { ...(mmsi === null ? {} : { mmsis: [mmsi] }), limit: MOST },
    { enabled: mmsi !== null && asOf === undefined },
  )
  const then = useAnswer(
    getVesselEventsAndDisasters,
    { ...(mmsi === null ? {} : { mmsi }), limit: MOST, ...(asOf === undefined ? {} : { as_of: asOf }) },
    { enabled: mmsi !== null && asOf !== undefined },
  )
  const answer = asOf === undefined ? now : then
  if (mmsi === null) return <p className="dim">Nobody heard her; no event names her.</p>
  if (answer.data === undefined)
    return answer.error === null ? (
      <Waiting />
    ) : (
      <Failed error={answer.error} onRetry={() => answer.refetch()} />
    )
  return (
    <Table
      isInText
      label="Events"
      columns={COLUMNS}
      rows={answer.data.items}
      rowKey={(one) => one.id}
      empty={<p className="dim">No event names her.</p>}
    />
  )
}
