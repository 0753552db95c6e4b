import { NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DistanceInput } from '../../kit/DistanceInput.tsx'
import { openFooter, useFooter, type FooterContent } from '../../kit/footer.ts'
import { Quantity } from '../../kit/Quantity.tsx'
import { countWords, NA } from '../../kit/quantity-text.ts'
import { When } from '../../kit/When.tsx'
import { fitting, keepStore } from '../../store/keep.ts'
import { showShip } from '../../map/workbench.store.ts'
import { pathAmounts, readNearby, useNearby } from './nearby.ts'

const REREAD_MS = 10_000

/** Opens the drawer with what is near a place or a ship. */
export function findNearby(center: { lat: number; lon: number; name: string }) {
  useNearby.setState({ findNearbyVessels: center })
  openFooter(NEARBY)
}

const NEARBY: FooterContent = { title: 'Nearby vessels', Content: Nearby, Note: Center }
useFooter.subscribe(({ content }) => useNearby.setState({ open: content?.Content === Nearby }))
keepStore(useNearby, {
  name: 'planning.ais_path_settings',
  of: 'tab',
  read: ({ open, findNearbyVessels, radius, time }) => ({ open, findNearbyVessels, radius, time }),
  restore: (held) => {
    const kept = fitting(useNearby.getInitialState(), held)
    // It was open when the page went: the drawer shows it again.
    if (kept.open) queueMicrotask(() => openFooter(NEARBY))
    return kept
  },
})

function Center() {
  const center = useNearby((state) => state.findNearbyVessels)
  return center === null ? null : `around ${center.name}`
}

function Nearby() {
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
          label="Last fix, hours"
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
            'Looking…'
          ) : (
            <b className="figures">{countWords(data.count, 'vessel')}</b>
          )}
        </span>
      </div>
      {data !== undefined && data !== null && data.count > data.found.length && (
        <p role="status">
          Only {data.found.length} of them are listed, and nearer ones may be missing; take a smaller radius.
        </p>
      )}
      {data !== undefined && data !== null && data.found.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>Distance</th>
              <th>Bearing</th>
              <th>Ship name</th>
              <th>MMSI</th>
              <th>Type</th>
              <th>SOG</th>
              <th>Received</th>
            </tr>
          </thead>
          <tbody>
            {data.found.map(({ ship, metres, bearing }) => (
              <tr key={ship.contact_id}>
                <td>
                  <Quantity distance={metres} />
                </td>
                <td>
                  <Quantity degrees={bearing} />
                </td>
                <td>
                  <button
                    type="button"
                    className="link-button"
                    onClick={() => showShip({ mmsi: ship.mmsi, split: ship.split_id })}
                  >
                    {ship.ship_name ?? NA}
                  </button>
                </td>
                <td className="figures">{ship.mmsi}</td>
                <td>{ship.ship_type}</td>
                <td>
                  <Quantity knots={ship.sog} />
                </td>
                <td>
                  <When at={ship.rec_time} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
