import { SOURCE_TYPES, addressText, categoryText, squawkText } from '@samudra/nautical/adsb/adsb-columns'
import { stateOfAddress } from '@samudra/nautical/adsb/country'
import { IconAlertTriangleFilled, IconCurrentLocation, IconX } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { NA } from '../../../kit/text/quantity-text.ts'
import { When } from '../../../kit/text/When.tsx'
import { agoText } from '../../../kit/text/when-text.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import { now } from '../../../time/clock.ts'
import { categoryWords, EMERGENCIES, isStale, TYPE_WORDS } from './aircraft-words.ts'
import { selectAircraft, useSky } from './sky.store.ts'
import type { Flown } from './sky.ts'

/** Shows everything an aircraft has sent, and how its position is known. */
export function AircraftCard({ chart }: { chart: Chart }) {
  const selected = useSky((state) => state.selected)
  const card = useSky((state) => state.card)
  const [saved, setSaved] = useState<Flown | null>(null)
  if (card !== null && card !== saved) setSaved(card)
  useEffect(() => {
    if (selected === null) return undefined
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !(event.target instanceof HTMLInputElement)) selectAircraft(null)
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [selected])
  // An aircraft outside the view stays on the card as last pushed.
  const one = card ?? (saved?.address === selected ? saved : null)
  if (selected === null || one === null) return null
  const state = stateOfAddress(one.address)
  return (
    <aside className="card aircraft-card" data-float aria-label="Aircraft card">
      <header className="card-head">
        <div className="card-title">
          <h2>{one.callSign ?? addressText(one.address).toUpperCase()}</h2>
          <p>
            Aircraft · {state?.name ?? NA} · {TYPE_WORDS[SOURCE_TYPES[one.sourceType]!].label}
          </p>
        </div>
        <button
          type="button"
          className="icon-button"
          aria-label="Centre chart on aircraft"
          title="Centre chart on aircraft"
          onClick={() =>
            chart.flyTo({ center: [one.lon, one.lat], zoom: Math.max(chart.getZoom(), 8), duration: 900 })
          }
        >
          <IconCurrentLocation size={16} />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Close card"
          title="Close (Esc)"
          onClick={() => selectAircraft(null)}
        >
          <IconX size={16} />
        </button>
      </header>
      <div className="card-body">
        <Age one={one} isGone={card === null} />
        <Distress squawk={one.squawk} />
        <dl className="card-rows">
          {ROWS.map(([column, label, show]) => (
            <div key={column} data-column={column}>
              <dt>{label}</dt>
              <dd>{show(one) ?? NA}</dd>
            </div>
          ))}
        </dl>
        <p className="card-dim aircraft-how">
          {TYPE_WORDS[SOURCE_TYPES[one.sourceType]!].label}: {TYPE_WORDS[SOURCE_TYPES[one.sourceType]!].means}
          .
        </p>
      </div>
    </aside>
  )
}

function Distress({ squawk }: { squawk: number | null }) {
  const words = squawk === null ? undefined : EMERGENCIES[squawk]
  if (words === undefined) return null
  return (
    <section className="card-anomalies">
      <p role="alert">
        <IconAlertTriangleFilled size={13} aria-hidden />
        <span>
          <b>Squawk {squawkText(squawk!)}</b> {words}
        </span>
      </p>
    </section>
  )
}

type Row = [column: string, label: string, show: (one: Flown) => ReactNode]

const ROWS: readonly Row[] = [
  ['rec_time', 'Received', (one) => <When at={one.recTime} />],
  ['observed_at', 'Position time', (one) => <When at={one.placedAt} />],
  ['lat', 'Latitude', (one) => <Quantity latitude={one.lat} />],
  ['lon', 'Longitude', (one) => <Quantity longitude={one.lon} />],
  [
    'alt_ft',
    'Altitude',
    (one) => (one.onGround === true ? 'On the ground' : <Quantity feet={one.altitude} />),
  ],
  ['gs_kn', 'Ground speed', (one) => <Quantity knots={one.groundSpeed} />],
  ['track', 'Track', (one) => <Quantity degrees={one.track} />],
  ['vrate', 'Vertical rate', (one) => <Quantity feetAMinute={one.verticalRate} />],
  [
    'squawk',
    'Squawk',
    (one) => one.squawk !== null && <span className="figures">{squawkText(one.squawk)}</span>,
  ],
  [
    'icao24',
    'ICAO address',
    (one) => <span className="figures">{addressText(one.address).toUpperCase()}</span>,
  ],
  ['callsign', 'Call sign', (one) => one.callSign],
  ['country', 'Registered in', (one) => stateOfAddress(one.address)?.name],
  ['category', 'Category', (one) => one.category !== null && categoryWords(categoryText(one.category))],
  ['source_type', 'Source type', (one) => TYPE_WORDS[SOURCE_TYPES[one.sourceType]!].label],
  ['source', 'Source', (one) => one.source],
]

/** Shows the age of the position, counted on while no message arrives. */
function Age({ one, isGone }: { one: Flown; isGone: boolean }) {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const isOld = isStale(one.placedAt, at)
  return (
    <p className="card-age" data-age={isOld ? 'OLD' : 'FRESH'}>
      <b>{isGone ? 'Out of view or no signal' : isOld ? 'Stale' : 'Fresh'}</b> ·{' '}
      <span className="figures">place {agoText(Math.max(0, (at - one.placedAt) / 1000))} ago</span>
    </p>
  )
}
