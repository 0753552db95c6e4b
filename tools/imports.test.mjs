import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkImports } from './imports.mjs'

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A small project with one file that imports another. */
async function rulesBrokenBy(from, to, kind = '') {
  folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-imports-'))
  const relative = path.relative(path.dirname(from), to)
  const files = {
    [to]: 'export const there = 1\n',
    [from]: `import ${kind}{ there } from '${relative.startsWith('.') ? relative : `./${relative}`}'\nexport const here = ${kind === '' ? 'there' : '1 as typeof there'}\n`,
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  const { broken } = await checkImports(folder, [
    ...new Set([from, to].map((name) => name.split('/').slice(0, 2).join('/'))),
  ])
  return broken.map((one) => one.rule)
}

test.each([
  ['server/src/rooms/picture/feeds/a.ts', 'server/src/rooms/picture/picture/picture.ts', 'doors-of-feeds'],
  ['server/src/rooms/chart/weather/a.ts', 'server/src/rooms/picture/picture/picture.ts', 'doors-of-weather'],
  ['server/src/rooms/chart/weather/room.ts', 'server/src/rooms/picture/picture/room.ts', 'doors-of-weather'],
  ['server/src/rooms/picture/picture/a.ts', 'server/src/rooms/picture/socket/room.ts', 'doors-of-picture'],
  [
    'server/src/rooms/picture/feeds/a.ts',
    'server/src/rooms/picture/picture/room.ts',
    'other-files-take-types-of-doors',
  ],
  [
    'server/src/rooms/past/history/a.ts',
    'server/src/platform/engines/postgres.ts',
    'engines-only-in-databases',
  ],
  ['server/src/rooms/past/history/a.ops.ts', 'server/src/platform/needs/query.ts', 'sql-only-in-sql-files'],
  ['server/src/platform/kernel/a.ts', 'server/src/rooms/picture/feeds/room.ts', 'kernel-knows-no-room'],
  ['server/src/platform/kernel/a.ts', 'server/src/sea/marks.ts', 'kernel-knows-no-sea'],
  ['server/src/sea/a.ts', 'server/src/rooms/picture/feeds/room.ts', 'kernel-knows-no-room'],
  ['web/src/map/a.tsx', 'web/src/rooms/picture/picture/store.ts', 'kit-knows-no-room'],
  ['web/src/rooms/picture/picture/a.tsx', 'web/src/app/shell.tsx', 'web-rooms-apart'],
  ['web/src/wire/a.ts', 'server/src/compose.ts', 'web-never-server'],
  ['web/src/wire/a.ts', 'web/testing/a-screen.ts', 'tests-alone-use-testing'],
  ['web/src/wire/a.screen.test.tsx', 'server/src/compose.ts', 'component-tests-use-testing'],
  ['server/src/rooms/picture/feeds/a.ts', 'contract/src/operations.ts', 'operations-looked-up-outside'],
  ['nautical/src/a.ts', 'contract/src/kernel.ts', 'nautical-imports-nothing'],
  ['contract/src/a.ts', 'server/src/compose.ts', 'contract-imports-nautical-and-zod'],
  ['rules/src/a.ts', 'server/src/compose.ts', 'rules-import-contract-and-nautical'],
  ['web/src/kit/a.ts', 'web/src/kit/index.ts', 'no-barrels'],
])('%s may not import %s', async (from, to, rule) => {
  expect(await rulesBrokenBy(from, to)).toContain(rule)
})

test('a room opens the doors it declares: its declaration by name, its other files by type', async () => {
  expect(
    await rulesBrokenBy('server/src/rooms/picture/feeds/room.ts', 'server/src/rooms/picture/picture/room.ts'),
  ).toEqual([])
  expect(
    await rulesBrokenBy(
      'server/src/rooms/picture/feeds/a.ts',
      'server/src/rooms/picture/picture/room.ts',
      'type ',
    ),
  ).toEqual([])
})

test('files that import each other are found', async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-imports-'))
  mkdirSync(path.join(folder, 'nautical/src'), { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(
    path.join(folder, 'nautical/src/a.ts'),
    "import { b } from './b.ts'\nexport const a = () => b\n",
  )
  writeFileSync(
    path.join(folder, 'nautical/src/b.ts'),
    "import { a } from './a.ts'\nexport const b = () => a\n",
  )
  expect((await checkImports(folder, ['nautical/src'])).broken.map((one) => one.rule)).toContain('no-circles')
})
