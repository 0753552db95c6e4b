import { getWeatherGrid, getWeatherPoint } from '@samudra/contract/weather'
import { trial } from '../../../../testing/parameters/row.ts'

const WEATHER = 'elsewhere: server/src/rooms/chart/weather/weather.test.ts'

export const TRIALS = [
  trial(getWeatherGrid, { other: { layer: WEATHER, at: WEATHER } }),
  trial(getWeatherPoint, { other: { lat: WEATHER, lon: WEATHER } }),
]
