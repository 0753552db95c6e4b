import { expect, test } from 'vitest'
import { overviewOf } from './overview.ts'

const chart = (zoom: number, lng = 76, lat = 8) =>
  overviewOf({
    getZoom: () => zoom,
    getCenter: () => ({ lng, lat }) as never,
    getCanvas: () => ({ clientWidth: 1366, clientHeight: 768 }) as never,
  })

test('far in, an overview frames the view, and its middle is the middle of the chart', () => {
  expect(chart(5)).toBeNull()
  const { tiles, frame, placeAt } = chart(10)!
  expect(placeAt(84, 56)).toEqual([expect.closeTo(76, 6), expect.closeTo(8, 6)])
  expect(frame.width).toBeLessThan(60)
  expect(frame.left + frame.width / 2).toBe(84)
  // It is covered by tiles of the built-in picture.
  expect(tiles.length).toBeGreaterThan(0)
  for (const { url } of tiles) expect(url).toMatch(/^\/tiles\/imagery\/4\/\d+\/\d+$/)
})

test('at the date line the overview goes on with the other side of the world', () => {
  const columns = chart(9, 179.9)!.tiles.map(({ url }) => Number(url.split('/').at(-1)))
  expect(columns).toContain(15)
  expect(columns).toContain(0)
})
