import type { RuleGroup, RuleNode } from '@samudra/contract/rules'
import { expect, test } from 'vitest'
import { acted, dropPlace, pathOfText, textOfPath } from './tree-keys.ts'
import { keyOf, pathOf } from './tree.ts'

const sog = (value: number): RuleNode => ({ k: 'attr', field: 'sog', cmp: 'lt', value })
const rule = (): RuleGroup => ({ op: 'ALL', of: [sog(1), { op: 'ANY', of: [sog(2), sog(3)] }] })

test('a condition moved by a key keeps the focus, and its new place is announced', () => {
  const root = rule()
  const done = acted(root, 'down', [0])!
  expect(done).toMatchObject({ focus: keyOf(root.of[0]!), text: 'Moved to place 1 of 3, 2 deep.' })
  expect(pathOf(done.root, done.focus!)).toEqual([0, 0])
})

test('when a condition is deleted the next one has the focus, then the one before, then the box', () => {
  const root = rule()
  const inner = root.of[1] as RuleGroup
  expect(acted(root, 'remove', [1, 0])!.focus).toBe(keyOf(inner.of[1]!))
  expect(acted(root, 'remove', [1, 1])!.focus).toBe(keyOf(inner.of[0]!))
  const last = acted(root, 'remove', [1, 1])!.root
  expect(acted(last, 'remove', [1, 0])!.focus).toBe(keyOf(inner))
  expect(acted(root, 'remove', [])).toBeNull()
})

test('a copy is another condition, and removing a box leaves its contents', () => {
  const root = rule()
  const { root: copied, focus } = acted(root, 'copy', [0])!
  expect(copied.of[1]).toEqual(root.of[0])
  expect(pathOf(copied, focus!)).toEqual([1])
  expect(acted(root, 'unwrap', [1])!.root.of).toHaveLength(3)
  expect(acted(root, 'up', [0])).toBeNull()
})

test('a dropped condition goes before or after a condition, or into a box', () => {
  const root = rule()
  expect(dropPlace(root, [0], 0.2)).toEqual({ to: [0], side: 'before' })
  expect(dropPlace(root, [0], 0.8)).toEqual({ to: [1], side: 'after' })
  expect(dropPlace(root, [1], 0.1)).toEqual({ to: [1], side: 'before' })
  expect(dropPlace(root, [1], 0.8)).toEqual({ to: [1, 0], side: 'into' })
  expect(dropPlace(root, [1], 3)).toEqual({ to: [1, 2], side: 'into' })
  expect(dropPlace(root, [], 9)).toEqual({ to: [2], side: 'into' })
})

test('paths are written and read', () => {
  expect(pathOfText(textOfPath([1, 0, 12]))).toEqual([1, 0, 12])
  expect(pathOfText('')).toEqual([])
})
