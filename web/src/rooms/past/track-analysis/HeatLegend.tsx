import { useStored } from '../../../stored/stores.ts'
import { savedFilters } from '../../../stored/shared.ts'
import { Form } from '../../../kit/forms/Form.tsx'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { periodFault, wholeMinute } from '../../../kit/text/time-text.ts'
import { Button, Select } from '@mantine/core'
import { HEAT_CELLS, HEAT_METRICS, type HeatCells } from '@samudra/contract/heat'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { countText } from '../../../kit/text/quantity-text.ts'
import { When } from '../../../kit/text/When.tsx'
import { usePalette } from '../../../kit/theme/colour-palette.ts'
import { useChart } from '../../../map/chart/chart.store.ts'
import { themeNow } from '../../../map/chart/theme.ts'
import { now } from '../../../time/clock.store.ts'
import { saveFile } from '../../../kit/save-file.ts'
import { classEnds, heatCsv, heatGeoJson, METRIC_UNITS, METRIC_WORDS, stepOf } from './heat-cells.ts'
import { queryHeat, HEAT_PERIODS, useHeat, type HeatQuery, type HeatPeriod } from './heat.store.ts'
import { cellColours, heatColours } from './ramps.ts'

const PERIOD_WORDS: Record<HeatPeriod, string> = {
  now: 'Now',
  '1': 'Last hour',
  '24': 'Last 24 hours',
  '168': 'Last 7 days',
  custom: 'Custom period',
}
const DAY_MS = 86_400_000

/** Shows the metric of the heat map, and its colours with their numbers. */
export function HeatLegend() {
  const { query: request, cells: heatCells, isLoading, error } = useHeat()
  const isNow = request.period === 'now'
  return (
    <div className="heat-legend" aria-busy={isLoading}>
      <Select
        size="xs"
        aria-label="Period of the heat map"
        data={HEAT_PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] }))}
        value={request.period}
        allowDeselect={false}
        onChange={(value) => choosePeriod(HEAT_PERIODS.find((one) => one === value) ?? 'now')}
      />
      {isNow ? <NowRamp /> : <PeriodFields query={request} />}
      {error !== null && (
        <p className="heat-error" role="alert">
          {error}
        </p>
      )}
      {!isNow && heatCells !== null && <Classes cells={heatCells} />}
    </div>
  )
}

/** An own period begins as the last day before the instant shown. */
function choosePeriod(period: HeatPeriod) {
  const to = wholeMinute(now())
  queryHeat(period === 'custom' ? { period, from: to - DAY_MS, to } : { period })
}

/** The colours are of the theme the chart wears. */
function useTheme() {
  usePalette((state) => state.palette)
  useChart((state) => state.base)
  return themeNow()
}

function NowRamp() {
  const theme = useTheme()
  return (
    <p className="layer-legend">
      few <i style={{ background: `linear-gradient(90deg, ${heatColours(theme).join(', ')})` }} /> many
    </p>
  )
}

function PeriodFields({ query: request }: { query: HeatQuery }) {
  const { rows: filters } = useStored(savedFilters)
  return (
    <>
      {request.period === 'custom' && <OwnPeriod key={`${request.from} ${request.to}`} query={request} />}
      <Select
        size="xs"
        aria-label="Heat map value"
        data={HEAT_METRICS.map((value) => ({ value, label: METRIC_WORDS[value] }))}
        value={request.metric}
        allowDeselect={false}
        onChange={(value) => queryHeat({ metric: HEAT_METRICS.find((one) => one === value) ?? 'vessels' })}
      />
      <Select
        size="xs"
        aria-label="Cell size"
        data={[
          { value: '', label: 'Automatic cells' },
          ...HEAT_CELLS.map((side) => ({ value: String(side), label: `Cells of ${side}°` })),
        ]}
        value={request.cellDeg === null ? '' : String(request.cellDeg)}
        allowDeselect={false}
        onChange={(value) => queryHeat({ cellDeg: value === '' || value === null ? null : Number(value) })}
      />
      <Select
        size="xs"
        aria-label="Vessels"
        data={[
          { value: '', label: 'All vessels' },
          ...filters.map(({ id, name }) => ({ value: id, label: `Filter: ${name}` })),
        ]}
        value={request.filterId ?? ''}
        allowDeselect={false}
        onChange={(value) => queryHeat({ filterId: value === '' ? null : value })}
      />
    </>
  )
}

function OwnPeriod({ query: request }: { query: HeatQuery }) {
  const [from, setFrom] = useState<number | null>(request.from)
  const [to, setTo] = useState<number | null>(request.to)
  const why = periodFault(from, to)
  return (
    <Form
      className="heat-period"
      onSubmit={(event) => {
        event.preventDefault()
        if (why === null && from !== null && to !== null) queryHeat({ from, to })
      }}
    >
      <TimeField size="xs" label="From" required value={from} onChange={setFrom} />
      <TimeField size="xs" label="To" required value={to} error={why} onChange={setTo} />
      <Button type="submit" size="compact-xs" variant="default" disabled={why !== null}>
        Show
      </Button>
    </Form>
  )
}

const valueText = (value: number) =>
  value < 10 ? String(Math.round(value * 100) / 100) : countText(Math.round(value))

function Classes({ cells: heatCells }: { cells: HeatCells }) {
  const colours = cellColours(useTheme())
  const ends = classEnds(heatCells.cells)
  const unit = METRIC_UNITS[heatCells.metric]
  return (
    <>
      {ends.length === 0 ? (
        <p className="heat-note">No positions received here in this period.</p>
      ) : (
        <ul className="heat-classes" aria-label={`Heat map colours, ${unit} in a cell`}>
          {ends.map((end, i) => (
            <li key={end}>
              <i style={{ background: colours[stepOf(ends, i)] }} /> {i === 0 ? 'up to' : '–'}{' '}
              {valueText(end)}
            </li>
          ))}
          <li className="heat-unit">{unit} in a cell</li>
        </ul>
      )}
      <p className="heat-note">
        {valueText(heatCells.total)} {unit} in view, cells of {heatCells.cell_deg}°,{' '}
        <When at={heatCells.from} /> to <When at={heatCells.to} />
      </p>
      <div className="heat-buttons">
        <Save cells={heatCells} kind="csv" />
        <Save cells={heatCells} kind="geojson" />
      </div>
    </>
  )
}

function Save({ cells: heatCells, kind }: { cells: HeatCells; kind: 'csv' | 'geojson' }) {
  const [text, type] = kind === 'csv' ? [heatCsv, 'text/csv'] : [heatGeoJson, 'application/geo+json']
  const name = `heat-${heatCells.metric}-${heatCells.from.slice(0, 10)}-${heatCells.to.slice(0, 10)}.${kind}`
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconDownload size={12} aria-hidden />}
      onClick={() => saveFile(name, type, new TextEncoder().encode(text(heatCells)))}
    >
      {kind === 'csv' ? 'CSV' : 'GeoJSON'}
    </Button>
  )
}
