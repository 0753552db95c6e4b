import type { RuleNode } from '@samudra/contract/rules'
import { expect, test } from 'vitest'
import { requestOf, byKey } from './counts.ts'
import { draftOf, NEW_RULE } from '../builder/rule-draft.ts'
import { insert, keyOf } from '../builder/tree.ts'

const sog = (value: number): RuleNode => ({ k: 'attr', field: 'sog', cmp: 'lt', value })

test('numbers come to the conditions they are of, also where empty boxes stand before them', () => {
  const first = sog(1)
  const last = sog(2)
  const draft = draftOf({ ...NEW_RULE, when: { op: 'ANY', of: [first, last] } })
  const query = requestOf({ ...draft, when: insert(draft.when, [1], { op: 'ALL', of: [] }) })!
  expect(query.rule).toMatchObject({ name: 'Not named yet', when: { op: 'ANY', of: [first, last] } })
  const counted = byKey(query, [
    { path: 'when', holds: 9, unknown: 1, about: '' },
    { path: 'when.of.1', holds: 4, unknown: 0, about: '' },
  ])
  expect(counted.get(keyOf(last))).toMatchObject({ holds: 4 })
  expect(counted.get(keyOf(draft.when))).toMatchObject({ holds: 9 })
  expect(counted.size).toBe(2)
})

test('a box around one condition is counted as drawn, and so are conditions on another vessel', () => {
  const near: RuleNode = { k: 'near', to: { op: 'ALL', of: [sog(3)] }, nm: 1 }
  const draft = draftOf({ ...NEW_RULE, when: near })
  const query = requestOf(draft)!
  expect([...query.keys.keys()]).toEqual(['when', 'when.of.0', 'when.of.0.to', 'when.of.0.to.of.0'])
  expect(
    byKey(query, [{ path: 'when.of.0', holds: 1, unknown: 0, about: '' }]).get(keyOf(near)),
  ).toMatchObject({ holds: 1 })
})

test('no count is requested while a condition is incomplete', () => {
  expect(requestOf(draftOf({ ...NEW_RULE, when: { k: 'list', in: true, list: '' } }))).toBeNull()
  expect(requestOf(draftOf(NEW_RULE))).toBeNull()
})
