import type { GeoJSONSource } from 'maplibre-gl'
import '../src/kit/tokens.css'
import { createChart, type Chart } from '../src/map/chart.ts'
import { Fleet } from '../src/picture/fleet.ts'
import { FleetLayer } from '../src/picture/fleet.layer.ts'
import { Pace } from '../src/picture/pace.ts'
import { shipColours } from '../src/map/ship-colours.ts'
import type { FromWorker } from '../src/picture/worker-words.ts'
import { Sea } from './sea.ts'

/** What bench/browser.ts drives: set up one way of drawing, tick it, take it away. */
type Way = { tick: () => Promise<void>; remove: () => void }

const colours = shipColours('DARK', 'dusk', 'standard')
const container = document.getElementById('chart')!
let chart: Chart
let way: Way
const longTasks: number[] = []

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) longTasks.push(entry.duration)
}).observe({ entryTypes: ['longtask'] })

const nextRender = () => new Promise<void>((done) => void chart.once('render', () => done()))

async function ours(count: number): Promise<Way> {
  const sea = new Sea(count)
  const fleet = new Fleet()
  const layer = new FleetLayer(fleet, colours, () => undefined)
  const worker = new Worker(new URL('bench.worker.ts', import.meta.url), { type: 'module' })
  chart.addLayer(layer)
  const pace = new Pace(chart)
  let patched = () => {}
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.say !== 'patch') return
    fleet.epochMs = data.epochMs
    fleet.apply(data.patch)
    pace.changed(data.patch.longestStep)
    patched()
  })
  const send = (frame: ArrayBuffer) =>
    new Promise<void>((done) => {
      patched = done
      worker.postMessage(frame, [frame])
    })
  for (const frame of sea.snapshot()) await send(frame)
  await nextRender()
  // Encoding is the server's work, so it is done before the clock runs.
  const frames = Array.from({ length: 40 }, (_, tick) => sea.frame(sea.move(tick)))
  return {
    tick: async () => {
      await send(frames.shift()!)
      await nextRender()
    },
    remove: () => {
      worker.terminate()
      pace.stop()
      chart.removeLayer(layer.id)
    },
  }
}

async function geojson(count: number): Promise<Way> {
  const sea = new Sea(count)
  const features = sea.features()
  chart.addSource('ships', { type: 'geojson', data: features })
  // Circles are the cheapest layer the library has; symbols cost it several times more.
  chart.addLayer({
    id: 'ships',
    type: 'circle',
    source: 'ships',
    paint: {
      'circle-radius': 4,
      'circle-color': ['at', ['get', 'group'], ['literal', colours.groups]],
    },
  })
  const loaded = () =>
    new Promise<void>((done) => {
      const hear = (event: { sourceId?: string; isSourceLoaded?: boolean }) => {
        if (event.sourceId !== 'ships' || event.isSourceLoaded !== true) return
        chart.off('sourcedata', hear)
        done()
      }
      chart.on('sourcedata', hear)
    })
  await loaded()
  await nextRender()
  let ticks = 0
  return {
    tick: async () => {
      for (const id of sea.move(ticks++))
        features.features[id]!.geometry.coordinates = [sea.lon[id]!, sea.lat[id]!]
      const done = loaded()
      await chart.getSource<GeoJSONSource>('ships')!.setData(features)
      await done
      chart.triggerRepaint()
      await nextRender()
    },
    remove: () => {
      chart.removeLayer('ships')
      chart.removeSource('ships')
    },
  }
}

Object.assign(window, {
  bench: {
    start: () =>
      new Promise<void>((done) => {
        chart = createChart(container, {
          base: 'DARK',
          palette: 'dusk',
          operatorBase: false,
          gridShown: true,
          gridStep: 5,
        })
        chart.jumpTo({ center: [76, 3], zoom: 3.4 })
        void chart.once('load', () => done())
      }),
    setUp: async (kind: 'ours' | 'geojson', count: number) => {
      way = await (kind === 'ours' ? ours(count) : geojson(count))
      longTasks.length = 0
    },
    // From a timer: what the browser runs for a debugger is not counted among long tasks.
    tick: async () => {
      await new Promise((turn) => setTimeout(turn))
      await way.tick()
    },
    tearDown: () => way.remove(),
    longTasks: () => longTasks.splice(0),
  },
})
