import type { PortCall } from '@samudra/contract/port-calls'
import type { Column } from '../../../kit/tables/table.ts'
import { When } from '../../../kit/text/When.tsx'
import { wallNow } from '../../../time/server-clock.ts'
import { arrivedAt, basisOf, isOverdue, shipOf, stateWords } from './call-words.ts'

/** Shows the vessel's name; one that became known only later is marked. */
export const ShipName = ({ of }: { of: PortCall }) =>
  of.ship_name === null && of.ship_name_now !== null ? (
    <span title="Current name; unknown at the time of the call">
      {of.ship_name_now} <span className="dim">(now)</span>
    </span>
  ) : (
    shipOf(of)
  )

const when = (at: string | null) => (at === null ? '' : <When at={at} />)

export const CALL_COLUMNS: readonly Column<PortCall>[] = [
  {
    key: 'ship',
    label: 'Vessel',
    width: 'minmax(120px, 1.6fr)',
    isHead: true,
    cell: (one) => <ShipName of={one} />,
    value: shipOf,
  },
  { key: 'mmsi', label: 'MMSI', width: '92px', cell: ({ mmsi }) => mmsi, value: ({ mmsi }) => mmsi },
  {
    key: 'flag',
    label: 'Flag',
    width: '52px',
    cell: ({ country }) => country ?? '',
    value: ({ country }) => country,
  },
  {
    key: 'type',
    label: 'Type',
    width: 'minmax(98px, 0.7fr)',
    cell: ({ ship_type }) => ship_type,
    value: ({ ship_type }) => ship_type,
  },
  {
    key: 'port',
    label: 'Port',
    width: 'minmax(100px, 1.2fr)',
    cell: ({ port_name, port_id }) => port_name ?? port_id,
    value: ({ port_name, port_id }) => port_name ?? port_id,
  },
  {
    key: 'state',
    label: 'State',
    width: '98px',
    cell: (one) => stateWords(one, wallNow()),
    value: (one) => stateWords(one, wallNow()),
    tone: (one) => (one.state === 'MISSED' || isOverdue(one, wallNow()) ? 'marked' : undefined),
  },
  { key: 'basis', label: 'Basis', width: 'minmax(118px, 1fr)', cell: basisOf, value: basisOf },
  {
    key: 'expected',
    label: 'Declared ETA',
    width: '192px',
    cell: (one) => when(one.expected_at),
    value: (one) => one.expected_at,
  },
  {
    key: 'arrived',
    label: 'Arrived',
    width: '192px',
    cell: (one) =>
      one.already_there ? (
        <span title="Stationary at its first position">Before {when(arrivedAt(one))}</span>
      ) : (
        when(arrivedAt(one))
      ),
    value: arrivedAt,
  },
  {
    key: 'departed',
    label: 'Departed',
    width: '192px',
    cell: (one) => when(one.departed_at),
    value: (one) => one.departed_at,
  },
]
