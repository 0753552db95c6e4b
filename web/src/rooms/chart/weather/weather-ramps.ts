import { WEATHER_UNITS, type WeatherLayerId } from '@samudra/contract/weather'

type Ramp = {
  label: string
  unit: string
  stops: readonly [value: number, colour: [number, number, number, number]][]
}

/** Colours by value, red, green, blue and opacity: cool and even, off the colours of alarms as far as weather allows. */
export const RAMPS: Record<WeatherLayerId, Ramp> = {
  CLOUDS: {
    label: 'Clouds',
    unit: WEATHER_UNITS.CLOUDS,
    stops: [
      [0, [200, 212, 224, 0]],
      [40, [200, 212, 224, 40]],
      [100, [226, 233, 240, 190]],
    ],
  },
  PRECIPITATION: {
    label: 'Precipitation',
    unit: WEATHER_UNITS.PRECIPITATION,
    stops: [
      [0, [120, 190, 240, 0]],
      [0.1, [120, 190, 240, 60]],
      [1, [64, 132, 220, 150]],
      [5, [96, 78, 196, 190]],
      [15, [150, 60, 160, 210]],
    ],
  },
  PRESSURE: {
    label: 'Sea level pressure',
    unit: WEATHER_UNITS.PRESSURE,
    stops: [
      [980, [84, 40, 130, 190]],
      [1000, [62, 92, 176, 150]],
      [1013, [120, 160, 170, 60]],
      [1025, [110, 158, 110, 150]],
      [1040, [60, 120, 70, 190]],
    ],
  },
  WIND: {
    label: 'Wind speed',
    unit: WEATHER_UNITS.WIND,
    stops: [
      [0, [70, 120, 170, 20]],
      [10, [66, 148, 176, 90]],
      [20, [72, 176, 140, 150]],
      [34, [150, 150, 210, 190]],
      [48, [170, 96, 190, 210]],
      [64, [196, 60, 150, 225]],
    ],
  },
  TEMPERATURE: {
    label: 'Temperature',
    unit: WEATHER_UNITS.TEMPERATURE,
    stops: [
      [-30, [70, 60, 140, 170]],
      [0, [70, 130, 190, 150]],
      [15, [90, 170, 150, 120]],
      [25, [190, 180, 110, 120]],
      [35, [200, 120, 80, 170]],
    ],
  },
}

/** Writes the colour of a value into four bytes; nothing where there is no value. */
export function colourInto(layer: WeatherLayerId, value: number, into: Uint8ClampedArray, at: number) {
  const { stops } = RAMPS[layer]
  let i = 1
  while (i < stops.length - 1 && value > stops[i]![0]) i++
  const [low, from] = stops[i - 1]!
  const [high, to] = stops[i]!
  const share = Math.max(0, Math.min(1, (value - low) / (high - low)))
  for (let channel = 0; channel < 4; channel++)
    into[at + channel] = from[channel]! + (to[channel]! - from[channel]!) * share
}

export const gradientOf = (layer: WeatherLayerId): string => {
  const { stops } = RAMPS[layer]
  const [first, last] = [stops[0]![0], stops.at(-1)![0]]
  const parts = stops.map(([value, [r, g, b, a]]) => {
    const share = ((value - first) / (last - first)) * 100
    return `rgb(${r} ${g} ${b} / ${a / 255}) ${share.toFixed(0)}%`
  })
  return `linear-gradient(90deg, ${parts.join(', ')})`
}
