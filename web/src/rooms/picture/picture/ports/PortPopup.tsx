import { countryNameOf } from '@samudra/nautical/iso-countries'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { countWords, NA, positionText } from '../../../../kit/text/quantity-text.ts'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import { Anchored } from '../../../../map/chart/Anchored.tsx'
import type { Chart } from '../../../../map/chart/chart.ts'
import { findNearby } from '../nearby/find-nearby.ts'
import { readNearby } from '../nearby/nearby.ts'
import { Link } from 'react-router'
import { portPath } from '../../../../map/chart/port-signs.ts'
import { closePort, usePort } from './port.store.ts'

/** Roads and anchorages of most ports lie within it. */
const AROUND_M = 5 * METRES_PER_NM
/** Maximum silence of a listed vessel; one silent longer may have left. */
const HEARD_HOURS = 1
const REREAD_MS = 15_000
const NEAR_ZOOM = 12

/** Shows the known data of a port on the chart, and the vessels there now. */
export function PortPopup({ chart }: { chart: Chart }) {
  const port = usePort((state) => state.port)
  const { data, error } = useQuery({
    queryKey: ['port', port?.lon, port?.lat],
    queryFn: () => (port === null ? null : readNearby(port, AROUND_M / 1000, HEARD_HOURS)),
    refetchInterval: REREAD_MS,
    enabled: port !== null,
  })
  if (port === null) return null
  const { id, name, code, lon, lat, isFound = false } = port
  const country = countryNameOf(code.slice(0, 2))
  return (
    <Anchored
      chart={chart}
      lon={lon}
      lat={lat}
      label={name.startsWith('Port ') ? name : `Port ${name}`}
      isQuiet={isFound}
      onClose={closePort}
    >
      <h3>{name}</h3>
      <p>
        {country === '' ? NA : country} · UN/LOCODE{' '}
        {code === '' ? NA : `${code.slice(0, 2)} ${code.slice(2)}`}
      </p>
      <p className="figures">{positionText(lat, lon)}</p>
      <p role="status">
        {error !== null ? (
          error.message
        ) : data === undefined || data === null ? (
          'Counting vessels…'
        ) : (
          <>
            <b>{countWords(data.count, 'contact')}</b> within <Quantity distance={AROUND_M} />, received in
            the last hour
          </>
        )}
      </p>
      <div className="port-acts">
        <Link className="link-button" to={portPath(id)}>
          Open port page
        </Link>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            findNearby({ lat, lon, name })
            closePort()
          }}
        >
          List nearby vessels
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() =>
            chart.flyTo({ center: [lon, lat], zoom: Math.max(chart.getZoom(), NEAR_ZOOM), duration: 900 })
          }
        >
          Show on the map
        </Button>
      </div>
    </Anchored>
  )
}
