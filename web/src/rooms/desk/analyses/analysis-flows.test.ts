import type { Analysis } from '@samudra/contract/analyses'
import { expect, test } from 'vitest'
import { addressOf, readBox, requestIn } from './analysis-address.ts'
import { curveBetween, flowLines, middleOfBox } from './flow-lines.ts'
import { flowMatrix } from './flow-option.ts'

const place = (key: string, kind: 'PORT' | 'INSIDE', lat: number | null, lon: number | null) => ({
  key,
  kind,
  label: key,
  lat,
  lon,
})
const SEEN: Pick<Analysis, 'places' | 'flows' | 'box'> = {
  box: [70, 8, 72, 10],
  places: [
    place('KOCHI', 'PORT', 10, 76),
    place('COLOMBO', 'PORT', 7, 80),
    place('STILL', 'INSIDE', null, null),
  ],
  flows: [
    { from: 'KOCHI', to: 'COLOMBO', vessels: 5, visits: 6 },
    { from: 'COLOMBO', to: 'KOCHI', vessels: 2, visits: 2 },
    { from: 'KOCHI', to: 'STILL', vessels: 1, visits: 1 },
  ],
}

test('the matrix has the places of the most vessels first, and nothing where none went', () => {
  const { from, to, cells } = flowMatrix(SEEN)
  expect(from.map(({ key }) => key)).toEqual(['KOCHI', 'COLOMBO'])
  expect(to.map(({ key }) => key)).toEqual(['COLOMBO', 'KOCHI', 'STILL'])
  expect(cells).toEqual([
    [5, 0, 1],
    [0, 2, 0],
  ])
})

test('flows of an area are lines to its middle and on, those of a list lines between ports', () => {
  const area = flowLines(SEEN)
  expect(area.lines.map(({ way, label, vessels }) => [way, label, vessels])).toEqual([
    ['IN', 'From KOCHI', 6],
    ['OUT', 'To COLOMBO', 5],
    ['IN', 'From COLOMBO', 2],
    ['OUT', 'To KOCHI', 2],
  ])
  expect(area.lines[0]!.line.at(-1)).toEqual([71, 9])
  expect(area.points).toHaveLength(2)
  const list = flowLines({ ...SEEN, box: null })
  expect(list.lines.map(({ label }) => label)).toEqual(['KOCHI to COLOMBO', 'COLOMBO to KOCHI'])
})

test('a line and a box across 180 degrees go the short way', () => {
  expect(curveBetween([170, 0], [-170, 0]).at(-1)).toEqual([190, 0])
  expect(middleOfBox([170, -10, -170, 10])).toEqual([180, 0])
})

test('an address holds an analysis, and its own fields go before those of a saved one', () => {
  const request = {
    subject: { kind: 'AREA' as const, id: 'gulf' },
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-08T00:00:00.000Z',
    compare: 'previous' as const,
  }
  const address: Record<string, string | null> = addressOf(request, null)
  const valueOf = (name: string) => address[name] ?? ''
  expect(requestIn(valueOf, null)).toEqual(request)
  const saved = { ...request, subject: { kind: 'PORT', id: 'INCOK' } } as never
  expect(requestIn((name) => (name === 'compare' ? '0' : ''), saved)).toEqual({
    subject: { kind: 'PORT', id: 'INCOK' },
    from: request.from,
    to: request.to,
  })
  expect(requestIn(() => '', null)).toBeNull()
})

test('a box is four numbers in degrees, south before north', () => {
  expect(readBox('76, 4, 84, 11')).toEqual([76, 4, 84, 11])
  expect(readBox('176,4,-176,11')).toEqual([176, 4, -176, 11])
  for (const text of ['', '1,2,3', '1,2,3,x', '76,11,84,4', '76,4,76,11', '400,4,84,11'])
    expect(readBox(text)).toBeNull()
})
