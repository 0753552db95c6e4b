import { getWeatherGrid, getWeatherPoint } from '@samudra/contract/weather'
import { parameterCase } from '../../../../testing/parameters/row.ts'

const WEATHER = 'elsewhere: server/src/rooms/chart/weather/weather.test.ts'

export const TRIALS = [
  parameterCase(getWeatherGrid, { other: { layer: WEATHER, at: WEATHER } }),
  parameterCase(getWeatherPoint, { other: { lat: WEATHER, lon: WEATHER } }),
]
