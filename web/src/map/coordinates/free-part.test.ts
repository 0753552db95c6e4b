import { expect, test } from 'vitest'
import { freeBox, wayOut } from './free-part.ts'

const chart = { left: 0, top: 0, right: 1318, bottom: 696 }
const card = { left: 960, top: 10, right: 1308, bottom: 630 }
const panel = { left: 56, top: 48, right: 392, bottom: 250 }
const sheet = { left: 8, top: 430, right: 352, bottom: 690 }
const phone = { left: 0, top: 0, right: 360, bottom: 700 }

test('a float at a side takes a column, and a sheet at the foot of a phone takes rows', () => {
  expect(freeBox(chart, [card, panel])).toEqual({ left: 392, top: 0, right: 960, bottom: 696 })
  expect(freeBox(phone, [sheet])).toEqual({ left: 0, top: 0, right: 360, bottom: 430 })
  const legend = { left: 56, top: 394, right: 252, bottom: 422 }
  expect(freeBox(phone, [legend, sheet])).toEqual({ left: 0, top: 0, right: 360, bottom: 394 })
})

test('a vessel under a card moves out beside it, and a visible one stays in place', () => {
  expect(wayOut({ x: 1200, y: 300 }, chart, [card, panel])).toEqual({ x: 960 - 36 - 1200, y: 0 })
  expect(wayOut({ x: 100, y: 100 }, chart, [card, panel])).toEqual({ x: 392 + 36 - 100, y: 0 })
  expect(wayOut({ x: 180, y: 600 }, phone, [sheet])).toEqual({ x: 0, y: 430 - 36 - 600 })
  expect(wayOut({ x: 600, y: 300 }, chart, [card, panel])).toBeNull()
  expect(wayOut({ x: 1200, y: 690 }, chart, [panel])).toBeNull()
})
