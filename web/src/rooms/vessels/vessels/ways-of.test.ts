import { expect, test } from 'vitest'
import { waysOf } from './ways-of.ts'

const at = (minute: number, lon: number) => ({
  t: `2026-01-05T12:${String(minute).padStart(2, '0')}:00.000Z`,
  lat: 10,
  lon,
})

test('a vessel that changed its number has one track, broken at the change', () => {
  const now = { points: [at(20, 71.2), at(30, 71.3)], gaps: [] }
  const before = { points: [at(0, 71), at(10, 71.1)], gaps: [] }
  const ways = waysOf([now, { points: [], gaps: [] }, before])
  expect(ways).toHaveLength(1)
  expect(ways[0]).toMatchObject({
    sailed: [
      [
        [71, 10],
        [71.1, 10],
      ],
      [
        [71.2, 10],
        [71.3, 10],
      ],
    ],
    unheard: [
      [
        [71.1, 10],
        [71.2, 10],
      ],
    ],
    last: [71.3, 10],
    box: [71, 10, 71.3, 10],
  })
})

test('a number received out of reach of the one before begins a stretch of its own', () => {
  const now = { points: [at(20, 98), at(30, 98.1)], gaps: [] }
  const before = { points: [at(0, 71), at(10, 71.1)], gaps: [] }
  const [way] = waysOf([now, before])
  expect(way).toMatchObject({ sailed: [{ length: 2 }, { length: 2 }], unheard: [] })
})

test('two numbers received at the same time are two tracks, and neither jumps to the other', () => {
  const ways = waysOf([
    { points: [at(5, 80), at(15, 81)], gaps: [] },
    { points: [at(0, 71), at(10, 72)], gaps: [] },
  ])
  expect(ways.map(({ last, unheard }) => [last, unheard])).toEqual([
    [[72, 10], []],
    [[81, 10], []],
  ])
})

test('a vessel without reports has no track', () => expect(waysOf([])).toEqual([]))
