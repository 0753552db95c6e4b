import { WEATHER_LAYERS, type WeatherLayerId } from '@samudra/contract/weather'
import { IconCloud } from '@tabler/icons-react'
import { later } from '../../../kit/pages/later.tsx'
import { attachLater } from '../../../map/chart/attach-later.ts'
import type { MapLayer, MapPart } from '../../../map/workbench/part.ts'
import './weather.css'
import { RAMPS } from './weather-ramps.ts'
import { useWeather } from './weather.store.ts'

const WeatherLegend = later(() => import('./WeatherLegend.tsx').then((code) => code.WeatherLegend))
const PointForecast = later(() => import('./PointForecast.tsx').then((code) => code.PointForecast), {
  isWanted: () => useWeather(({ point }) => point !== null),
})

const layerOf = (layer: WeatherLayerId): MapLayer => ({
  id: `weather_${layer.toLowerCase()}`,
  label: RAMPS[layer].label,
  group: 'Weather',
  isOn: false,
  opacity: 0.7,
  attach: attachLater(async () => {
    const { weatherLayer } = await import('./weather-layer.ts')
    return (chart, theme) => weatherLayer(chart, layer, theme)
  }),
  Legend: Object.assign(() => <WeatherLegend layer={layer} />, { fetch: WeatherLegend.fetch }),
})

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
