import {
  checkPortImport,
  commitPortImport,
  deletePort,
  getPortDetails,
  getPortImports,
  getPorts,
  getPortVersions,
  undoPortImport,
  updatePort,
  type PortImport,
} from '@samudra/contract/ports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { upload } from '../../../../testing/samples/uploads.ts'
import { expectedRow, NO_PARTICULARS } from '../../vessels/port-calls/call-row.ts'
import { inCalls, storeCalls } from '../../vessels/port-calls/port-calls.sql.ts'

let server: TestServer
beforeAll(async () => void (server = await aServer()))
afterAll(() => server.close())

const send = (text: string | Buffer, more: object = {}) =>
  upload(
    server.base,
    server.token,
    checkPortImport,
    { name: 'ports.csv', source: 'a list', ...more },
    Buffer.from(text),
  )
const check = async (text: string | Buffer, more: object = {}): Promise<PortImport> => {
  const answer = await send(text, more)
  if (!answer.Status) throw new Error(`${answer.Code}: ${answer.Message}`)
  return answer.Data
}
const found = ({ rows }: PortImport) => rows.map(({ line, action, why }) => [line, action, why])

const WPI_HEAD =
  'OID_,World Port Index Number,Main Port Name,Alternate Port Name,UN/LOCODE,Country Code,Harbor Size,Facilities - Container,Latitude,Longitude'
const wpi = (...lines: string[]) => [WPI_HEAD, ...lines].join('\r\n')
/** As it is published: twelve columns without names, in Latin 1. */
const locode = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1')

test('a World Port Index gets a dry run, one commit, and moves known ports only on request', async () => {
  const file = wpi(
    '1,48810,KHAWR FAKKAN NEW,,AE ZZA,United Arab Emirates,Small,Yes,25.35,56.36',
    '2,48811,"MINA, RAYSUT",RISUT,OM SLL,Oman,Medium,Yes,16.93,54.0',
    '3,48812,DIBBA,,,United Arab Emirates,Small,No,25.7,56.28',
    '4,48813,NOWHERE,,,Atlantis,Small,No,1,1',
    '5,48814,LOST,,IN ZZQ,India,Small,No,ninety,72',
  )
  const dry = await check(file)
  expect(dry).toMatchObject({
    format: 'World Port Index',
    counts: { add: 1, change: 2, skip: 0, errors: 2, passed: 0 },
    errors: [
      { line: 5, why: expect.stringContaining('"Atlantis" is no country; nearest: ') },
      { line: 6, why: 'has no valid latitude and longitude' },
    ],
  })
  expect(found(dry)).toEqual([
    [2, 'add', ''],
    [3, 'change', 'adds other names, facilities; is 0.9 NM away, not moved: a harbour is drawn here'],
    [4, 'change', 'adds facilities; is 5.7 NM away, not moved'],
  ])
  expect((await server.call(getPorts, { q: 'AEZZA' })).items).toEqual([])
  const moving = await check(file, { move: true })
  expect(found(moving)[2]).toEqual([4, 'change', 'adds facilities; moves it by 5.7 NM'])
  const both = await Promise.all([1, 2].map(() => server.raw(commitPortImport, { id: moving.id })))
  expect(both.map(({ Status }) => Status).sort()).toEqual([false, true])
  const [added] = (await server.call(getPorts, { q: 'AEZZA' })).items
  expect(added).toMatchObject({ name: 'Khawr Fakkan New', country: 'AE', origin: 'FILE', source: 'a list' })
  expect(await server.call(getPortDetails, { id: 'OMSLL' })).toMatchObject({
    name: 'Salalah',
    lat: 16.945,
    version: 1,
  })
  const { items } = await server.call(getPortVersions, { id: 'OMSLL' })
  expect(items.map(({ origin, reason }) => [origin, reason])).toEqual([
    ['RELEASE', ''],
    ['FILE', 'import of ports.csv'],
  ])
  // What would change them was made of what they were before.
  expect(await server.raw(commitPortImport, { id: dry.id })).toMatchObject({ Code: 'VERSION_CONFLICT' })
  expect((await check(file, { move: true })).counts).toMatchObject({ add: 0, change: 0, skip: 3 })
})

test('UN/LOCODE is read as it is published: ports only, in degrees and minutes, with accents', async () => {
  const dry = await check(
    locode(
      ',"IN",,".INDIA",,,,,,,,',
      ',"IN","ZZB","Chèvre","Chevre","KL","AI","1-3-----","0901",,"0958N 07614E",',
      ',"IN","AGR","Agra","Agra","UP","AI","--34----","0901",,"2711N 07801E",',
      ',"IN","COK","Cochin","Cochin","KL","AI","1-345---","0901",,"0958N 07614E",',
      ',"IN","ZZC","Unplaced","Unplaced","KL","AI","1-------","0901",,,',
      ',"IN","ZZD","Wrong","Wrong","KL","AI","1-------","0901",,"95 8N",',
    ),
  )
  expect(dry).toMatchObject({
    format: 'UN/LOCODE',
    counts: { add: 1, change: 0, skip: 2, errors: 1, passed: 2 },
  })
  expect(found(dry)).toEqual([
    [2, 'add', ''],
    [4, 'skip', 'is unchanged; is 1.9 NM away, not moved: a harbour is drawn here'],
    [5, 'skip', 'has no position and is unknown'],
  ])
  await server.call(commitPortImport, { id: dry.id })
  expect((await server.call(getPorts, { q: 'chèvre' })).items).toMatchObject([
    { locode: 'INZZB', lat: 9.96667, lon: 76.23333, alias: ['Chèvre'] },
  ])
})

test('a file never reverts a correction of a user here, and the report names the user', async () => {
  await server.call(updatePort, { id: 'LKGAL', expected_version: 0, lat: 6.03 })
  const dry = await check(wpi('1,1,GALLE HARBOR,,LK GAL,Sri Lanka,Small,Yes,6.5,80.5'), { move: true })
  expect(found(dry)).toEqual([[2, 'skip', 'admin corrected this port. Change it manually']])
  expect(await server.raw(commitPortImport, { id: dry.id })).toMatchObject({ Code: 'VALIDATION' })
})

test('a hundred thousand bad lines are counted, the first of them named, and nothing is changed', async () => {
  const before = (await server.call(getPorts, { limit: 1 })).total
  const bad = Array.from({ length: 100_000 }, (_, i) => `${i},${i},,,XX,,,,,`)
  const dry = await check(wpi(...bad))
  expect(dry.counts).toEqual({ add: 0, change: 0, skip: 0, errors: 100_000, passed: 0 })
  expect(dry.errors).toHaveLength(500)
  expect(dry.errors[0]).toEqual({ line: 2, why: 'has no port name, or a name that is too long' })
  expect((await server.call(getPorts, { limit: 1 })).total).toBe(before)
})

test('a file that is neither list is refused with what it must be', async () => {
  expect(await send('name,where\nColombo,here\n')).toMatchObject({
    Code: 'BAD_FORMAT',
    Message:
      'Unknown columns. The World Port Index has "Main Port Name"; UN/LOCODE has "Country", "Location" and "Function".',
  })
})

test('thousands of ports come in at once, or none of them when one was changed meanwhile', async () => {
  const letters = (i: number) =>
    String.fromCharCode(...[1, 26, 676].map((n) => 65 + (Math.floor(i / n) % 26)))
  const lines = Array.from(
    { length: 3000 },
    (_, i) =>
      `${i},${i},ISLET ${i},,QZ${letters(i)},Maldives,Small,No,${(i % 80) / 10},${60 + Math.floor(i / 80) / 10}`,
  )
  const dry = await check(wpi(...lines))
  expect(dry.counts.add).toBe(3000)
  expect(dry.rows).toHaveLength(2000)
  await server.call(commitPortImport, { id: dry.id })
  expect((await server.call(getPorts, { q: 'islet 2999' })).items).toMatchObject([{ name: 'Islet 2999' }])
  const again = await check(wpi(...lines.map((line) => line.replace(',No,', ',Yes,'))))
  expect(again.counts.change).toBe(3000)
  const [one] = (await server.call(getPorts, { q: 'islet 2500' })).items
  await server.call(updatePort, { id: one!.id, expected_version: 1, radius_nm: 3 })
  expect(await server.raw(commitPortImport, { id: again.id })).toMatchObject({ Code: 'VERSION_CONFLICT' })
  expect((await server.call(getPorts, { q: 'islet 2499' })).items).toMatchObject([{ version: 1 }])
})

test('an import is undone as a whole, except for named objects that were changed or needed since', async () => {
  const dry = await check(
    wpi(
      '1,1,UNDO ONE,,MV ZZU,Maldives,Small,No,5.1,66.1',
      '2,2,UNDO TWO,,MV ZZV,Maldives,Small,No,5.2,66.2',
      '3,3,UNDO THREE,,MV ZZW,Maldives,Small,No,5.3,66.3',
      '4,4,UNDO FOUR,,MV ZZX,Maldives,Small,No,5.4,66.4',
      '5,5,TRINCO NEW NAME,,LK TRR,Sri Lanka,Small,Yes,8.55,81.21',
    ),
  )
  expect(await server.raw(undoPortImport, { id: dry.id, reason: 'x' })).toMatchObject({
    Code: 'VALIDATION',
    Message: 'This file was only previewed. There is nothing to undo.',
  })
  const before = await server.call(getPortDetails, { id: 'LKTRR' })
  const brought = await server.call(commitPortImport, { id: dry.id })
  const known = (await server.call(getPorts, { country: 'MV' })).items
  const [one, two, three, four] = ['MVZZU', 'MVZZV', 'MVZZW', 'MVZZX'].map((code) =>
    known.find(({ locode: is }) => is === code),
  )
  await server.call(updatePort, { id: one!.id, expected_version: 1, radius_nm: 3 })
  await server.call(deletePort, { id: two!.id, reason: 'not a port' })
  await expected(three!.id)
  expect((await server.call(getPortImports, {})).items[0]).toMatchObject({ id: dry.id, state: 'COMMITTED' })
  const both = await Promise.all(
    [1, 2].map(() => server.raw(undoPortImport, { id: dry.id, reason: 'the wrong file' })),
  )
  expect(both.map(({ Status }) => Status).toSorted()).toEqual([false, true])
  const stays = [
    { id: one!.id, name: 'Undo One', why: 'admin changed it after the import' },
    { id: three!.id, name: 'Undo Three', why: 'is used by: 1 port call under way or expected' },
  ]
  const found = both.find(({ Status }) => Status)!.Data as { stays: { id: string }[] }
  expect({ ...found, stays: found.stays.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }).toEqual({
    id: dry.id,
    removed: 1,
    restored: brought.changed,
    kept: 2,
    stays: stays.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  })
  const left = (await server.call(getPorts, { country: 'MV' })).items.map(({ id }) => id)
  const ofTheFile = known.map(({ id }) => id).filter((id) => id !== two!.id && id !== four!.id)
  expect(left.toSorted()).toEqual(ofTheFile.toSorted())
  expect(await server.raw(getPortDetails, { id: four!.id })).toMatchObject({ Code: 'NOT_FOUND' })
  const after = await server.call(getPortDetails, { id: 'LKTRR' })
  const { created_at, updated_at, updated_user_id } = after
  const now = { created_at, updated_at, updated_user_id, updated_by: 'admin' }
  expect(after).toEqual({ ...before, ...now, version: before.version + 2 })
  const { items } = await server.call(getPortVersions, { id: 'LKTRR' })
  expect(items.map(({ reason }) => reason)).toEqual(['', 'import of ports.csv', 'the wrong file'])
  expect((await server.call(getPortImports, {})).items[0]).toMatchObject({ id: dry.id, state: 'UNDONE' })
  expect(await server.raw(undoPortImport, { id: dry.id, reason: 'x' })).toMatchObject({
    Code: 'DUPLICATE',
    Message: 'This import was already undone.',
  })
})

/** A ship declares a port and is expected there. */
function expected(portId: string) {
  const at = Date.now()
  const call = expectedRow(undefined, {
    mmsi: 419000009,
    split: 0,
    at,
    portId,
    expectedAt: at + 3_600_000,
    text: portId,
    sources: [1],
    particulars: NO_PARTICULARS,
  })
  return inCalls(server.database.db, (client) => storeCalls(client, [call!]))
}
