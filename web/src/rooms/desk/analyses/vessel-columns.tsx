import type { AnalysedVessel } from '@samudra/contract/analyses'
import { SHIP_TYPE_LABELS } from '@samudra/contract/labels'
import { countryNameOf } from '@samudra/nautical/iso-countries'
import { Link } from 'react-router'
import { shipLink } from '../../../kit/pages/links.ts'
import type { Column } from '../../../kit/tables/table.ts'
import { When } from '../../../kit/text/When.tsx'

export const flagText = (flag: string | null) => (flag === null ? 'Unknown' : countryNameOf(flag))
export const typeText = (type: string) => SHIP_TYPE_LABELS[type as keyof typeof SHIP_TYPE_LABELS]

/** Returns the columns of vessels; of a list visits are port calls, and new ones exist in a comparison alone. */
export function vesselColumns(isList: boolean, isCompared: boolean): Column<AnalysedVessel>[] {
  const columns: Column<AnalysedVessel>[] = [
    {
      key: 'name',
      label: 'Vessel',
      width: 'minmax(150px, 1.4fr)',
      isHead: true,
      value: (one) => one.name,
      cell: (one) => (
        <Link to={shipLink(one.mmsi, one.split_id)}>
          {one.name ?? <span className="dim">Name not received</span>}
        </Link>
      ),
    },
    { key: 'mmsi', label: 'MMSI', width: '92px', value: (one) => one.mmsi, cell: (one) => one.mmsi },
    {
      key: 'flag',
      label: 'Flag',
      width: 'minmax(90px, 0.8fr)',
      value: (one) => flagText(one.flag),
      cell: (one) => flagText(one.flag),
    },
    {
      key: 'type',
      label: 'Ship type',
      width: '110px',
      value: (one) => typeText(one.type),
      cell: (one) => typeText(one.type),
    },
    {
      key: 'hours',
      label: isList ? 'Hours received' : 'Hours inside',
      width: '100px',
      isNumber: true,
      value: (one) => one.hours,
      cell: (one) => hoursText(one.hours),
    },
    {
      key: 'visits',
      label: isList ? 'Port calls' : 'Visits',
      width: '76px',
      isNumber: true,
      value: (one) => one.visits,
      cell: (one) => one.visits,
    },
    {
      key: 'first',
      label: 'First',
      width: '190px',
      value: (one) => one.first,
      cell: (one) => <When at={one.first} />,
    },
    {
      key: 'last',
      label: 'Last',
      width: '190px',
      value: (one) => one.last,
      cell: (one) => <When at={one.last} />,
    },
    {
      key: 'from',
      label: 'From',
      width: 'minmax(120px, 1fr)',
      value: (one) => one.from,
      cell: (one) => one.from ?? '',
    },
    {
      key: 'to',
      label: 'To',
      width: 'minmax(120px, 1fr)',
      value: (one) => one.to,
      cell: (one) => one.to ?? '',
    },
    {
      key: 'anomalies',
      label: 'Anomalies',
      width: '90px',
      isNumber: true,
      value: (one) => one.anomalies,
      cell: (one) => one.anomalies || '',
      tone: (one) => (one.anomalies > 0 ? 'warning' : undefined),
    },
  ]
  if (isCompared)
    columns.push({
      key: 'new',
      label: 'Before',
      width: '80px',
      value: (one) => (one.new === true ? 'New' : 'There'),
      cell: (one) => (one.new === true ? 'New' : 'There'),
      tone: (one) => (one.new === true ? 'marked' : undefined),
    })
  return columns
}

export const hoursText = (hours: number) =>
  hours.toLocaleString('en', { maximumFractionDigits: hours < 100 ? 1 : 0 })
