import { NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { openFooter } from '../../kit/footer.ts'
import { Quantity } from '../../kit/Quantity.tsx'
import { NA } from '../../kit/quantity-text.ts'
import { When } from '../../kit/When.tsx'
import { showShip } from '../../map/workbench.store.ts'
import { readNearby, useNearby } from './nearby.ts'

const REREAD_MS = 10_000

/** Opens the drawer with what is near a place or a ship. */
export function findNearby(center: { lat: number; lon: number; name: string }) {
  useNearby.setState({ center })
  openFooter({ title: 'Nearby vessels', Content: Nearby, Note: Center })
}

function Center() {
  const center = useNearby((state) => state.center)
  return center === null ? null : `around ${center.name}`
}

function Nearby() {
  const { center, radiusKm, hours } = useNearby()
  const { data, error } = useQuery({
    queryKey: ['nearby', center, radiusKm, hours],
    queryFn: () => (center === null ? null : readNearby(center, radiusKm, hours)),
    refetchInterval: REREAD_MS,
  })
  return (
    <div className="nearby">
      <div className="nearby-form">
        <NumberInput
          size="xs"
          label="Radius, km"
          min={0.1}
          max={500}
          value={radiusKm}
          onChange={(value) =>
            typeof value === 'number' && value >= 0.1 && useNearby.setState({ radiusKm: value })
          }
        />
        <NumberInput
          size="xs"
          label="Last fix, hours"
          min={0.1}
          max={96}
          value={hours}
          onChange={(value) =>
            typeof value === 'number' && value >= 0.1 && useNearby.setState({ hours: value })
          }
        />
        <span role="status">
          {error !== null ? (
            error.message
          ) : data === undefined || data === null ? (
            'Looking…'
          ) : (
            <>
              <b>
                <Quantity count={data.count} />
              </b>{' '}
              vessels
            </>
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
