import { Slider } from '@mantine/core'
import { getWeatherPoint, WEATHER_LAYERS, type WeatherLayerId } from '@samudra/contract/weather'
import { IconCloud, IconX } from '@tabler/icons-react'
import { Quantity } from '../kit/Quantity.tsx'
import { NA, positionText } from '../kit/quantity-text.ts'
import { useSettings } from '../kit/settings.ts'
import { timeText } from '../kit/time-text.ts'
import { When } from '../kit/When.tsx'
import type { MapLayer, MapPart } from '../map/part.ts'
import { now } from '../time/clock.ts'
import { useAnswer } from '../wire/use-answer.ts'
import { gradientOf, RAMPS } from './ramps.ts'
import './weather.css'
import { weatherLayer } from './weather-layer.ts'
import { useWeather } from './weather.store.ts'

/** What the colours mean, for when the field is, and what is the matter with it. */
function WeatherLegend({ layer }: { layer: WeatherLayerId }) {
  const { weather, fault, validAt } = useWeather()
  const { unit, stops } = RAMPS[layer]
  if (fault !== '')
    return (
      <p className="weather-note" role="status">
        {fault}
      </p>
    )
  if (weather === null) return <p className="weather-note">Asking for the weather…</p>
  if (weather.state === 'NONE')
    return (
      <p className="weather-note" role="status">
        {weather.why}
      </p>
    )
  if (!weather.layers.includes(layer)) return <p className="weather-note">The provider has no such field.</p>
  return (
    <div className="weather-legend">
      {weather.state === 'GRID' && (
        <>
          <i style={{ background: gradientOf(layer) }} />
          <span className="weather-scale figures">
            <span>{stops[0]![0]}</span>
            <span>
              {stops.at(-1)![0]} {unit}
            </span>
          </span>
        </>
      )}
      <p className="weather-note">
        {weather.provider}
        {weather.run !== null && (
          <>
            , run <When at={weather.run} />
          </>
        )}
        {validAt[layer] !== undefined && (
          <>
            , valid <When at={validAt[layer]} />
          </>
        )}
      </p>
      <Instants instants={weather.valid_at} />
      {weather.stale && (
        <p className="weather-stale" role="status">
          Stale: the newest run is older than 18 hours. {weather.why}
        </p>
      )}
    </div>
  )
}

/** Which instant of the forecast is shown, for all weather layers. */
function Instants({ instants }: { instants: readonly string[] }) {
  const at = useWeather((state) => state.at)
  const style = useSettings()
  if (instants.length < 2) return null
  const nearest = instants.reduce((best, one, i) => (off(one) < off(instants[best]!) ? i : best), 0)
  return (
    <div className="weather-instants">
      <Slider
        size="xs"
        min={0}
        max={instants.length - 1}
        step={1}
        marks={instants.map((_, value) => ({ value }))}
        label={(value) => timeText(Date.parse(instants[value]!), style)}
        thumbLabel="Instant of the forecast"
        value={at === null ? nearest : Math.max(0, instants.indexOf(at))}
        onChange={(value) => useWeather.setState({ at: value === nearest ? null : instants[value]! })}
      />
      <button
        type="button"
        className="link-button"
        disabled={at === null}
        onClick={() => useWeather.setState({ at: null })}
      >
        Now
      </button>
    </div>
  )
}
const off = (instant: string) => Math.abs(Date.parse(instant) - now())

const layerOf = (layer: WeatherLayerId): MapLayer => ({
  id: `weather_${layer.toLowerCase()}`,
  label: RAMPS[layer].label,
  group: 'Weather',
  isOn: false,
  opacity: 0.7,
  attach: (chart, theme) => weatherLayer(chart, layer, theme),
  Legend: () => <WeatherLegend layer={layer} />,
})

/** The forecast of a place somebody asked for. */
function PointForecast() {
  const point = useWeather((state) => state.point)
  if (point === null) return null
  return <Forecast key={`${point.lat} ${point.lon}`} {...point} />
}

function Forecast({ lat, lon }: { lat: number; lon: number }) {
  const { data, error } = useAnswer(getWeatherPoint, { lat, lon })
  const close = () => useWeather.setState({ point: null })
  const number = (value: number | null, digits: number) => (value === null ? NA : value.toFixed(digits))
  return (
    <section className="weather-point" data-float aria-label="Weather here">
      <header>
        <h2>Weather at {positionText(lat, lon)}</h2>
        <button type="button" className="icon-button" aria-label="Close the forecast" onClick={close}>
          <IconX size={15} />
        </button>
      </header>
      {error !== null && <p role="alert">{error.message}</p>}
      {data === undefined && error === null && <p role="status">Reading the forecast…</p>}
      {data !== undefined && (
        <>
          <table className="figures">
            <thead>
              <tr>
                <th>Valid</th>
                <th>Wind</th>
                <th>from</th>
                <th>hPa</th>
                <th>°C</th>
                <th>Clouds %</th>
                <th>mm/h</th>
              </tr>
            </thead>
            <tbody>
              {data.series.map((one) => (
                <tr key={one.valid_at}>
                  <td>
                    <When at={one.valid_at} />
                  </td>
                  <td>
                    <Quantity knots={one.wind_kn} />
                  </td>
                  <td>
                    <Quantity degrees={one.wind_from} />
                  </td>
                  <td>{number(one.pressure_hpa, 0)}</td>
                  <td>{number(one.temperature_c, 1)}</td>
                  <td>{number(one.clouds_pct, 0)}</td>
                  <td>{number(one.precipitation_mm_h, 1)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="weather-note">
            {data.provider}, run <When at={data.run} />
          </p>
        </>
      )}
    </section>
  )
}

/** Weather over the chart. */
export const weatherPart: MapPart = {
  layers: WEATHER_LAYERS.map(layerOf),
  menu: ({ lat, lon }) => [
    {
      id: 'weather',
      label: 'Weather here',
      Icon: IconCloud,
      section: 'Place',
      act: () => useWeather.setState({ point: { lat, lon } }),
    },
  ],
  Over: PointForecast,
}
