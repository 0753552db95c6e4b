import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Chart } from '../../../../map/chart/chart.ts'

type Hear = (event: object) => void

/** Returns a chart for the camera: ten pixels a degree, with moves reported as MapLibre does. */
function aChart() {
  const heard = new Map<string, Set<Hear>>()
  const send = (name: string, event: object = {}) => heard.get(name)?.forEach((hear) => hear(event))
  const chart = {
    centre: { lng: 70, lat: 10 },
    on: (name: string, hear: Hear) => heard.set(name, (heard.get(name) ?? new Set()).add(hear)),
    off: (name: string, hear: Hear) => heard.get(name)?.delete(hear),
    getCenter: () => chart.centre,
    floats: [] as { left: number; top: number; right: number; bottom: number }[],
    getContainer: () => ({
      getBoundingClientRect: () => ({ left: 0, top: 0, width: 1000, height: 600 }),
      parentElement: {
        querySelectorAll: () =>
          chart.floats.map((box) => ({ offsetWidth: 1, getBoundingClientRect: () => box })),
      },
    }),
    getCanvas: () => ({ clientWidth: 1000, clientHeight: 600 }),
    isMoving: () => false,
    project: ([lon, lat]: [number, number]) => ({
      x: 500 + (lon - chart.centre.lng) * 10,
      y: 300 - (lat - chart.centre.lat) * 10,
    }),
    easeTo: (to: { center: [number, number]; offset?: [number, number] }, data: object = {}) => {
      const { center, offset = [0, 0] } = to
      send('movestart', data)
      chart.centre = { lng: center[0] - offset[0] / 10, lat: center[1] + offset[1] / 10 }
      send('moveend', data)
    },
  }
  return { chart, send }
}

const keys = new Set<(event: object) => void>()
beforeEach(() => {
  vi.stubGlobal('Element', Array)
  vi.stubGlobal('document', {
    addEventListener: (_: string, hear: Hear) => keys.add(hear),
    removeEventListener: (_: string, hear: Hear) => keys.delete(hear),
  })
})
afterEach(() => vi.unstubAllGlobals())

async function followed() {
  const { followCamera, follow, useFollow } = await import('./follow.ts')
  const { chart, send } = aChart()
  const ship = { lon: 72, lat: 12 }
  const stop = followCamera(chart as unknown as Chart, () => ship)
  follow({ mmsi: '419000001', split: 0, name: 'MATSYA' })
  return { chart, send, ship, stop, isOn: () => useFollow.getState().ship !== null }
}

test('the camera goes to the followed vessel, and moves after it once it has gone a little way', async () => {
  const { chart, send, ship, stop, isOn } = await followed()
  expect(chart.centre).toEqual({ lng: 72, lat: 12 })
  ship.lon = 73
  send('render')
  expect(chart.centre.lng).toBe(72)
  ship.lon = 75
  send('render')
  expect([chart.centre.lng, isOn()]).toEqual([75, true])
  stop()
  expect([isOn(), keys.size]).toEqual([false, 0])
})

test('following ends with the first pan, arrow key, Escape, tool, or request to look elsewhere', async () => {
  const { useWorkbench } = await import('../../../../map/workbench/workbench.store.ts')
  const press = (key: string) =>
    keys.forEach((hear) => hear({ key, target: null, stopPropagation: () => undefined }))
  const ends: ((to: Awaited<ReturnType<typeof followed>>) => void)[] = [
    ({ send }) => send('dragstart'),
    () => press('ArrowLeft'),
    () => press('Escape'),
    () => useWorkbench.setState({ pointerOf: 'measure' }),
    ({ chart }) => chart.easeTo({ center: [90, 0] }),
  ]
  for (const end of ends) {
    useWorkbench.setState({ pointerOf: null })
    const to = await followed()
    expect(to.isOn()).toBe(true)
    end(to)
    expect(to.isOn()).toBe(false)
    to.stop()
  }
})

test('a wheel that zooms about the pointer does not end it: the camera comes back', async () => {
  const { chart, send, stop, isOn } = await followed()
  send('movestart', { originalEvent: {} })
  chart.centre = { lng: 80, lat: 12 }
  send('moveend', { originalEvent: {} })
  send('render')
  expect([chart.centre.lng, isOn()]).toEqual([72, true])
  stop()
})

test('beside a card the vessel is centred in the free part, and moves by the chart do not end it', async () => {
  const { OUR_MOVE } = await import('../../../../map/coordinates/free-part.ts')
  const { chart, send, stop, isOn } = await followed()
  chart.floats.push({ left: 600, top: 0, right: 1000, bottom: 600 })
  send('render')
  expect(chart.project([72, 12])).toEqual({ x: 300, y: 300 })
  chart.easeTo({ center: [80, 12] }, OUR_MOVE)
  send('render')
  expect([chart.project([72, 12]), isOn()]).toEqual([{ x: 300, y: 300 }, true])
  stop()
})
