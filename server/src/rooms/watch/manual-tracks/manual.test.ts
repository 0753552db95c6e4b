import { getAudit } from '@samudra/contract/audit'
import {
  exerciseSecond,
  getExercises,
  saveExercise,
  ttxOverlay,
  ttxOverlayWrite,
  type EXERCISE_ACTIONS,
} from '@samudra/contract/exercises'
import {
  deleteManualTrack,
  getManualTracks,
  insertUpdateManualTrack,
  manualTrackUpdate,
  type ManualTrack,
} from '@samudra/contract/manual-tracks'
import { tableUpdate } from '@samudra/contract/kind'
import { addZone } from '@samudra/contract/zones'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock } from '../../../../testing/servers/a-browser.ts'
import { PASSWORD, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'

type Session = Pick<TestServer, 'call' | 'raw' | 'token'>
const clock = aClock()
let server: TestServer
let asha: Session
let binu: Session
/** Confined to waters around 10 N 72 E. */
let dev: Session
beforeAll(async () => {
  server = await aServer([], undefined, { clock })
  const ring: [number, number][] = [
    [70, 8],
    [74, 8],
    [74, 12],
    [70, 12],
    [70, 8],
  ]
  const zone = await server.call(addZone, {
    name: 'Here',
    geometry: { type: 'Polygon', coordinates: [ring] },
  })
  asha = await aUser(server, 'asha', ['*'], { group_ids: ['navy'] })
  binu = await aUser(server, 'binu')
  dev = await aUser(server, 'dev', ['*'], { zone_access: [zone.id] })
})
afterAll(() => server.close())

const at = (lat: number, lon: number, minute: number | null = null) => ({
  lat,
  lon,
  t: minute === null ? null : new Date(clock.now() + minute * 60_000).toISOString(),
  sog: minute === null ? null : 12,
  cog: minute === null ? null : 90,
})
const draft = {
  name: 'Skiff',
  kind: 'POINT' as const,
  points: [at(10, 72)],
  affiliation: 'SUSPECT' as const,
  symbol: 'SUSPXM---------',
  source_text: 'fisherman by VHF',
  reliability: 'C' as const,
  credibility: 3,
  linked_mmsi: null,
  visibility: 'CENTRE' as const,
  state: 'ACTIVE' as const,
  domain: 'REAL' as const,
  exercise_id: null,
  t_plus: null,
}
const plot = (who: Session, more: object = {}) => who.call(insertUpdateManualTrack, { ...draft, ...more })
const names = async (who: Session) =>
  (await who.call(getManualTracks, { domain: 'REAL' })).items.map((one) => one.name)
const clear = async () => {
  for (const { id } of (await server.call(getManualTracks, { domain: 'REAL' })).items)
    await server.call(deleteManualTrack, { id })
}

test('a plotted track is listed for all users, with its source, reliability and credibility', async () => {
  const made = await plot(asha)
  // The symbol follows the affiliation: S for suspect.
  expect(made).toMatchObject({
    ...draft,
    symbol: 'SSSPXM---------',
    owner: 'asha',
    mine: true,
    may_delete: true,
  })
  const [seen] = (await binu.call(getManualTracks, { domain: 'REAL' })).items
  expect(seen).toEqual({ ...made, may_delete: false })
  const corrected = await binu.call(insertUpdateManualTrack, {
    ...draft,
    id: made.id,
    expected_version: 1,
    affiliation: 'FRIEND',
    reason: 'hailed',
  })
  expect(corrected).toMatchObject({
    version: 2,
    owner: 'asha',
    updated_by: 'binu',
    symbol: 'SFSPXM---------',
  })
  const late = await asha.raw(insertUpdateManualTrack, {
    ...draft,
    id: made.id,
    expected_version: 1,
    name: 'Mine',
  })
  expect(late).toMatchObject({ Code: 'VERSION_CONFLICT', Data: { version: 2, updated_by: 'binu' } })
  expect(await binu.raw(deleteManualTrack, { id: made.id })).toMatchObject({ Code: 'FORBIDDEN' })
  expect(
    await binu.raw(insertUpdateManualTrack, {
      ...draft,
      id: made.id,
      expected_version: 2,
      visibility: 'PRIVATE',
    }),
  ).toMatchObject({ Code: 'FORBIDDEN' })
  await asha.call(deleteManualTrack, { id: made.id, reason: 'gone' })
  expect(await names(binu)).toEqual([])
  const record = await server.call(getAudit, { action: 'deleteManualTrack' })
  expect(record.items[0]).toMatchObject({ object_id: made.id, reason: 'gone', actor: 'asha' })
})

test('points that do not make their kind are refused, and say why', async () => {
  const bad: [object, RegExp][] = [
    [{ points: [at(0, 0), at(1, 1)] }, /a point has one place/],
    [{ kind: 'LINE' }, /two places/],
    [{ kind: 'AREA', points: [at(0, 0), at(1, 1)] }, /three different corners/],
    [
      { kind: 'AREA', points: [at(10, 70), at(12, 72), at(10, 72), at(12, 70)] },
      /crosses itself near 11.0000 N/,
    ],
    [{ kind: 'MOVING' }, /a time at every place/],
    [{ kind: 'MOVING', points: [at(0, 0, 5), at(0, 1, 5)] }, /later than the one before/],
    [{ symbol: 'not a symbol' }, /MIL-STD-2525/],
    [{ points: [at(91, 0)] }, /points/],
    [{ credibility: 7 }, /credibility/],
    [{ linked_mmsi: '12' }, /nine digits/],
  ]
  for (const [more, why] of bad) {
    const answer = await asha.raw(insertUpdateManualTrack, { ...draft, ...more })
    expect(answer).toMatchObject({ Code: 'VALIDATION' })
    expect(answer.Message).toMatch(why)
  }
  expect(await names(asha)).toEqual([])
})

test('lists are limited by box, by time and by what was known', async () => {
  clock.turn(1000)
  await plot(asha, { name: 'here' })
  const noon = new Date(clock.now()).toISOString()
  clock.turn(60_000)
  await plot(asha, {
    name: 'run',
    kind: 'MOVING',
    points: [at(20, 60, -0.5), at(20, 61, 0)],
    state: 'CLOSED',
  })
  const { id } = await plot(asha, { name: 'far', points: [at(-20, 179.5)] })
  const list = async (more: object) =>
    (await binu.call(getManualTracks, { domain: 'REAL' as const, ...more })).items.map(({ name }) => name)
  expect(await list({ bbox: '70,5,75,15' })).toEqual(['here'])
  expect(await list({ bbox: '179,-25,-179,-15' })).toEqual(['far'])
  expect(await list({ as_of: noon })).toEqual(['here'])
  expect(await list({ from: new Date(clock.now() + 60_000).toISOString() })).toEqual(['here', 'far'])
  expect(await list({ to: noon })).toEqual(['here'])
  expect(await names(dev)).toEqual(['here'])
  expect(await dev.raw(deleteManualTrack, { id })).toMatchObject({ Code: 'NOT_FOUND' })
  await clear()
})

/** Opens a screen that shows the state from pushes. */
async function aScreen(who: Session) {
  const watcher = new Watcher(server.base, who.token)
  await new Promise<void>((resolve) => watcher.socket.on('connect', () => resolve()))
  return {
    watcher,
    held: () => {
      const held = new Map<string, ManualTrack>()
      for (const { name, payload } of watcher.events) {
        if (name !== manualTrackUpdate.wire) continue
        const read = manualTrackUpdate.payload(payload)
        if (!read.ok) throw new Error(JSON.stringify(read.fields))
        if ('removed' in read.value) held.delete(read.value.id)
        else held.set(read.value.id, read.value)
      }
      return [...held.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    },
  }
}

test('after changes, hiding and deletion each screen holds what a new query returns', async () => {
  const people = [asha, binu, dev, server]
  const screens = await Promise.all(people.map(aScreen))
  const one = await plot(asha)
  const two = await plot(asha, { name: 'far', points: [at(-10, 100)] })
  await plot(binu, { name: 'own', visibility: 'PRIVATE' })
  const move = { id: two.id, expected_version: 1, points: [at(11, 73)] }
  await binu.call(insertUpdateManualTrack, { ...draft, ...move })
  await asha.call(insertUpdateManualTrack, { ...draft, id: one.id, expected_version: 1, visibility: 'GROUP' })
  const three = await plot(server, { name: 'short' })
  await server.call(deleteManualTrack, { id: three.id })
  for (const [i, who] of people.entries())
    await until(async () => {
      const fresh = (await who.call(getManualTracks, { domain: 'REAL' })).items
      fresh.sort((a, b) => (a.id < b.id ? -1 : 1))
      return JSON.stringify(screens[i]!.held()) === JSON.stringify(fresh)
    }, `screen ${i} holds what is so`)
  expect(screens[2]!.held().map(({ id }) => id)).toEqual([two.id])
  for (const { watcher } of screens) watcher.close()
  await clear()
})

const idOf = { asha: 'test-asha', binu: 'test-binu' }
const setUp = (more: object = {}) =>
  server.call(saveExercise, {
    name: 'Monsoon Watch',
    factor: 10,
    players: [idOf.binu],
    leads: [idOf.asha],
    scoring: [{ text: 'found in time', points: null }],
    ...more,
  })
const act = (
  who: Session,
  exercise_id: string,
  action: (typeof EXERCISE_ACTIONS)[number],
  more: object = {},
) => who.call(ttxOverlayWrite, { exercise_id, action, objects: [], ...more })
const { visibility: _, state: __, domain: ___, exercise_id: ____, t_plus: _____, ...object } = draft
const shown = async (who: Session, exercise_id: string, more: object = {}) => {
  const overlay = await who.call(ttxOverlay, { exercise_id, ...more })
  return { names: overlay.objects.map(({ name }) => name), ...overlay }
}

test('an exercise is planned, runs, pauses, rewinds and ends, and each step is checked', async () => {
  for (const members of [{ players: ['test-nobody'] }, { leads: ['test-nobody'] }])
    expect(
      await server.raw(saveExercise, {
        name: 'x',
        factor: 1,
        players: [],
        leads: [],
        scoring: [],
        ...members,
      }),
    ).toMatchObject({ Code: 'VALIDATION', fields: [{ field: Object.keys(members)[0] }] })
  const { id } = await setUp()
  for (const action of ['PAUSE', 'REWIND', 'END', 'REVIEW'] as const)
    expect(await asha.raw(ttxOverlayWrite, { exercise_id: id, action, objects: [] })).toMatchObject({
      Code: 'VALIDATION',
    })
  await act(asha, id, 'INJECT', { objects: [{ ...object, name: 'first' }], at: 0 })
  await act(asha, id, 'INJECT', {
    objects: [{ ...object, name: 'second' }],
    message: 'Distress call',
    at: 600,
  })
  expect((await shown(binu, id)).names).toEqual([])
  await act(asha, id, 'START')
  const first = await shown(binu, id)
  expect(first.names).toEqual(['first'])
  expect(first.objects[0]).toMatchObject({ domain: 'EXERCISE', symbol: 'SJSPXM---------', mine: false })
  // Players receive no future injects and no scores.
  expect(first.exercise).toMatchObject({
    leading: false,
    scoring: [],
    injects: [{ kind: 'OBJECT', state: 'DONE' }],
  })
  expect((await shown(asha, id)).exercise.injects.map(({ state }) => state)).toEqual([
    'DONE',
    'WAITING',
    'WAITING',
  ])
  clock.turn(60_000)
  const second = await shown(binu, id)
  expect(second.clock.second).toBe(600)
  expect(second.names).toEqual(['first', 'second'])
  expect(second.exercise.injects.map(({ payload }) => payload.text)).toEqual([
    'first',
    'second',
    'Distress call',
  ])
  expect((await shown(binu, id, { at: 30 })).names).toEqual(['first'])
  await act(asha, id, 'PAUSE')
  clock.turn(120_000)
  expect((await shown(binu, id)).clock.second).toBe(600)
  await act(asha, id, 'REWIND', { at: 100 })
  expect((await shown(binu, id)).names).toEqual(['first'])
  expect(
    await asha.raw(ttxOverlayWrite, { exercise_id: id, action: 'REWIND', objects: [], at: 101 }),
  ).toMatchObject({
    Code: 'VALIDATION',
  })
  await act(asha, id, 'START')
  clock.turn(60_000)
  expect((await shown(binu, id)).names).toEqual(['first', 'second'])
  await act(asha, id, 'END')
  expect(await shown(binu, id)).toMatchObject({ names: [], exercise: { injects: [] } })
  expect((await binu.call(getManualTracks, { domain: 'EXERCISE' })).items).toEqual([])
  // The lead reviews the exercise.
  expect((await asha.call(getManualTracks, { domain: 'EXERCISE', exercise_id: id })).items).toHaveLength(2)
  const reviewed = await act(asha, id, 'REVIEW')
  expect(reviewed.clock).toMatchObject({ state: 'REVIEWED', elapsed_s: 700 })
})

test('an exercise is returned as of an instant, to players only what they are shown now', async () => {
  const { id } = await setUp()
  await act(asha, id, 'INJECT', { objects: [{ ...object, name: 'boat' }], message: 'Distress call', at: 600 })
  await act(asha, id, 'START')
  clock.turn(30_000)
  const early = new Date(clock.now()).toISOString()
  clock.turn(60_000)
  const late = new Date(clock.now()).toISOString()
  clock.turn(1000)
  const then = (who: Session, as_of: string) => shown(who, id, { as_of })
  for (const who of [asha, binu]) {
    expect(await then(who, early)).toMatchObject({ names: [], clock: { now: early, second: 300 } })
    expect(await then(who, late)).toMatchObject({ names: ['boat'], clock: { now: late, second: 900 } })
  }
  expect((await then(binu, late)).exercise.injects).toHaveLength(2)
  await act(asha, id, 'END')
  await server.call(saveExercise, {
    id,
    expected_version: (await shown(asha, id)).exercise.version,
    name: 'Renamed',
    factor: 10,
    players: [idOf.binu],
    leads: [idOf.asha],
    scoring: [],
  })
  const listed = async (who: Session) =>
    (await who.call(getExercises, { as_of: late })).items.find((one) => one.id === id)
  expect(await listed(asha)).toMatchObject({ name: 'Monsoon Watch', clock: { state: 'RUNNING' } })
  expect((await listed(asha))!.scoring).toHaveLength(1)
  expect((await then(asha, late)).names).toEqual(['boat'])
  const plotted = async (who: Session) =>
    (await who.call(getManualTracks, { domain: 'EXERCISE', exercise_id: id, as_of: late })).items.length
  expect([await plotted(asha), await plotted(binu)]).toEqual([1, 0])
  // It is over: players are shown nothing of it, of no instant.
  expect(await then(binu, late)).toMatchObject({ names: [], exercise: { injects: [], scoring: [] } })
  expect((await dev.call(getExercises, { as_of: late })).items).toEqual([])
  expect(await dev.raw(ttxOverlay, { exercise_id: id, as_of: late })).toMatchObject({ Code: 'NOT_FOUND' })
})

test('players view and leads act; no other user sees the exercise', async () => {
  const { id } = await setUp()
  const wanted = { exercise_id: id, objects: [] }
  expect(await binu.raw(ttxOverlayWrite, { ...wanted, action: 'START' })).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await dev.raw(ttxOverlayWrite, { ...wanted, action: 'START' })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await dev.raw(ttxOverlay, { exercise_id: id })).toMatchObject({ Code: 'NOT_FOUND' })
  expect((await dev.call(getExercises, {})).items).toEqual([])
  expect(
    await asha.raw(saveExercise, { name: 'x', factor: 1, players: [], leads: [], scoring: [] }),
  ).toMatchObject({
    Code: 'FORBIDDEN',
  })
  const more = { ...draft, domain: 'EXERCISE' as const, exercise_id: id, t_plus: 0 }
  expect(await binu.raw(insertUpdateManualTrack, more)).toMatchObject({ Code: 'FORBIDDEN' })
  const planted = await asha.call(insertUpdateManualTrack, more)
  await act(asha, id, 'START')
  expect((await shown(binu, id)).names).toEqual(['Skiff'])
  await act(asha, id, 'CLEAR')
  expect((await shown(binu, id)).names).toEqual([])
  expect(await asha.raw(deleteManualTrack, { id: planted.id })).toMatchObject({ Code: 'NOT_FOUND' })
})

test('members receive changes and planned injects; a restart loses nothing', async () => {
  const { id } = await setUp()
  const watchers = await Promise.all([asha, binu, dev].map(aScreen))
  const found = (who: number) =>
    watchers[who]!.watcher.events.filter(({ name, payload }) => {
      const read = tableUpdate.payload(payload)
      return name === tableUpdate.wire && read.ok && read.value.ids.includes(id)
    }).length
  await act(asha, id, 'INJECT', { objects: [object], at: 600 })
  await act(asha, id, 'START')
  await until(() => found(1) >= 3, 'the player hears of the start')
  const before = found(1)
  clock.turn(60_000)
  await until(() => found(1) === before + 1, 'the player hears of what came up')
  expect((await shown(binu, id)).names).toEqual(['Skiff'])
  expect(found(2)).toBe(0)
  for (const { watcher } of watchers) watcher.close()
  const { exercise, clock: stored } = await shown(asha, id)
  expect(exerciseSecond(exercise.clock, Date.parse(stored.now))).toBe(stored.second)
  await server.halt()
  clock.turn(30_000)
  server = await aServer([], server.database, { clock })
  const again = await server.logIn('asha', PASSWORD)
  expect(await again.call(ttxOverlay, { exercise_id: id })).toMatchObject({
    objects: [{ name: 'Skiff' }],
    clock: { second: stored.second + 300 },
  })
})
