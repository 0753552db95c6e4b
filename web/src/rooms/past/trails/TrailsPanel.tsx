import { useState } from 'react'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { epochOrNull, isoOf } from '../../../kit/text/time-text.ts'
import { Button, Select } from '@mantine/core'
import type { Trail } from '@samudra/contract/history'
import { leftOutWords } from '@samudra/contract/left-out-words'
import { IconDownload, IconLasso, IconRectangle, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { countText, countWords } from '../../../kit/text/quantity-text.ts'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { agoText } from '../../../kit/text/when-text.ts'
import { wishExport } from '../../../map/export-wish.ts'
import { TrailLegend } from './TrailLegend.tsx'
import {
  changeTrails,
  clearTrails,
  removeTrail,
  TRAIL_COLOURS,
  useTrails,
  type TrailShip,
} from './trails.store.ts'

const LENGTHS = ['1 hours', '3 hours', '6 hours', '12 hours', '1 days', '3 days', '7 days', '30 days']
const DR_HOURS = ['0', '0.5', '1', '2', '3', '6', '12']
const COLOUR_WORDS = { speed: 'Speed', source: 'Source', age: 'Age' } as const

/** Sets how trails and dead reckoning are drawn, and for which vessels. */
export function TrailsPanel() {
  const { settings, colour, picking } = useTrails()
  return (
    <>
      <div className="trail-pick">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRectangle size={15} />}
          data-active={picking === 'rectangle' || undefined}
          onClick={() => useTrails.setState({ picking: 'rectangle' })}
        >
          Select in a box
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconLasso size={15} />}
          onClick={() => useTrails.setState({ picking: 'lasso' })}
        >
          Select with a lasso
        </Button>
      </div>
      <Segments
        fullWidth
        label="Trail range"
        data={[
          { value: 'length', label: 'Length' },
          { value: 'interval', label: 'Interval' },
        ]}
        value={settings.trail_type}
        onChange={(value) =>
          changeTrails({ settings: { trail_type: value === 'interval' ? 'interval' : 'length' } })
        }
      />
      {settings.trail_type === 'length' ? (
        <Select
          size="xs"
          label="Trail length"
          data={LENGTHS.map((value) => ({ value, label: lengthWords(value) }))}
          value={settings.length}
          allowDeselect={false}
          onChange={(length) => length !== null && changeTrails({ settings: { length } })}
        />
      ) : (
        <div className="trail-pick">
          <Moment
            label="From"
            value={settings.from}
            change={(from) => changeTrails({ settings: { from } })}
          />
          <Moment label="To" value={settings.to} change={(to) => changeTrails({ settings: { to } })} />
        </div>
      )}
      <Select
        size="xs"
        label="Dead reckoning for vessels silent up to"
        data={DR_HOURS.map((value) => ({ value, label: value === '0' ? 'off' : `${value} h` }))}
        value={settings.dr_hour}
        allowDeselect={false}
        onChange={(dr_hour) => dr_hour !== null && changeTrails({ settings: { dr_hour } })}
      />
      <Segments
        fullWidth
        label="Colour by"
        data={TRAIL_COLOURS.map((value) => ({ value, label: COLOUR_WORDS[value] }))}
        value={colour}
        onChange={(value) => {
          const chosen = TRAIL_COLOURS.find((one) => one === value)
          if (chosen !== undefined) changeTrails({ colour: chosen })
        }}
      />
      <TrailLegend />
      <Ships />
    </>
  )
}

const lengthWords = (length: string) => (length.startsWith('1 ') ? length.replace(/s$/, '') : length)

/** The settings hold texts; what is no time yet changes nothing. */
function Moment({ label, value, change }: { label: string; value: string; change: (value: string) => void }) {
  const [typed, setTyped] = useState(() => epochOrNull(value === '' ? null : value))
  return (
    <TimeField
      size="xs"
      label={label}
      value={typed}
      onChange={(at) => {
        setTyped(at)
        if (at === null || !Number.isNaN(at)) change(isoOf(at) ?? '')
      }}
    />
  )
}

function Ships() {
  const { ships, trails, isLoading, error, note } = useTrails()
  const byMmsi = new Map<string, Trail[]>()
  for (const trail of trails) byMmsi.set(trail.mmsi, [...(byMmsi.get(trail.mmsi) ?? []), trail])
  return (
    <section aria-label="Vessels with trails" aria-busy={isLoading}>
      {error !== null && (
        <p className="trail-error" role="alert">
          {error}
        </p>
      )}
      {note !== null && <p role="status">{note}</p>}
      {ships.length === 0 ? (
        <p className="trail-dim">No trails. Select vessels in an area, or right-click a vessel.</p>
      ) : (
        <>
          <header className="trail-head">
            <b>
              <Quantity count={ships.length} /> {ships.length === 1 ? 'vessel' : 'vessels'}
            </b>
            {isLoading && <span role="status">Loading…</span>}
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconDownload size={13} />}
              onClick={() => exportTrails(ships)}
            >
              Export
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconTrash size={13} />}
              onClick={clearTrails}
            >
              Remove all
            </Button>
          </header>
          <ul className="trail-list">
            {ships.map((ship) => (
              <Ship key={ship.mmsi} ship={ship} trails={byMmsi.get(ship.mmsi) ?? []} isLoading={isLoading} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Their tracks as a file, of the interval that is drawn if one is. */
function exportTrails(ships: readonly TrailShip[]) {
  const { settings } = useTrails.getState()
  const [from, to] = [Date.parse(`${settings.from}Z`), Date.parse(`${settings.to}Z`)]
  const isInterval = settings.trail_type === 'interval' && from < to
  wishExport({
    label:
      ships.length === 1 ? ships[0]!.name || `MMSI ${ships[0]!.mmsi}` : `${ships.length} vessels with trails`,
    mmsis: ships.map(({ mmsi }) => mmsi),
    ...(isInterval ? { from, to } : {}),
  })
}

function Ship({ ship, trails, isLoading }: { ship: TrailShip; trails: Trail[]; isLoading: boolean }) {
  const name = ship.name === '' ? `MMSI ${ship.mmsi}` : ship.name
  return (
    <li>
      <span>
        <b>{name}</b>
        {trails.length === 0 && !isLoading && <small>no positions in this period</small>}
        {trails.map((trail) => (
          <small key={trail.split_id}>
            {trailWords(trail)}
            {trail.simplified && <AllFixes trail={trail} />}
          </small>
        ))}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove trail of ${name}`}
        title="Remove"
        onClick={() => removeTrail(ship.mmsi)}
      >
        <IconTrash size={14} />
      </button>
    </li>
  )
}

/** The way to every fix of a trail that is drawn simplified. */
function AllFixes({ trail }: { trail: Trail }) {
  const [first, last] = [trail.points[0], trail.points.at(-1)]
  if (first === undefined || last === undefined) return null
  const ship = trail.split_id === 0 ? trail.mmsi : `${trail.mmsi}-${trail.split_id}`
  const [from, to] = [first[0], last[0] + 1000].map((t) => new Date(t).toISOString())
  return (
    <>
      {' · '}
      <Link to={`/home/map/plotAisTrack/${ship}?from=${from}&to=${to}&raw=1`}>show all positions</Link>
    </>
  )
}

/** Returns in words how much of a trail is drawn, and the quality of its reckoning. */
function trailWords({ points, dropped, simplified, gaps, reckoning }: Trail): string {
  const fixes = simplified
    ? `simplified: ${countText(points.length)} of ${countWords(points.length + dropped, 'fix', 'fixes')}`
    : countWords(points.length, 'fix', 'fixes')
  const silences = gaps.filter(({ out_of_reach }) => out_of_reach === null).length
  const silence = silences === 0 ? '' : ` · ${countWords(silences, 'gap')}`
  const words = leftOutWords(gaps)
  const leftOut = words === null ? '' : ` · ${words}`
  const missed =
    reckoning === null
      ? ''
      : ` · DR error ${countText(reckoning.median_error_m)} m after ${agoText(reckoning.median_ahead_s)}`
  return fixes + silence + leftOut + missed
}
