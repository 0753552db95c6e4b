import { getExercises, saveExercise, ttxOverlay, ttxOverlayWrite } from '@samudra/contract/exercises'
import {
  getManualTracks,
  insertUpdateManualTrack,
  type ManualTrackDraft,
} from '@samudra/contract/manual-tracks'
import type { Op } from '@samudra/contract/kernel'
import { OPERATIONS } from '@samudra/contract/operations'
import { getVesselStats } from '@samudra/contract/picture'
import { getVessels } from '@samudra/contract/vessels'
import { getEezHistoryByVessel } from '@samudra/contract/visits'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Receiver, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'

/** Stands in every text of the exercise and nowhere else. */
const MARKER = 'KRAKEN-7731'
const WHERE = { lat: 10.5, lon: 72.5 }
const READS = [...OPERATIONS.values()].filter(({ right }) => right.leaves !== 'change')
const PEOPLE = ['player', 'lead', 'outsider', 'administrator'] as const
type Person = (typeof PEOPLE)[number]
/** Where what is played may be read, and by whom. */
const PLAYED = new Map<string, readonly Person[]>([
  [ttxOverlay.name, ['player', 'lead', 'administrator']],
  [getExercises.name, ['player', 'lead', 'administrator']],
])

let server: TestServer
let receiver: Receiver
const tokens = {} as Record<Person, string>
const before = new Map<string, string>()
const watchers: Partial<Record<Person, Watcher>> = {}
let exerciseId = ''

/** The whole answer as text, whatever its form. */
async function textOf(person: Person, op: Op<unknown, unknown>, input: object): Promise<string> {
  const rest = { ...input } as Record<string, unknown>
  const path = op.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = encodeURIComponent(String(rest[field]))
    delete rest[field]
    return value
  })
  const url = new URL(server.base + path)
  const isPost = op.method === 'POST'
  if (!isPost) for (const [name, value] of Object.entries(rest)) url.searchParams.set(name, String(value))
  const answer = await fetch(url, {
    method: op.method,
    headers: {
      authorization: `Bearer ${tokens[person]}`,
      ...(isPost ? { 'content-type': 'application/json' } : {}),
    },
    ...(isPost ? { body: JSON.stringify(rest) } : {}),
  })
  return Buffer.from(await answer.arrayBuffer()).toString('latin1')
}

/** Numbers of an answer that count something, by where they stand. */
function countsIn(text: string): string {
  const counts: string[] = []
  for (const [, key, value] of text.matchAll(/"(total|count|contacts|of|inside_now|unread|objects)":(\d+)/g))
    counts.push(`${key} ${value}`)
  return counts.join()
}

beforeAll(async () => {
  receiver = await Receiver.listen()
  server = await aServer([receiver.feed('MSIS')])
  await receiver.send(
    encodePosition({
      mmsi: 419000001,
      ...WHERE,
      sog: 5,
      cog: 90,
      navStatus: 0,
      second: new Date().getUTCSeconds(),
    }),
  )
  await until(async () => (await server.call(getVesselStats, { by: 'source' })).total === 1, 'a ship is seen')
  await until(async () => (await server.call(getVessels, {})).total === 1, 'the register has her')
  // The waters of a vessel are written in one batch.
  await until(
    async () => (await server.call(getEezHistoryByVessel, { mmsi: '419000001' })).total > 0,
    'her waters are noted',
  )
  tokens.administrator = server.token
  for (const person of ['player', 'lead', 'outsider'] as const)
    tokens[person] = (await aUser(server, person)).token
  await server.call(insertUpdateManualTrack, real())
  for (const person of PEOPLE) {
    watchers[person] = new Watcher(server.base, tokens[person])
    for (const op of READS) before.set(`${person} ${op.name}`, countsIn(await textOf(person, op, op.example)))
  }
  await play()
})
afterAll(async () => {
  for (const watcher of Object.values(watchers)) watcher.close()
  await server.close()
  await receiver.close()
})

const dinghy = () => ({
  name: 'Reported dinghy',
  kind: 'POINT' as const,
  points: [{ ...WHERE, t: null, sog: null, cog: null }],
  affiliation: 'UNKNOWN' as const,
  symbol: 'SUSP-----------',
  source_text: '',
  reliability: 'F' as const,
  credibility: 6,
  linked_mmsi: null,
})
const real = () => ({
  ...dinghy(),
  visibility: 'CENTRE' as const,
  state: 'ACTIVE' as const,
  domain: 'REAL' as const,
  exercise_id: null,
  t_plus: null,
})
const played = (): ManualTrackDraft => ({
  ...dinghy(),
  name: `${MARKER} dhow`,
  source_text: `reported by ${MARKER}`,
  linked_mmsi: '419000001',
})

/** An exercise with an object, a message and something plotted by its lead, running. */
async function play() {
  const exercise = await server.call(saveExercise, {
    name: `Exercise ${MARKER}`,
    factor: 1,
    players: ['test-player'],
    leads: ['test-lead'],
    scoring: [],
  })
  exerciseId = exercise.id
  const act = { exercise_id: exerciseId, objects: [] }
  await server.call(ttxOverlayWrite, { ...act, action: 'START' })
  await server.call(ttxOverlayWrite, {
    ...act,
    action: 'INJECT',
    objects: [played()],
    message: `go ${MARKER}`,
  })
  await server.call(insertUpdateManualTrack, {
    ...real(),
    ...played(),
    domain: 'EXERCISE',
    exercise_id: exerciseId,
    t_plus: 0,
  })
}

describe.each(PEOPLE)('to %s', (person) => {
  test.each(READS)('$name returns nothing of a played exercise and does not count it', async (op) => {
    const { name, example } = op
    const inputs = [example, ...pointedAt(op)]
    for (const input of inputs) {
      const text = await textOf(person, op, input)
      const isPlayed = PLAYED.get(name)?.includes(person) === true
      if (!isPlayed) expect(text).not.toContain(MARKER)
    }
    // Records of who did what and lists of the exercises themselves grow.
    if (['getUserActivity', 'getAudit', 'verifyAudit', 'exportAudit', 'getExercises'].includes(name)) return
    const text = await textOf(person, op, example)
    expect(countsIn(text)).toBe(before.get(`${person} ${name}`))
  })

  test('manual tracks and the overlay show an exercise to its players and to no other user', async () => {
    const query = { domain: 'EXERCISE', exercise_id: exerciseId }
    const list = await textOf(person, getManualTracks, query)
    const overlay = await textOf(person, ttxOverlay, { exercise_id: exerciseId })
    for (const text of [list, overlay])
      if (person === 'outsider') expect(text).not.toContain(MARKER)
      else expect(text).toContain(MARKER)
    if (person === 'outsider') expect(overlay).toContain('NOT_FOUND')
  })

  test('the socket pushes to members only that an exercise changed', () => {
    const received = JSON.stringify(watchers[person]!.events)
    expect(received).not.toContain(MARKER)
    if (person === 'outsider') expect(received).not.toContain(exerciseId)
    else expect(received).toContain(exerciseId)
  })
})

/** Returns inputs of an operation that query the position, vessel or words of the exercise. */
function pointedAt({ example, method }: Op<unknown, unknown>): object[] {
  const fields: [string, unknown][] = [
    ['q', MARKER],
    ['bbox', '72,10,73,11'],
    ['mmsi', '419000001'],
  ]
  return [
    ...fields.map(([field, value]) => ({
      ...example,
      [field]: field === 'bbox' && method === 'POST' ? [72, 10, 73, 11] : value,
    })),
    { ...example, id: exerciseId },
  ]
}
