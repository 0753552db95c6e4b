import { expect, test } from 'vitest'
import { CONTROL_COST as cost, costAt, freePlace, TEXT_COST } from './free-place.ts'
import { placeInside } from './use-window-place.ts'

const SIZE = { width: 340, height: 200 }
const AREA = { left: 8, top: 52, right: 1358, bottom: 760 }

test('a window that is moved stays inside the area under the bars', () => {
  expect(placeInside({ left: 100, top: 90 }, SIZE, AREA)).toEqual({ left: 100, top: 90 })
  expect(placeInside({ left: -50, top: -1 }, SIZE, AREA)).toEqual({ left: 8, top: 52 })
  expect(placeInside({ left: 1300, top: 700 }, SIZE, AREA)).toEqual({ left: 1018, top: 560 })
  const narrow = { left: 8, top: 52, right: 312, bottom: 600 }
  expect(placeInside({ left: 40, top: 0 }, SIZE, narrow)).toEqual({ left: 8, top: 52 })
})

test('a window stands in the lower right corner, or at the nearest place that covers no control', () => {
  expect(freePlace(SIZE, AREA, [])).toEqual({ left: 1018, top: 560 })
  // A card along the right edge.
  const card = { left: 1008, top: 54, right: 1356, bottom: 674, cost }
  const beside = freePlace(SIZE, AREA, [card])
  expect(costAt(beside, SIZE, [card])).toBe(0)
  expect(beside.top).toBe(560)
  expect(beside.left).toBeGreaterThan(1008 - SIZE.width - 24)
})

test('a window that must cover something covers the fewest controls', () => {
  const row = (top: number, left: number) => ({ left, top, right: left + 20, bottom: top + 20, cost })
  const boxes = Array.from({ length: 35 }, (_, i) => row(52 + i * 20, 1100))
  const columns = [...boxes, ...Array.from({ length: 35 }, (_, i) => row(52 + i * 20, 300)), row(60, 700)]
  const tight = { ...AREA, left: 250, right: 1150 }
  expect(
    costAt(freePlace({ width: 800, height: 200 }, tight, columns), { width: 800, height: 200 }, columns),
  ).toBe(10 * cost)
})

test('a window covers texts before it covers a control', () => {
  const tight = { left: 0, top: 0, right: 700, bottom: 200 }
  const text = { left: 0, top: 0, right: 300, bottom: 200, cost: TEXT_COST }
  const control = { left: 600, top: 0, right: 640, bottom: 40, cost }
  expect(freePlace(SIZE, tight, [text, control]).left).toBeLessThan(300)
  expect(freePlace(SIZE, tight, [text]).left).toBe(360)
})
