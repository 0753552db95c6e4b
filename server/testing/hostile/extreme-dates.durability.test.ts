// Rooms: all
import { OPERATIONS } from '@samudra/contract/operations'
import type { Op } from '@samudra/contract/kernel'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Receiver, aServer, callRaw, until, type TestServer } from '../servers/a-server.ts'

let server: TestServer
let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.listen()
  server = await aServer([receiver.feed('MSIS')])
  await receiver.send(encodePosition({ mmsi: 419000001, lat: 9.9, lon: 75.9, sog: 12 }))
  await until(async () => {
    const health = (await (await fetch(`${server.base}/healthz`)).json()) as { fixes: { stored: number } }
    return health.fixes.stored > 0
  }, 'the fix is stored')
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const EXTREMES = [
  '-271821-04-20T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999Z',
  '+010000-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
]
const USUAL = '2026-05-17T12:00:00.000Z'

type Input = Record<string, unknown>
type Place = { path: (string | number)[]; isDay: boolean }

/** Where instants and days stand in an example, and where the shape would take one. */
function placesIn({ shape, input }: Op<unknown, unknown>, example: Input): Place[] {
  const found: Place[] = []
  const walk = (value: unknown, path: Place['path']) => {
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\d(T.*Z)?$/.test(value))
      found.push({ path, isDay: !value.includes('T') })
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) walk(one, [...path, key])
  }
  walk(example, [])
  const fields = (shape as { shape?: Record<string, unknown> }).shape ?? {}
  for (const name of Object.keys(fields)) {
    if (found.some(({ path }) => path[0] === name)) continue
    const takes = (value: string) => {
      const read = input({ ...example, [name]: value })
      return read.ok || !read.fields.some(({ field }) => field.split('.')[0] === name)
    }
    if (takes('no time')) continue
    if (takes(USUAL)) found.push({ path: [name], isDay: false })
    else if (takes(USUAL.slice(0, 10))) found.push({ path: [name], isDay: true })
  }
  return found
}

function put(example: Input, places: Place[], instants: string[]): Input {
  const input = structuredClone(example)
  for (const [i, { path, isDay }] of places.entries()) {
    const instant = instants[i % instants.length]!
    let at = input
    for (const step of path.slice(0, -1)) at = at[step] as Input
    at[path.at(-1)!] = isDay ? instant.split('T')[0] : instant
  }
  return input
}

const query = [...OPERATIONS.values()].flatMap((op) => {
  const example = op.example as Input
  const places = placesIn(op, example)
  return places.length === 0 || op.right.stream !== undefined ? [] : [{ name: op.name, op, example, places }]
})

test('times are parameters of many operations', () => {
  const names = query.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(30)
  for (const name of ['getTrackForMmsi', 'getUserActivity', 'getHeatmapData'] as const)
    expect(names).toContain(name)
})

test.each(query)('$name answers extreme times with the remedy', async ({ op, example, places }) => {
  const [first, last] = [EXTREMES[0]!, EXTREMES.at(-1)!]
  const tries = [
    ...places.flatMap((place) => EXTREMES.map((at) => put(example, [place], [at]))),
    ...EXTREMES.map((at) => put(example, places, [at])),
    put(example, places, [first, last]),
    put(example, places, [EXTREMES[3]!, EXTREMES[5]!]),
  ]
  for (const input of tries) {
    const answer = await callRaw(server.base, server.token, op, input)
    expect({ input, code: answer.Status ? 'OK' : answer.Code }).not.toMatchObject({ code: 'INTERNAL' })
  }
})
