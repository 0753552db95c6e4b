import type { BaseLayer } from '@samudra/contract/map'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contrast } from '../../kit/theme/contrast.ts'
import { chartColours } from './chart-colours.ts'

const BASES = ['WORLD IMAGERY', 'DARK', 'BRIGHT'] as const

const TILES: BaseLayer = {
  id: 'BRIGHT',
  label: 'Bright',
  kind: 'raster',
  tiles: '/tiles/one/{z}/{x}/{y}',
  tile_size: 256,
  max_zoom: 12,
  attribution: 'The operator',
}

/** Stubs the browser objects that the modules use when they load. */
beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  const element = { classList: { add: () => undefined }, dataset: {} }
  vi.stubGlobal('document', { body: element, documentElement: element })
})
afterAll(() => vi.unstubAllGlobals())

test('the chart restyles on new colours or lines, not on an opened panel or a hovered vessel', async () => {
  const { onTheme } = await import('./theme.ts')
  const { chooseLayer, openPanel, showShip, useWorkbench } = await import('../workbench/workbench.store.ts')
  const { useChart } = await import('./chart.store.ts')
  const { usePalette } = await import('../../kit/theme/colour-palette.ts')
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

test('a chart in a page is bright by day and dark at dusk and night, whatever base the map has', async () => {
  const { pageTheme } = await import('./theme.ts')
  const { useChart } = await import('./chart.store.ts')
  const { usePalette } = await import('../../kit/theme/colour-palette.ts')
  useChart.setState({ offered: [TILES] })
  for (const base of BASES) {
    useChart.getState().chooseBase(base)
    for (const [palette, shown] of [
      ['day', 'BRIGHT'],
      ['dusk', 'DARK'],
      ['night', 'DARK'],
    ] as const) {
      usePalette.getState().choose(palette)
      expect(pageTheme()).toMatchObject({ base: shown, palette, operatorBase: false })
    }
  }
})

test('shallow water is lighter than deep water in every base and palette', () => {
  for (const base of BASES)
    for (const palette of ['day', 'dusk', 'night'] as const) {
      const tones = chartColours(base, palette).ocean.map((tone) => contrast(tone, '#000000'))
      expect(tones).toEqual(tones.toSorted((a, b) => a - b))
    }
})

test('by night every name on the chart reaches 4.5:1 on sea and land, and no fill is bright', () => {
  for (const base of BASES) {
    const { ocean, land, halo, seaLabel, label, city, port } = chartColours(base, 'night')
    for (const name of [seaLabel, label, city, port])
      for (const ground of [...ocean, land, halo]) expect(contrast(name, ground)).toBeGreaterThanOrEqual(4.5)
    // Of white, 5 % of the light.
    for (const fill of [...ocean, land]) expect(contrast(fill, '#000000')).toBeLessThan(2)
  }
})

test('by night every text of the screens reaches 4.5:1 on whatever it stands on', () => {
  const css = readFileSync(new URL('../../kit/theme/tokens.css', import.meta.url), 'utf8')
  const night = css.slice(css.indexOf("[data-palette='night']"), css.indexOf("[data-palette='day']"))
  const tone = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(night)![1]!
  for (const text of [
    'text',
    'text-dim',
    'text-faint',
    'accent',
    'good',
    'alarm-text',
    'warning-text',
    'replay',
  ])
    for (const ground of ['ground', 'panel', 'raised', 'hover'])
      expect([text, ground, contrast(tone(text), tone(ground)) >= 4.5]).toEqual([text, ground, true])
})
