import { getWeatherGrid, getWeatherPoint } from '@samudra/contract/weather'
import { parameterCase } from '../../../../testing/parameters/row.ts'

const WEATHER = 'server/src/rooms/chart/weather/weather.test.ts'

export const CASES = [
  parameterCase(getWeatherGrid, { elsewhere: WEATHER }),
  parameterCase(getWeatherPoint, { elsewhere: WEATHER }),
]
