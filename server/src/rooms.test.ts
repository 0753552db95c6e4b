import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, expectTypeOf, test } from 'vitest'
import { ruleActions } from './rooms/watch/rule-actions/room.ts'
import { alerts } from './rooms/watch/alerts/room.ts'
import { evidence } from './rooms/watch/evidence/room.ts'
import { reports } from './rooms/desk/reports/room.ts'
import { analyses } from './rooms/desk/analyses/room.ts'
import { figures } from './rooms/desk/figures/room.ts'
import { feeds } from './rooms/picture/feeds/room.ts'
import type { picture } from './rooms/picture/picture/room.ts'
import { ROOMS } from './rooms.ts'
import { socket } from './rooms/picture/socket/room.ts'
import { rules } from './rooms/watch/rules/room.ts'
import { silentVessels } from './rooms/vessels/silent-vessels/room.ts'
import { system } from './rooms/centre/system/room.ts'

const root = path.resolve(import.meta.dirname, '../..')
const rooms = ROOMS.map(({ name, uses }) => [name, Object.values(uses).map((used) => used.name)] as const)

test('rooms open after those they use; feeders of the picture start after all but its observers', () => {
  for (const [i, { uses }] of ROOMS.entries())
    for (const used of Object.values(uses)) expect(ROOMS.indexOf(used)).toBeLessThan(i)
  expect(ROOMS.slice(-11)).toEqual([
    feeds,
    socket,
    silentVessels,
    rules,
    alerts,
    figures,
    reports,
    analyses,
    evidence,
    ruleActions,
    system,
  ])
})

test('a room is given the doors it declares and no other', () => {
  type Given = Parameters<typeof picture.open>[1]
  expectTypeOf<Given>().toHaveProperty('history')
  expectTypeOf<Given>().not.toHaveProperty('feeds')
})

test('the rooms that open are those whose declarations the import rules read', () => {
  const tool = createRequire(import.meta.url)('../../tools/declared-rooms.cjs') as {
    declaredRooms(): Record<string, string[]>
  }
  expect(tool.declaredRooms()).toEqual(Object.fromEntries(rooms))
})

test('the documented map of rooms names them in start order, with the rooms they use', () => {
  const text = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
  const rows = text.matchAll(/^\| `([\w-]+)` \| ((?:`[\w-]+`(?:, )?)*) ?\| [^|]+ \|$/gm)
  const found = [...rows].map(([, name, uses]) => [name, uses!.match(/[\w-]+/g) ?? []])
  expect(found).toEqual(rooms)
})
