import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// The stores read the palette as their modules are evaluated.
beforeAll(() => {
  vi.resetModules()
  const element = { classList: { add: () => undefined }, dataset: {} }
  vi.stubGlobal('localStorage', { getItem: () => 'day', setItem: () => undefined })
  vi.stubGlobal('document', { body: element, documentElement: element })
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('a display on a wall uses the night palette at night and the chosen one by day', async () => {
  const { dim, hangUp, isNight, takeDown, useWall } = await import('./wall.ts')
  const { usePalette } = await import('./colour-palette.ts')
  const worn = () => usePalette.getState().palette
  expect([0, 5, 6, 12, 18, 19, 23].map(isNight)).toEqual([true, true, false, false, false, true, true])
  hangUp()
  dim(false)
  expect(worn()).toBe('day')
  dim(true)
  dim(true)
  expect(worn()).toBe('night')
  dim(false)
  expect(worn()).toBe('day')
  dim(true)
  takeDown()
  expect([worn(), useWall.getState().isOn]).toEqual(['day', false])
})
