import { NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DistanceInput } from '../../../../kit/forms/DistanceInput.tsx'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import { countWords, NA } from '../../../../kit/text/quantity-text.ts'
import { Table } from '../../../../kit/tables/Table.tsx'
import type { Column } from '../../../../kit/tables/table.ts'
import { When } from '../../../../kit/text/When.tsx'
import { showShip } from '../../../../map/workbench/workbench.store.ts'
import { useNearby } from './nearby.store.ts'
import { pathAmounts, readNearby, type Neighbour } from './nearby.ts'

const REREAD_MS = 10_000

const COLUMNS: Column<Neighbour>[] = [
  {
    key: 'distance',
    label: 'Distance',
    cell: ({ metres }) => <Quantity distance={metres} />,
    value: ({ metres }) => Math.round(metres),
  },
  {
    key: 'bearing',
    label: 'Bearing',
    cell: ({ bearing }) => <Quantity degrees={bearing} />,
    value: ({ bearing }) => Math.round(bearing),
  },
  {
    key: 'name',
    label: 'Ship name',
    width: 'minmax(170px, 1fr)',
    cell: ({ ship }) => (
      <button
        type="button"
        className="link-button"
        onClick={() => showShip({ mmsi: ship.mmsi, split: ship.split_id })}
      >
        {ship.ship_name ?? NA}
      </button>
    ),
    value: ({ ship }) => ship.ship_name,
  },
  {
    key: 'mmsi',
    label: 'MMSI',
    cell: ({ ship }) => <span className="figures">{ship.mmsi}</span>,
    value: ({ ship }) => ship.mmsi,
  },
  { key: 'type', label: 'Type', cell: ({ ship }) => ship.ship_type, value: ({ ship }) => ship.ship_type },
  {
    key: 'sog',
    label: 'SOG',
    cell: ({ ship }) => <Quantity knots={ship.sog} />,
    value: ({ ship }) => ship.sog,
  },
  {
    key: 'received',
    label: 'Received',
    width: '210px',
    cell: ({ ship }) => <When at={ship.rec_time} />,
    value: ({ ship }) => ship.rec_time,
  },
]

/** Lists vessels near a place or a vessel, the nearest first. */
export function Nearby() {
  const { findNearbyVessels: center, radius, time } = useNearby()
  const { radiusKm, hours } = pathAmounts({ radius, time })
  const { data, error } = useQuery({
    queryKey: ['nearby', center, radiusKm, hours],
    queryFn: () => (center === null ? null : readNearby(center, radiusKm, hours)),
    refetchInterval: REREAD_MS,
  })
  return (
    <div className="nearby">
      <div className="nearby-form">
        <DistanceInput
          label="Radius"
          min={100}
          max={500_000}
          metres={radiusKm * 1000}
          onChange={(metres) => useNearby.setState({ radius: `${Number((metres / 1000).toFixed(3))}KM` })}
        />
        <NumberInput
          size="xs"
          label="Last position, hours"
          min={0.1}
          max={96}
          value={hours}
          onChange={(value) =>
            typeof value === 'number' && value >= 0.1 && useNearby.setState({ time: `${value} Hours` })
          }
        />
        <span role="status">
          {error !== null ? (
            error.message
          ) : data === undefined || data === null ? (
            'Searching…'
          ) : (
            <b className="figures">{countWords(data.count, 'vessel')}</b>
          )}
        </span>
      </div>
      {data !== undefined && data !== null && data.count > data.found.length && (
        <p role="status">
          Only {data.found.length} are listed, and nearer vessels may be missing. Reduce the radius.
        </p>
      )}
      {data !== undefined && data !== null && data.found.length > 0 && (
        <Table
          label="Nearby vessels"
          isInText
          columns={COLUMNS}
          rows={data.found}
          rowKey={({ ship }) => String(ship.contact_id)}
          csv="nearby-vessels.csv"
        />
      )}
    </div>
  )
}
