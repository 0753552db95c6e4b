import type { SilentVessel } from '@samudra/contract/silent-vessels'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { When } from '../../../kit/text/When.tsx'
import { useWording } from '../../../kit/text/wording.ts'
import { CONFIDENCE_WORDS, durationText, intervalText } from './silence-words.ts'

export function LastPosition({ of }: { of: Pick<SilentVessel, 'latitude' | 'longitude'> }) {
  const words = useWording()
  return <span className="figures">{words.place(of.latitude, of.longitude)}</span>
}

const received = ({ received_interval_s }: SilentVessel) =>
  received_interval_s === null ? 'not measured' : intervalText(received_interval_s)

export const SILENCE_COLUMNS: Column<SilentVessel>[] = [
  {
    key: 'name',
    sort: 'name',
    label: 'Name',
    width: 'minmax(140px, 1.4fr)',
    isHead: true,
    value: (one) => one.ship_name,
    cell: (one) => one.ship_name ?? <span className="dim">Name not received</span>,
  },
  { key: 'mmsi', label: 'MMSI', width: '96px', value: (one) => one.mmsi, cell: (one) => one.mmsi },
  {
    key: 'confidence',
    sort: 'confidence',
    label: 'Confidence',
    width: '100px',
    value: (one) => CONFIDENCE_WORDS[one.confidence],
    cell: (one) => (
      <span className="silence-confidence" data-level={one.confidence}>
        {CONFIDENCE_WORDS[one.confidence]}
      </span>
    ),
  },
  {
    key: 'silent',
    sort: 'silent',
    label: 'Silent for',
    width: '96px',
    isNumber: true,
    value: (one) => one.silent_min,
    cell: (one) => durationText(one.silent_min),
  },
  {
    key: 'received',
    label: 'Last received',
    width: '190px',
    value: (one) => one.rec_time,
    cell: (one) => <When at={one.rec_time} />,
  },
  {
    key: 'position',
    label: 'Last position',
    width: '215px',
    value: (one) => `${one.latitude.toFixed(5)} ${one.longitude.toFixed(5)}`,
    cell: (one) => <LastPosition of={one} />,
  },
  { key: 'source', label: 'Source', width: '100px', value: (one) => one.source, cell: (one) => one.source },
  {
    key: 'missed',
    sort: 'missed',
    label: 'Missed',
    width: '80px',
    isNumber: true,
    value: (one) => one.missed_reports,
    cell: (one) => <Quantity count={one.missed_reports} />,
  },
  {
    key: 'expected',
    label: 'Expected every',
    width: '120px',
    value: (one) => one.nominal_interval_s,
    cell: (one) => intervalText(one.nominal_interval_s),
  },
  {
    key: 'interval',
    label: 'Received every',
    width: '120px',
    value: (one) => one.received_interval_s,
    cell: (one) =>
      one.received_interval_s === null ? <span className="dim">{received(one)}</span> : received(one),
  },
  {
    key: 'sog',
    sort: 'sog',
    label: 'Speed',
    width: '76px',
    isNumber: true,
    value: (one) => one.sog,
    cell: (one) => <Quantity knots={one.sog} />,
  },
  {
    key: 'cog',
    label: 'Course',
    width: '70px',
    isNumber: true,
    value: (one) => one.cog,
    cell: (one) => <Quantity degrees={one.cog} />,
  },
  {
    key: 'type',
    label: 'Type',
    width: 'minmax(90px, 1fr)',
    value: (one) => one.ship_type,
    cell: (one) => one.ship_type,
  },
  {
    key: 'flag',
    label: 'Flag',
    width: 'minmax(90px, 1fr)',
    value: (one) => one.country,
    cell: (one) => one.country,
  },
  {
    key: 'status',
    label: 'Status',
    width: 'minmax(110px, 1fr)',
    value: (one) => one.nav_status,
    cell: (one) => one.nav_status ?? <span className="dim">Not reported</span>,
  },
  {
    key: 'reach',
    label: 'Reach at most',
    width: '110px',
    isNumber: true,
    value: (one) => one.reach.max_speed_nm,
    cell: (one) => <Quantity distance={one.reach.max_speed_nm * 1852} />,
  },
]
