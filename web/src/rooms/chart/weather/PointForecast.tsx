import { getWeatherPoint } from '@samudra/contract/weather'
import { IconX } from '@tabler/icons-react'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { NA, positionText } from '../../../kit/text/quantity-text.ts'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { When } from '../../../kit/text/When.tsx'
import { useAnswer } from '../../../wire/use-answer.ts'
import { useWeather } from './weather.store.ts'

type Answer = Extract<ReturnType<(typeof getWeatherPoint)['output']>, { ok: true }>['value']
type Hour = Answer['series'][number]
const number = (value: number | null, digits: number) => (
  <span className="figures">{value === null ? NA : value.toFixed(digits)}</span>
)

const COLUMNS: Column<Hour>[] = [
  { key: 'valid', label: 'Valid', cell: ({ valid_at }) => <When at={valid_at} /> },
  { key: 'wind', label: 'Wind', cell: ({ wind_kn }) => <Quantity knots={wind_kn} /> },
  { key: 'from', label: 'from', cell: ({ wind_from }) => <Quantity degrees={wind_from} /> },
  { key: 'pressure', label: 'hPa', cell: ({ pressure_hpa }) => number(pressure_hpa, 0) },
  { key: 'temperature', label: '°C', cell: ({ temperature_c }) => number(temperature_c, 1) },
  { key: 'clouds', label: 'Clouds %', cell: ({ clouds_pct }) => number(clouds_pct, 0) },
  { key: 'rain', label: 'mm/h', cell: ({ precipitation_mm_h }) => number(precipitation_mm_h, 1) },
]

/** Shows the forecast of the chosen place. */
export function PointForecast() {
  const point = useWeather((state) => state.point)
  if (point === null) return null
  return <Forecast key={`${point.lat} ${point.lon}`} {...point} />
}

function Forecast({ lat, lon }: { lat: number; lon: number }) {
  const { data, error } = useAnswer(getWeatherPoint, { lat, lon })
  const close = () => useWeather.setState({ point: null })
  return (
    <section className="weather-point" data-float aria-label="Weather here">
      <header>
        <h2>Weather at {positionText(lat, lon)}</h2>
        <button type="button" className="icon-button" aria-label="Close forecast" onClick={close}>
          <IconX size={15} />
        </button>
      </header>
      {error !== null && <p role="alert">{error.message}</p>}
      {data === undefined && error === null && <p role="status">Loading forecast…</p>}
      {data !== undefined && (
        <>
          <p className="weather-note">
            {data.provider}, run <When at={data.run} />
          </p>
          <Table
            label="Forecast"
            isInText
            columns={COLUMNS}
            rows={data.series}
            rowKey={({ valid_at }) => valid_at}
          />
        </>
      )}
    </section>
  )
}
