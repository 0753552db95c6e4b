import path from 'node:path'
import { expect, test } from 'vitest'
import { choose, roomOf } from './affected/choose.mjs'
import { readProject, roomsNamedIn } from './affected/project.mjs'

const root = path.resolve(import.meta.dirname, '..')
const FILES = [
  'server/src/rooms/chart/ports/ports.ops.ts',
  'server/src/rooms/chart/ports/ports.test.ts',
  'server/src/rooms/vessels/calls/calls.test.ts',
  'server/src/rooms/vessels/calls/slow.test.ts',
  'server/src/rooms/chart/weather/weather.test.ts',
  'server/src/platform/kernel/http/http.test.ts',
  'server/src/rights.test.ts',
  'contract/src/ports.ts',
  'web/src/rooms/chart/ports/list.ts',
  'web/src/rooms/chart/ports/list.test.ts',
]
const PROJECT = {
  files: FILES,
  importers: new Map([
    [
      'contract/src/ports.ts',
      ['server/src/rooms/chart/ports/ports.ops.ts', 'web/src/rooms/chart/ports/list.ts'],
    ],
    ['web/src/rooms/chart/ports/list.ts', ['web/src/rooms/chart/ports/list.test.ts']],
  ]),
  rooms: { ports: [], calls: ['ports'], weather: [] },
  operations: new Map([['ports', new Set(['getPorts'])]]),
  named: new Map([
    ['e2e/src/ports.e2e.ts', ['ports']],
    ['e2e/src/weather.e2e.ts', ['weather']],
    ['server/src/rooms/chart/ports/kill.durability.test.ts', ['ports']],
  ]),
  seconds: new Map([['server/src/rooms/vessels/calls/slow.test.ts', 500]]),
}

test('a room change selects its tests, those of rooms that use it, its operations and journeys', () => {
  expect(choose(['server/src/rooms/chart/ports/ports.ops.ts'], PROJECT)).toMatchObject({
    isBelow: false,
    rooms: ['ports'],
    dependents: ['calls'],
    unit: expect.arrayContaining([
      'server/src/rooms/chart/ports/ports.test.ts',
      'server/src/rooms/vessels/calls/calls.test.ts',
      'server/src/rights.test.ts',
    ]),
    operations: ['getPorts'],
    durability: ['server/src/rooms/chart/ports/kill.durability.test.ts'],
    journeys: ['e2e/src/ports.e2e.ts'],
    left: ['server/src/rooms/vessels/calls/slow.test.ts'],
  })
})

test('a change of a promise chooses the room that keeps it and the screens that import it', () => {
  const { rooms, unit } = choose(['contract/src/ports.ts'], PROJECT)
  expect(rooms).toEqual(['ports'])
  expect(unit).toContain('web/src/rooms/chart/ports/list.test.ts')
})

test('a screen change selects the tests that import it and its journeys, and no server test', () => {
  const { unit, journeys } = choose(['web/src/rooms/chart/ports/list.ts'], PROJECT)
  expect({ unit, journeys }).toEqual({
    unit: ['web/src/rooms/chart/ports/list.test.ts'],
    journeys: ['e2e/src/ports.e2e.ts'],
  })
})

test('a change below the rooms chooses the smoke set and every operation', () => {
  const { isBelow, unit, operations } = choose(['server/src/platform/kernel/http/http.ts'], PROJECT)
  expect({ isBelow, operations }).toEqual({ isBelow: true, operations: null })
  expect(unit).toContain('server/src/platform/kernel/http/http.test.ts')
  expect(unit).not.toContain('server/src/rooms/chart/weather/weather.test.ts')
})

test('every journey and durability test names rooms that exist in its first line', () => {
  const { named, files } = readProject(root)
  const folders = new Set(files.map(roomOf))
  const strange = [...named].flatMap(([file, names]) =>
    names.length === 0
      ? [`${file} names none`]
      : names.filter((name) => name !== 'all' && !folders.has(name)).map((name) => `${file} names ${name}`),
  )
  expect(strange).toEqual([])
  expect(roomsNamedIn('// Rooms: alerts, rules\nimport')).toEqual(['alerts', 'rules'])
})

test('smoke and generated tests exist, and every room has operations or declares to have none', () => {
  const { files, operations } = readProject(root)
  const { unit } = choose(['server/src/platform/kernel/http/http.ts'], readProject(root))
  expect(unit.filter((file) => !files.includes(file))).toEqual([])
  expect(operations.get('port-calls')).toContain('getPortOfCallsForVessel')
})
