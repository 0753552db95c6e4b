import { CATEGORY_LOOKS } from '@samudra/contract/event-types'
import type { VesselEvent } from '@samudra/contract/events'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import type { WholeVessel } from '@samudra/contract/vessels'
import { oneTable } from '../../../kit/tables/one-table.ts'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { contactsOf } from '../../../kit/pages/vessel-part.ts'
import { When } from '../../../kit/text/When.tsx'
import { SaveEvidence } from '../../../map/chart/SaveEvidence.tsx'
import { NotJudged } from '../../../map/explanation/NotJudged.tsx'
import { useAnswers } from '../../../wire/use-answer.ts'

const MOST = 100
const COLUMNS: Column<VesselEvent>[] = [
  { key: 'at', label: 'Start', value: (one) => one.start_at, cell: (one) => <When at={one.start_at} /> },
  {
    key: 'ended',
    label: 'End',
    value: (one) => one.end_at ?? '',
    cell: (one) => one.end_at !== null && <When at={one.end_at} />,
  },
  { key: 'title', label: 'Event', isHead: true, value: (one) => one.title, cell: (one) => one.title },
  {
    key: 'category',
    label: 'Category',
    value: (one) => CATEGORY_LOOKS[one.category].label,
    cell: (one) => CATEGORY_LOOKS[one.category].label,
  },
  {
    key: 'by',
    label: 'Source',
    value: (one) => one.owner,
    cell: (one) => (one.detector === null ? one.owner : <span title={one.explanation ?? ''}>detector</span>),
  },
  {
    key: 'known',
    label: 'Detected or reported',
    value: (one) => one.created_at,
    cell: (one) => <When at={one.created_at} />,
  },
  { key: 'status', label: 'Status', value: (one) => one.status, cell: (one) => one.status.toLowerCase() },
  {
    key: 'evidence',
    label: 'Evidence',
    cell: (one) => <SaveEvidence kind="event" id={one.id} isHeaded />,
  },
]

/** Lists reported and detected events of a vessel, the latest start first, as known now or then. */
export function VesselEvents({ vessel, asOf }: { vessel: WholeVessel; asOf: string | undefined }) {
  const past = asOf === undefined ? {} : { as_of: asOf }
  const answers = useAnswers(
    getFilteredVesselEvents,
    contactsOf(vessel).map(({ mmsi, ...split }) => ({ mmsis: [mmsi], ...split, limit: MOST, ...past })),
  )
  const { rows, error } = oneTable(answers, ({ start_at }) => start_at)
  if (vessel.mmsi === null) return <p className="dim">No report was received, so nothing was assessed.</p>
  return (
    <Table
      isInText
      label="Events"
      name="events-of-ship"
      csv="events-of-ship.csv"
      columns={COLUMNS}
      rows={rows?.slice(0, MOST) ?? []}
      rowKey={(one) => one.id}
      isWaiting={rows === undefined}
      error={error}
      onRetry={() => Promise.all(answers.map(({ refetch }) => refetch()))}
      empty={<NotJudged none="No events of this vessel." asOf={asOf} />}
    />
  )
}
