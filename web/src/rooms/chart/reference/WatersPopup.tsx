import { BOUNDARY_KIND_WORDS, COMPUTED_LABEL, type Waters } from '@samudra/contract/reference'
import { Link } from 'react-router'
import { Anchored } from '../../../map/chart/Anchored.tsx'
import type { Chart } from '../../../map/chart/chart.ts'
import { analysisLink } from '../../../kit/pages/links.ts'
import { closeWaters, useBoundaries } from './boundaries.store.ts'

/** Shows which waters a place lies in, and the source of that. */
export function WatersPopup({ chart }: { chart: Chart }) {
  const request = useBoundaries((state) => state.query)
  if (request === null) return null
  const { lon, lat, waters } = request
  return (
    <Anchored chart={chart} lon={lon} lat={lat} label="Waters at this position" onClose={closeWaters}>
      <h3>Waters here</h3>
      {waters === null && <p className="dim">Loading.....</p>}
      {request.failed !== '' && <p role="alert">{request.failed}</p>}
      {request.failed === '' && waters?.length === 0 && (
        <p>
          {request.covered
            ? 'Outside all zones: more than 200 NM from any coast, or on land.'
            : 'No data here: built-in boundaries cover 20–125° E, 45° S–32° N.'}
        </p>
      )}
      <ul className="waters-list">
        {waters?.map((one) => (
          <Water key={one.id} water={one} />
        ))}
      </ul>
    </Anchored>
  )
}

function Water({ water }: { water: Waters }) {
  const { id, name, kind, country, source, edition } = water
  return (
    <li>
      <strong>{name}</strong> <span className="dim">{country}</span>
      <p>{BOUNDARY_KIND_WORDS[kind]}</p>
      {water.disputed && (
        <p>Overlapping claims{water.claimants.length > 0 ? `: ${water.claimants.join(', ')}` : ''}.</p>
      )}
      <p className="dim">{water.approx ? COMPUTED_LABEL : [source, edition].filter(Boolean).join(', ')}</p>
      {water.approx && (
        <p className="dim">
          {source}, edition {edition}
        </p>
      )}
      <Link to={analysisLink('AREA', id)}>Analyse</Link>
    </li>
  )
}
