import { expect, test } from 'vitest'
import { placeInside } from './use-window-place.ts'

test('a window that is moved stays inside the screen', () => {
  const [size, screen] = [
    { width: 340, height: 200 },
    { width: 1366, height: 768 },
  ]
  expect(placeInside({ left: 100, top: 90 }, size, screen)).toEqual({ left: 100, top: 90 })
  expect(placeInside({ left: -50, top: -1 }, size, screen)).toEqual({ left: 8, top: 8 })
  expect(placeInside({ left: 1300, top: 700 }, size, screen)).toEqual({ left: 1018, top: 560 })
  expect(placeInside({ left: 40, top: 0 }, size, { width: 320, height: 600 })).toEqual({ left: 8, top: 8 })
})
