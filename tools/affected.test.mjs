import path from 'node:path'
import { expect, test } from 'vitest'
import { choose } from './affected/choose.mjs'
import { readProject, roomsNamedIn } from './affected/project.mjs'

const root = path.resolve(import.meta.dirname, '..')
const FILES = [
  'server/src/ports/ports.ops.ts',
  'server/src/ports/ports.test.ts',
  'server/src/calls/calls.test.ts',
  'server/src/calls/slow.test.ts',
  'server/src/weather/weather.test.ts',
  'server/src/kernel/http.test.ts',
  'server/src/rights.test.ts',
  'contract/src/ports.ts',
  'web/src/ports/list.ts',
  'web/src/ports/list.test.ts',
]
const PROJECT = {
  files: FILES,
  importers: new Map([
    ['contract/src/ports.ts', ['server/src/ports/ports.ops.ts', 'web/src/ports/list.ts']],
    ['web/src/ports/list.ts', ['web/src/ports/list.test.ts']],
  ]),
  rooms: { ports: [], calls: ['ports'], weather: [] },
  operations: new Map([['ports', new Set(['getPorts'])]]),
  named: new Map([
    ['e2e/src/ports.e2e.ts', ['ports']],
    ['e2e/src/weather.e2e.ts', ['weather']],
    ['server/src/ports/kill.durability.test.ts', ['ports']],
  ]),
  seconds: new Map([['server/src/calls/slow.test.ts', 500]]),
}

test('a change in a room chooses its tests, those of rooms that use it, its operations and its journeys', () => {
  expect(choose(['server/src/ports/ports.ops.ts'], PROJECT)).toMatchObject({
    isBelow: false,
    rooms: ['ports'],
    dependents: ['calls'],
    unit: expect.arrayContaining([
      'server/src/ports/ports.test.ts',
      'server/src/calls/calls.test.ts',
      'server/src/rights.test.ts',
    ]),
    operations: ['getPorts'],
    durability: ['server/src/ports/kill.durability.test.ts'],
    journeys: ['e2e/src/ports.e2e.ts'],
    left: ['server/src/calls/slow.test.ts'],
  })
})

test('a change of a promise chooses the room that keeps it and the screens that import it', () => {
  const { rooms, unit } = choose(['contract/src/ports.ts'], PROJECT)
  expect(rooms).toEqual(['ports'])
  expect(unit).toContain('web/src/ports/list.test.ts')
})

test('a change of a screen chooses the tests that import it and its journeys, and no test of the server', () => {
  const { unit, journeys } = choose(['web/src/ports/list.ts'], PROJECT)
  expect({ unit, journeys }).toEqual({
    unit: ['web/src/ports/list.test.ts'],
    journeys: ['e2e/src/ports.e2e.ts'],
  })
})

test('a change below the rooms chooses the smoke set and every operation', () => {
  const { isBelow, unit, operations } = choose(['server/src/kernel/http.ts'], PROJECT)
  expect({ isBelow, operations }).toEqual({ isBelow: true, operations: null })
  expect(unit).toContain('server/src/kernel/http.test.ts')
  expect(unit).not.toContain('server/src/weather/weather.test.ts')
})

test('every journey and durability test names rooms that exist in its first line', () => {
  const { named, files } = readProject(root)
  const folders = new Set(files.map((file) => /^(?:web|server)\/src\/([\w-]+)\//.exec(file)?.[1]))
  const strange = [...named].flatMap(([file, names]) =>
    names.length === 0
      ? [`${file} names none`]
      : names.filter((name) => name !== 'all' && !folders.has(name)).map((name) => `${file} names ${name}`),
  )
  expect(strange).toEqual([])
  expect(roomsNamedIn('// Rooms: alerts, rules\nimport')).toEqual(['alerts', 'rules'])
})

test('smoke tests and generated tests exist, and every room has operations or none by declaration', () => {
  const { files, operations } = readProject(root)
  const { unit } = choose(['server/src/kernel/http.ts'], readProject(root))
  expect(unit.filter((file) => !files.includes(file))).toEqual([])
  expect(operations.get('port-calls')).toContain('getPortOfCallsForVessel')
})
