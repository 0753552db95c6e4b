import { Slider } from '@mantine/core'
import type { WeatherLayerId } from '@samudra/contract/weather'
import { useSettings } from '../../../kit/settings.ts'
import { timeText } from '../../../kit/text/time-text.ts'
import { When } from '../../../kit/text/When.tsx'
import { now } from '../../../time/clock.ts'
import { gradientOf, RAMPS } from './weather-ramps.ts'
import { useWeather } from './weather.store.ts'

/** Shows the meaning of the colours, the time of the field, and its faults. */
export function WeatherLegend({ layer }: { layer: WeatherLayerId }) {
  const { weather, fault, validAt } = useWeather()
  const { unit, stops } = RAMPS[layer]
  if (fault !== '')
    return (
      <p className="weather-note" role="status">
        {fault}
      </p>
    )
  if (weather === null) return <p className="weather-note">Loading weather…</p>
  if (weather.state === 'NONE')
    return (
      <p className="weather-note" role="status">
        {weather.why}
      </p>
    )
  if (!weather.layers.includes(layer))
    return <p className="weather-note">The provider does not offer this layer.</p>
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
          Outdated: the newest run is older than 18 hours. {weather.why}
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
        thumbLabel="Forecast time"
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
