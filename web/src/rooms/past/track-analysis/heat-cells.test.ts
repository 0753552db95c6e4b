import { expect, test } from 'vitest'
import { cellFeatures, classEnds, classOf, fittingCell, heatCsv, heatGeoJson } from './heat-cells.ts'

const found = {
  cells: [
    [72.25, 10.25, 1],
    [72.75, 10.25, 4],
    [73.25, 10.25, 4],
    [73.75, 10.25, 90],
  ] as [number, number, number][],
  cell_deg: 0.5,
  metric: 'vessels' as const,
  max: 90,
  total: 95,
  from: '2026-01-05T00:00:00.000Z',
  to: '2026-01-06T00:00:00.000Z',
}

test('classes split the values, never one value in two', () => {
  expect(classEnds(found.cells)).toEqual([1, 4, 90])
  expect(classEnds([])).toEqual([])
  expect(classEnds(found.cells.slice(0, 1))).toEqual([1])
  const many = Array.from({ length: 100 }, (_, i): [number, number, number] => [0, 0, i + 1])
  expect(classEnds(many)).toEqual([20, 40, 60, 80, 100])
  expect([1, 20, 21, 100].map((value) => classOf([20, 40, 60, 80, 100], value))).toEqual([0, 0, 1, 4])
})

test('a cell is a square around its middle', () => {
  const [first] = cellFeatures(found)
  expect(first!.geometry.coordinates[0]![0]).toEqual([72, 10])
  expect(first!.geometry.coordinates[0]![2]).toEqual([72.5, 10.5])
  expect(cellFeatures(found).map(({ properties }) => properties.step)).toEqual([2, 3, 3, 4])
})

test('the nearer the chart, the finer the cells', () => {
  expect([2, 4, 5, 6, 7, 12].map(fittingCell)).toEqual([2, 1, 0.5, 0.25, 0.1, 0.05])
})

test('the download contains every cell', () => {
  expect(heatCsv(found).split('\r\n')).toEqual([
    'longitude,latitude,vessels',
    '72.25,10.25,1',
    '72.75,10.25,4',
    '73.25,10.25,4',
    '73.75,10.25,90',
    '',
  ])
  const parsed = JSON.parse(heatGeoJson(found)) as { properties: object; features: { properties: object }[] }
  expect(parsed.properties).toMatchObject({ metric: 'vessels', from: found.from })
  expect(parsed.features.map(({ properties }) => properties)).toEqual([
    { vessels: 1 },
    { vessels: 4 },
    { vessels: 4 },
    { vessels: 90 },
  ])
})
