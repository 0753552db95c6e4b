import { getWeatherGrid, type WeatherLayerId } from '@samudra/contract/weather'
import type { GeoJSONSource } from 'maplibre-gl'
import { toast } from '../../../kit/toasts.ts'
import { chartColours } from '../../../map/chart/chart-colours.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import { call } from '../../../wire/call.ts'
import { BARB_MOST_KN, BARB_STEP_KN, barbName, barbOf } from './barbs.ts'
import { NONE, numbersOf, type Field } from './draw-grid.ts'
import { isobarsOf } from './isobars.ts'

/** Barbs stand no nearer than this, degrees; from one zoom to the next lower one every second row and column is left out. */
const BARB_DEGREES = 2
/** From this zoom on all of them are shown. */
const ALL_BARBS_ZOOM = 4
const FURTHEST = 80

/** Marks drawn on a field besides its colours: barbs on wind, isobars on pressure, nothing on the others. */
export class WeatherMarks {
  readonly ids: readonly string[]
  readonly #chart: Chart
  readonly #layer: WeatherLayerId
  readonly #source: string
  #theme: ChartTheme
  #isShown = false

  constructor(chart: Chart, layer: WeatherLayerId, theme: ChartTheme) {
    this.#chart = chart
    this.#layer = layer
    this.#theme = theme
    this.#source = `weather-marks-${layer.toLowerCase()}`
    this.ids =
      layer === 'WIND'
        ? [`${this.#source}-barb`]
        : layer === 'PRESSURE'
          ? [`${this.#source}-line`, `${this.#source}-text`]
          : []
  }

  show(isShown: boolean) {
    this.#isShown = isShown
    for (const id of this.ids)
      if (this.#chart.getLayer(id))
        this.#chart.setLayoutProperty(id, 'visibility', isShown ? 'visible' : 'none')
  }

  dress(theme: ChartTheme) {
    this.#theme = theme
    for (const id of this.ids) {
      if (!this.#chart.getLayer(id)) continue
      for (const [name, value] of Object.entries(this.#paint(id)))
        this.#chart.setPaintProperty(id, name as 'line-color', value as string)
    }
  }

  /** Marks for a field that was drawn. */
  async set(field: Field, at: string | null) {
    if (this.ids.length === 0) return
    try {
      const features = this.#layer === 'PRESSURE' ? isobarsOf(field) : await barbsAt(at)
      this.#place()
      const source = this.#chart.getSource(this.#source) as GeoJSONSource | undefined
      void source?.setData({ type: 'FeatureCollection', features })
    } catch (error) {
      toast((error as Error).message, 'bad')
    }
  }

  remove() {
    for (const id of this.ids) if (this.#chart.getLayer(id)) this.#chart.removeLayer(id)
    if (this.#chart.getSource(this.#source)) this.#chart.removeSource(this.#source)
  }

  #paint(id: string) {
    const { label, halo } = chartColours(this.#theme.base, this.#theme.palette)
    if (id.endsWith('-line')) return { 'line-color': label, 'line-width': 1, 'line-opacity': 0.8 }
    if (id.endsWith('-text')) return { 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.2 }
    return { 'icon-color': label }
  }

  #place() {
    const { ids } = this
    const chart = this.#chart
    const source = this.#source
    if (chart.getSource(source)) return
    chart.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
    const visibility = this.#isShown ? ('visible' as const) : ('none' as const)
    if (this.#layer === 'WIND') {
      addBarbs(chart)
      chart.addLayer(
        {
          id: ids[0]!,
          type: 'symbol',
          source,
          layout: {
            visibility,
            'icon-image': ['get', 'barb'],
            'icon-rotate': ['get', 'from'],
            'icon-rotation-alignment': 'map',
            'icon-allow-overlap': true,
          },
          filter: ['>=', ['zoom'], ['get', 'least']],
          paint: this.#paint(ids[0]!),
        },
        'grid',
      )
      return
    }
    const [line, text] = ids as [string, string]
    const layout = { visibility }
    chart.addLayer({ id: line, type: 'line', source, layout, paint: this.#paint(line) }, 'grid')
    chart.addLayer(
      {
        id: text,
        type: 'symbol',
        source,
        layout: {
          visibility,
          'symbol-placement': 'line',
          'text-field': ['to-string', ['get', 'hpa']],
          'text-font': ['Inter Regular'],
          'text-size': 11,
        },
        paint: this.#paint(text),
      },
      'grid',
    )
  }
}

function addBarbs(chart: Chart) {
  const ratio = 2
  for (let knots = 0; knots <= BARB_MOST_KN; knots += BARB_STEP_KN)
    for (const isSouth of [false, true]) {
      const name = barbName(knots, isSouth)
      if (!chart.hasImage(name))
        chart.addImage(name, barbOf(knots, isSouth, ratio), { sdf: true, pixelRatio: ratio })
    }
}

/** Wind by its two parts, as one barb every few degrees. */
async function barbsAt(at: string | null): Promise<GeoJSON.Feature[]> {
  const when = at === null ? {} : { at }
  const [east, north] = await Promise.all([
    call(getWeatherGrid, { layer: 'EASTWARD', ...when }),
    call(getWeatherGrid, { layer: 'NORTHWARD', ...when }),
  ])
  const [u, v] = [numbersOf(east.values), numbersOf(north.values)]
  const every = Math.max(1, Math.round(BARB_DEGREES / east.step))
  const features: GeoJSON.Feature[] = []
  for (let row = 0; row < east.rows; row += every)
    for (let column = 0; column < east.columns; column += every) {
      const i = row * east.columns + column
      const lat = east.north - row * east.step
      if (u[i] === NONE || v[i] === NONE || Math.abs(lat) > FURTHEST) continue
      const [x, y] = [u[i]! / east.scale, v[i]! / north.scale]
      const lon = ((((east.west + column * east.step + 180) % 360) + 360) % 360) - 180
      features.push({
        type: 'Feature',
        properties: {
          barb: barbName(Math.hypot(x, y), lat < 0),
          least: ALL_BARBS_ZOOM - evenness(row / every, column / every),
          from: ((Math.atan2(-x, -y) * 180) / Math.PI + 360) % 360,
        },
        geometry: { type: 'Point', coordinates: [lon, lat] },
      })
    }
  return features
}

/** Returns how often both can be halved, at most four times; higher values also stay at lower zooms. */
function evenness(row: number, column: number): number {
  let times = 0
  while (times < 4 && ((row | column) >> times) % 2 === 0) times++
  return times
}
