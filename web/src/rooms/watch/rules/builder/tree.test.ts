import type { RuleGroup, RuleNode } from '@samudra/contract/rules'
import { expect, test } from 'vitest'
import {
  insert,
  keyOf,
  move,
  nodeAt,
  pathOf,
  placeDown,
  placeIn,
  placeOut,
  placeUp,
  put,
  remove,
  unwrap,
  walk,
  wrap,
} from './tree.ts'

const sog = (value: number): RuleNode => ({ k: 'attr', field: 'sog', cmp: 'lt', value })
const box = (op: RuleGroup['op'], ...of: RuleNode[]): RuleGroup => ({ op, of })
const [one, two, three, four] = [sog(1), sog(2), sog(3), sog(4)]
/** one, any of (two, three), four. */
const RULE = box('ALL', one, box('ANY', two, three), four)
/** The tree in short: numbers, and boxes by their sign. */
const read = (node: RuleNode): string =>
  'op' in node ? `${node.op}(${node.of.map(read).join(' ')})` : 'value' in node ? String(node.value) : node.k

test('a condition is put in, taken out and taken the place of', () => {
  expect(read(RULE)).toBe('ALL(1 ANY(2 3) 4)')
  expect(read(insert(RULE, [1, 1], sog(9)))).toBe('ALL(1 ANY(2 9 3) 4)')
  expect(read(remove(RULE, [1, 0]))).toBe('ALL(1 ANY(3) 4)')
  expect(read(remove(RULE, []))).toBe(read(RULE))
  expect(read(put(RULE, [1, 1], sog(7)))).toBe('ALL(1 ANY(2 7) 4)')
})

test('a moved condition precedes the one at its target, also when it came from above', () => {
  expect(read(move(RULE, [0], [3]))).toBe('ALL(ANY(2 3) 4 1)')
  expect(read(move(RULE, [0], [1, 1]))).toBe('ALL(ANY(2 1 3) 4)')
  expect(read(move(RULE, [1, 1], [0]))).toBe('ALL(3 1 ANY(2) 4)')
  expect(read(move(RULE, [2], [1, 0]))).toBe('ALL(1 ANY(4 2 3))')
})

test('a box is not moved into itself', () => {
  expect(move(RULE, [1], [1, 0])).toBe(RULE)
  expect(move(RULE, [1], [1])).toBe(RULE)
})

test('by the keys a condition goes through every place from the last to the first and back', () => {
  const upOnce = (root: RuleGroup, key: number) => {
    const from = pathOf(root, key)!
    const to = placeUp(root, from)
    return to === null ? root : move(root, from, to)
  }
  const downOnce = (root: RuleGroup, key: number) => {
    const from = pathOf(root, key)!
    const to = placeDown(root, from)
    return to === null ? root : move(root, from, to)
  }
  const key = keyOf(four)
  const up: string[] = []
  let now = RULE
  for (let i = 0; i < 6; i++) up.push(read((now = upOnce(now, key))))
  expect(up).toEqual([
    'ALL(1 ANY(2 3 4))',
    'ALL(1 ANY(2 4 3))',
    'ALL(1 ANY(4 2 3))',
    'ALL(1 4 ANY(2 3))',
    'ALL(4 1 ANY(2 3))',
    'ALL(4 1 ANY(2 3))',
  ])
  for (let i = 0; i < 6; i++) now = downOnce(now, key)
  expect(read(now)).toBe(read(RULE))
})

test('a condition goes out of its box and into the one beside it', () => {
  expect(placeOut(RULE, [1, 0])).toEqual([2])
  expect(placeOut(RULE, [0])).toBeNull()
  expect(placeIn(RULE, [0])).toEqual([1, 0])
  expect(placeIn(RULE, [2])).toEqual([1, 2])
  expect(placeIn(RULE, [1, 0])).toBeNull()
})

test('a box is put around a condition and taken away again', () => {
  expect(read(wrap(RULE, [0]))).toBe('ALL(ANY(1) ANY(2 3) 4)')
  expect(read(unwrap(wrap(RULE, [0]), [0]))).toBe(read(RULE))
  expect(read(unwrap(RULE, [1]))).toBe('ALL(1 2 3 4)')
  expect(unwrap(RULE, [])).toBe(RULE)
})

test('AT LEAST never requires more than its box contains', () => {
  const least: RuleGroup = { op: 'AT_LEAST', n: 3, of: [one, two, three] }
  expect(remove(least, [0])).toMatchObject({ n: 2 })
  expect(remove(remove(remove(least, [0]), [0]), [0])).toMatchObject({ n: 1, of: [] })
})

test('conditions on another vessel or in a sequence are in the tree, but cannot leave it', () => {
  const rule = box(
    'ALL',
    { k: 'near', to: box('ALL', one), nm: 1 },
    { k: 'seq', steps: [two, three], within_min: 60, same_vessel: true },
  )
  expect([...walk(rule)].map(({ path }) => path)).toEqual([[], [0], [0, 0], [0, 0, 0], [1], [1, 0], [1, 1]])
  expect(remove(rule, [0, 0])).toBe(rule)
  expect(read(nodeAt(insert(rule, [0, 0, 1], four), [0, 0])!)).toBe('ALL(1 4)')
  expect(move(rule, [1, 0], [0, 0, 1])).toMatchObject({
    of: [{ to: { of: [one, two] } }, { steps: [three] }],
  })
})

test('a condition that is changed or moved is known by the same key', () => {
  const key = keyOf(two)
  const edited = put(RULE, [1, 0], sog(8))
  expect(pathOf(edited, key)).toEqual([1, 0])
  expect(pathOf(move(edited, [1, 0], [0]), key)).toEqual([0])
  expect(keyOf(nodeAt(edited, [1])!)).toBe(keyOf(RULE.of[1]!))
})
