import { getWeatherGrid, type WeatherLayerId } from '@samudra/contract/weather'
import type { CanvasSource } from 'maplibre-gl'
import { toast } from '../../../kit/toasts.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { AttachedLayer } from '../../../map/workbench/part.ts'
import { call } from '../../../wire/call.ts'
import { CANVAS, drawField, numbersOf, type Field } from './draw-grid.ts'
import { WeatherMarks } from './weather-marks.ts'
import { useOfWeather, useWeather } from './weather.store.ts'

const EDGE = 85.051129

/** One weather layer: drawn from the model's field, or from the provider's pictures, or nothing where there is neither. */
export function weatherLayer(chart: Chart, layer: WeatherLayerId, theme: ChartTheme): AttachedLayer {
  const id = `weather-${layer.toLowerCase()}`
  const canvas = squareCanvas()
  let isShown = false
  let opacity = 0.7
  let drawn = ''
  let end: (() => void) | null = null
  const marks = new WeatherMarks(chart, layer, theme)

  let brightness = brightnessOf(theme)
  const place = () => placeSource(chart, layer, id, canvas, { opacity, brightness })
  const update = () => {
    const { weather, at } = useWeather.getState()
    if (!isShown || weather === null || !weather.layers.includes(layer)) return
    const wanted = `${weather.state} ${weather.run ?? ''} ${at ?? ''}`
    if (drawn === wanted) return
    drawn = wanted
    if (weather.state === 'TILES') return place()
    drawNow(layer, at, canvas).then(
      (field) => {
        if (drawn !== wanted) return
        place()
        void marks.set(field, at)
        // A still canvas is read again only when it plays for a moment.
        const source = chart.getSource(id) as CanvasSource | undefined
        source?.play()
        void chart.once('render', () => source?.pause())
        chart.triggerRepaint()
      },
      (error: Error) => {
        drawn = ''
        toast(error.message, 'bad')
      },
    )
  }
  const stop = useWeather.subscribe(update)
  return {
    ids: () => [id, ...marks.ids],
    dress: (next) => {
      marks.dress(next)
      brightness = dim(chart, id, next)
    },
    show: (isVisible, next) => {
      opacity = next
      if (isVisible && !isShown) end = useOfWeather()
      if (!isVisible && isShown) end?.()
      isShown = isVisible
      marks.show(isVisible)
      update()
      if (!chart.getLayer(id)) return
      chart.setPaintProperty(id, 'raster-opacity', opacity)
      chart.setLayoutProperty(id, 'visibility', isVisible ? 'visible' : 'none')
    },
    remove: () => {
      stop()
      if (isShown) end?.()
      marks.remove()
      if (chart.getLayer(id)) chart.removeLayer(id)
      if (chart.getSource(id)) chart.removeSource(id)
    },
  }
}

function squareCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = CANVAS
  canvas.height = CANVAS
  return canvas
}

/** By night no large fill is bright: eyes are used to the dark. */
const brightnessOf = ({ palette }: ChartTheme) => (palette === 'night' ? 0.3 : 1)
function dim(chart: Chart, id: string, theme: ChartTheme): number {
  const brightness = brightnessOf(theme)
  if (chart.getLayer(id)) chart.setPaintProperty(id, 'raster-brightness-max', brightness)
  return brightness
}

/** Puts the layer on the chart, below the grid: pictures of a provider, or the canvas a field is drawn on. */
function placeSource(
  chart: Chart,
  layer: WeatherLayerId,
  id: string,
  canvas: HTMLCanvasElement,
  { opacity, brightness }: { opacity: number; brightness: number },
) {
  if (chart.getLayer(id)) return
  if (useWeather.getState().weather?.state === 'TILES')
    chart.addSource(id, {
      type: 'raster',
      tiles: [`${location.origin}/weather/${layer.toLowerCase()}/{z}/{y}/{x}`],
      tileSize: 256,
      maxzoom: 12,
    })
  else
    chart.addSource(id, {
      type: 'canvas',
      canvas,
      animate: false,
      coordinates: [
        [-180, EDGE],
        [180, EDGE],
        [180, -EDGE],
        [-180, -EDGE],
      ],
    })
  const paint = {
    'raster-opacity': opacity,
    'raster-brightness-max': brightness,
    'raster-fade-duration': 0,
  }
  chart.addLayer({ id, type: 'raster', source: id, paint }, 'grid')
}

/** Fetches the field of an instant, else of now, and draws it. */
async function drawNow(layer: WeatherLayerId, at: string | null, canvas: HTMLCanvasElement): Promise<Field> {
  const { values, valid_at, ...shape } = await call(getWeatherGrid, { layer, ...(at === null ? {} : { at }) })
  const context = canvas.getContext('2d')
  const field = { ...shape, values: numbersOf(values) }
  if (context !== null) drawField(layer, field, context)
  useWeather.setState(({ validAt }) => ({ validAt: { ...validAt, [layer]: valid_at } }))
  return field
}
