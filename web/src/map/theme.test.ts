import type { BaseLayer } from '@samudra/contract/map'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const TILES: BaseLayer = {
  id: 'BRIGHT',
  label: 'Bright',
  kind: 'raster',
  tiles: '/tiles/one/{z}/{x}/{y}',
  tile_size: 256,
  max_zoom: 12,
  attribution: 'The operator',
}

/** What the modules ask of a browser when they are loaded. */
beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  const element = { classList: { add: () => undefined }, dataset: {} }
  vi.stubGlobal('document', { body: element, documentElement: element })
})
afterAll(() => vi.unstubAllGlobals())

test('the chart is dressed when its colours or lines change, and not when a panel opens or a ship is pointed at', async () => {
  const { onTheme } = await import('./theme.ts')
  const { chooseLayer, openPanel, showShip, useWorkbench } = await import('./workbench.store.ts')
  const { useChart } = await import('./chart.store.ts')
  const { usePalette } = await import('../kit/palette.ts')
  let dressed = 0
  const stop = onTheme(() => dressed++)
  openPanel('layers')
  useWorkbench.setState({ isOnContact: true })
  showShip({ mmsi: '419000001', split: 0 })
  chooseLayer('events', { visible: true, opacity: 0.5 })
  useChart.getState().chooseBase('DARK')
  expect(dressed).toBe(0)
  for (const change of [
    () => useChart.getState().chooseBase('BRIGHT'),
    () => usePalette.getState().choose('night'),
    () => chooseLayer('grid', { visible: false, opacity: 1 }),
    () => useChart.setState({ gridStep: 10 }),
    // Tiles of the operator come in the place of our own base.
    () => useChart.setState({ offered: [TILES] }),
    () => useChart.setState({ offered: [{ ...TILES, tiles: '/tiles/other/{z}/{x}/{y}' }] }),
  ]) {
    const before = dressed
    change()
    expect(dressed).toBe(before + 1)
  }
  stop()
  useChart.getState().chooseBase('DARK')
  expect(dressed).toBe(6)
})
