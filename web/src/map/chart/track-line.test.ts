import { expect, test } from 'vitest'
import { boxOfLines, trackLine } from './track-line.ts'

const at = (minute: number, lon: number, lat = 10) => ({
  t: new Date(minute * 60_000).toISOString(),
  lat,
  lon,
})

test('a track breaks at reception gaps, crosses the 180th meridian, and highlights queried times', () => {
  const points = [at(0, 179), at(10, 179.5), at(60, -179.8), at(70, -179.5)]
  const line = trackLine(points, [{ from: points[1]!.t }], { from: 60 * 60_000, to: 70 * 60_000 })!
  expect(line.sailed.map((way) => way.map(([lon]) => lon))).toEqual([
    [179, 179.5],
    [180.2, 180.5],
  ])
  expect(line.unheard).toEqual([
    [
      [179.5, 10],
      [180.2, 10],
    ],
  ])
  expect(line.found.map((way) => way.map(([lon]) => lon))).toEqual([[180.2, 180.5]])
  expect(line.last).toEqual([180.5, 10])
  expect(boxOfLines([line, trackLine([at(0, 170, -5)], [])!])).toEqual([170, -5, 180.5, 10])
  expect(trackLine([], [])).toBeNull()
})

test('no line leads over a leg that no vessel can sail, not even in the time that is pointed out', () => {
  const points = [at(0, 98.35, 7.8), at(3, 98.36, 7.8), at(10, 62.3, -26.1), at(11, 62.31, -26.1)]
  const gaps = [{ from: points[1]!.t, out_of_reach: { nm: 2929, knots: 25_105 } }]
  const line = trackLine(points, gaps, { from: 0, to: 11 * 60_000 })!
  const stretches = [
    [98.35, 98.36],
    [62.3, 62.31],
  ]
  expect(line.sailed.map((way) => way.map(([lon]) => lon))).toEqual(stretches)
  expect(line.found.map((way) => way.map(([lon]) => lon))).toEqual(stretches)
  expect(line.unheard).toEqual([])
})
