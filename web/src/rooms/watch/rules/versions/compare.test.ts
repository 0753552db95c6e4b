import type { RuleNode } from '@samudra/contract/rules'
import { expect, test } from 'vitest'
import { aligned } from './aligned.ts'
import { comparedBoxes, comparedWords } from './compare.ts'

const slow = (value: number): RuleNode => ({ k: 'attr', field: 'sog', cmp: 'lt', value })
const long: RuleNode = { k: 'attr', field: 'length', cmp: 'gt', value: 100 }
const unnamed = () => undefined
const rowsOf = (left: RuleNode, right: RuleNode) =>
  comparedBoxes({ when: left }, { when: right }, unnamed).flatMap(({ rows }) =>
    rows.map((row) => [row.left?.text ?? null, row.right?.text ?? null, row.isSame]),
  )

test('a changed condition stands beside its former version, and each other one beside itself', () => {
  expect(rowsOf({ op: 'ALL', of: [slow(2), long] }, { op: 'ALL', of: [slow(3), long] })).toEqual([
    ['all of', 'all of', true],
    ['has SOG below 2 kn', 'has SOG below 3 kn', false],
    ['has length above 100 m', 'has length above 100 m', true],
  ])
})

test('a condition that came stands beside nothing, and so does one that went', () => {
  const [one, two]: RuleNode[] = [
    { op: 'ANY', of: [slow(2)] },
    { op: 'ANY', of: [long, slow(2)] },
  ]
  expect(rowsOf(one!, two!)).toEqual([
    ['any of', 'any of', true],
    [null, 'has length above 100 m', false],
    ['has SOG below 2 kn', 'has SOG below 2 kn', true],
  ])
  expect(rowsOf(two!, one!)[1]).toEqual(['has length above 100 m', null, false])
})

test('a box with another count or duration differs, and its contents do not', () => {
  const box = (more: object): RuleNode => ({ op: 'ALL', of: [slow(2)], ...more })
  expect(rowsOf(box({}), box({ for_min: 30 }))).toEqual([
    ['all of', 'all of throughout 30 min', false],
    ['has SOG below 2 kn', 'has SOG below 2 kn', true],
  ])
  expect(rowsOf(box({}), box({ op: 'AT_LEAST', n: 1 }))[0]).toEqual(['all of', 'at least 1 of', false])
})

test('an area drawn again differs, though its text is the same', () => {
  const inside = (east: number): RuleNode => ({
    k: 'zone',
    rel: 'INSIDE',
    zone: {
      area: {
        type: 'Polygon',
        coordinates: [
          [
            [70, 10],
            [east, 10],
            [east, 12],
            [70, 10],
          ],
        ],
      },
    },
  })
  expect(rowsOf(inside(72), inside(72))[0]![2]).toBe(true)
  const [left, right, isSame] = rowsOf(inside(72), inside(73))[0]!
  expect(isSame).toBe(false)
  expect(right).toBe(`${left} (changed shape or setting)`)
})

test('a part that one version alone has stands on its side', () => {
  expect(comparedBoxes({ when: slow(2) }, { when: slow(2), unless: long }, unnamed)).toMatchObject([
    { part: 'when', rows: [{ isSame: true }] },
    { part: 'unless', rows: [{ left: null, right: { text: 'has length above 100 m' }, isSame: false }] },
  ])
})

test('of two sentences the words that differ are marked', () => {
  expect(
    comparedWords(
      'When a vessel has SOG below 2 kn: LOW hit',
      'When a vessel has SOG below 3 kn, except in port: LOW hit',
    ),
  ).toEqual({
    left: [
      { text: 'When a vessel has SOG below', differs: false },
      { text: ' 2', differs: true },
      { text: ' kn: LOW hit', differs: false },
    ],
    right: [
      { text: 'When a vessel has SOG below', differs: false },
      { text: ' 3', differs: true },
      { text: ' kn', differs: false },
      { text: ', except in port', differs: true },
      { text: ': LOW hit', differs: false },
    ],
  })
})

test('aligned lists are complete and in order on each side, and only equal entries are paired', () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
  for (let round = 0; round < 200; round++) {
    const list = () => Array.from({ length: random(9) }, () => 'abc'[random(3)]!)
    const [left, right] = [list(), list()]
    const rows = aligned(left, right, (one) => one)
    expect(rows.flatMap((row) => row.left ?? [])).toEqual(left)
    expect(rows.flatMap((row) => row.right ?? [])).toEqual(right)
    for (const row of rows) if (row.isSame) expect(row.left).toBe(row.right)
    if (left.join() === right.join()) expect(rows.every(({ isSame }) => isSame)).toBe(true)
  }
})

test('lists too long to compare are still shown completely', () => {
  const left = Array.from({ length: 2000 }, (_, i) => `left ${i}`)
  const right = Array.from({ length: 2000 }, (_, i) => `right ${i}`)
  const rows = aligned(['same', ...left], ['same', ...right], (one) => one)
  expect(rows).toHaveLength(2001)
  expect(rows.filter(({ isSame }) => isSame)).toHaveLength(1)
})
