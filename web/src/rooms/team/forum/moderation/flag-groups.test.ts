import type { ForumFlag } from '@samudra/contract/forum-moderation'
import { expect, test } from 'vitest'
import { groupFlags } from './flag-groups.ts'

const flag = (id: string, cid: string, decided_at: string | null = null) =>
  ({ id, post: { cid }, decided_at }) as ForumFlag

test('flags of one post stand together, apart from those of an earlier decision', () => {
  const groups = groupFlags([flag('1', 'a'), flag('2', 'b'), flag('3', 'a'), flag('4', 'a', '2026-01-01')])
  expect(groups.map(({ flags }) => flags.map(({ id }) => id))).toEqual([['1', '3'], ['2'], ['4']])
})
