import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { acknowledgeAlerts, type Alert } from '@samudra/contract/alerts'
import { getAudit } from '@samudra/contract/audit'
import { addVesselEventsAndDisasters } from '@samudra/contract/events'
import { getEvidence } from '@samudra/contract/evidence'
import { getAisHistoryForTrackBtwInterval } from '@samudra/contract/history'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, Receiver, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aHit, found } from '../../../../testing/seas/alerts.ts'
import { misled } from '../../../../testing/seas/misled.ts'
import { anEvent } from '../../../../testing/seas/an-event.ts'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aFix, storeFixes } from '../../../../testing/seas/fixes.ts'
import { query } from '../../../platform/needs/query.ts'
import { download } from '../../../../testing/samples/uploads.ts'

const NUMBER = 419000801
const mmsi = String(NUMBER)
const HIT = 'hit.of.evidence'
/** Number of a source that few users see. */
const HIDDEN = 2
const COMMENT = 'Called on channel 16, no answer'
type Part = { name: string; title: string; sha256: string; text: string }
type File = { about: object; sha256: string; manifest: string; parts: Part[]; read_me: string[] }
type Row = {
  named: boolean
  source: string
  from_previous: { required_kn: number; distance_nm: number } | null
}
type Parts = {
  finding: { sentences: string[] }
  conditions: unknown[][]
  positions: Row[]
  map: object
  messages: { stored: boolean; lines: string[] }[]
  actions: { by: string | null; what: string }[]
  'left-out': string[]
}

let receiver: Receiver
let server: TestServer
let alert: Alert
let sent: string[]

/** A vessel is received at 10°N and moments later at 20°N, which a detector finds. */
beforeAll(async () => {
  receiver = await Receiver.listen()
  const database = await aDatabase()
  await sql`insert into sources (id, code, name) values (1, 'MSIS', 'MSIS'), (${HIDDEN}, 'HIDDEN', 'HIDDEN')`.execute(
    query(database.db),
  )
  server = await aServer([receiver.feed('MSIS')], database)
  const position = (lat: number, agoS: number) => {
    const at = Math.floor(Date.now() / 1000) - agoS
    return encodePosition(
      { mmsi: NUMBER, lat, lon: 72, sog: 12, cog: 90 },
      { tagBlock: { c: at, s: 'KOCHI' } },
    )
  }
  sent = [...position(10, 20), ...position(20, 5)]
  await receiver.send(sent)
  const period = {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
  }
  const fixes = async () => (await server.call(getAisHistoryForTrackBtwInterval, { mmsi, ...period })).items
  await until(async () => (await fixes()).length === 2, 'both positions are stored')
  const fix_ids = (await fixes()).map(({ id }) => Number(id))
  const now = Date.now()
  const why = {
    asked: 'implied speed above 60 kn',
    verdict: 'TRUE',
    value: 9000,
    threshold: 60,
    unit: 'kn',
  } as const
  const hit = aHit(now, {
    id: HIT,
    mmsi: NUMBER,
    rule_version: 1,
    explanation: { ...why, window: null, fix_ids, of: [] },
  })
  ;[alert] = (await found(server, [hit], (alerts) => alerts.length === 1)) as [Alert]
  await server.call(acknowledgeAlerts, { ids: [alert.id], action: 'ACK' })
  await server.call(acknowledgeAlerts, { ids: [alert.id], action: 'COMMENT', comment: COMMENT })
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

async function evidenceOf(kind: 'alert' | 'event', id: string, { token } = { token: server.token }) {
  const { envelope, bytes } = await download(server.base, token, getEvidence, { kind, id, format: 'json' })
  const file = bytes.length === 0 ? null : (JSON.parse(bytes.toString()) as File)
  const part = <Name extends keyof Parts>(name: Name) =>
    JSON.parse(file!.parts.find((one) => one.name === name)!.text) as Parts[Name]
  return { envelope, file: file!, part, bytes }
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('evidence of an alert states the finding, both positions, the leg between, and the messages', async () => {
  const { part } = await evidenceOf('alert', alert.id)
  const { sentences } = part('finding')
  expect(sentences).toEqual(
    expect.arrayContaining([
      expect.stringContaining(`MMSI ${mmsi}`),
      expect.stringMatching(
        /^From position 1 \(10°00\.000'N 072°00\.000'E.*source MSIS, station KOCHI.*position 2 \(20°00\.000'N.*601\.\d+ NM.*one vessel would need [\d,]+ kn\. It reported 12\.0 kn\.$/,
      ),
    ]),
  )
  const positions = part('positions')
  expect(positions).toMatchObject([
    { named: true, source: 'MSIS', from_previous: null },
    { named: true, source: 'MSIS', from_previous: { distance_nm: expect.closeTo(601.1, 0) as number } },
  ])
  expect(part('messages').map(({ lines }) => lines)).toEqual(sent.map((line) => [line]))
  expect(part('conditions')).toMatchObject([[{ asked: 'implied speed above 60 kn', value: '9,000 kn' }]])
})

test('evidence as JSON has the map as GeoJSON, with the impossible leg', async () => {
  const { part } = await evidenceOf('alert', alert.id)
  expect(part('map')).toMatchObject({
    type: 'FeatureCollection',
    features: [
      {
        properties: { what: 'impossible leg' },
        geometry: { coordinates: [expect.arrayContaining([72]), expect.arrayContaining([72])] },
      },
      { geometry: { type: 'Point' }, properties: { label: '1' } },
      { geometry: { type: 'Point' }, properties: { label: '2' } },
    ],
  })
})

test('evidence of an alert states who acknowledged it and who commented, with the time', async () => {
  const { part } = await evidenceOf('alert', alert.id)
  expect(part('actions').filter(({ by }) => by !== null)).toMatchObject([
    { by: 'admin', what: 'Acknowledged the alert.', comment: null },
    { by: 'admin', what: 'Commented on the alert.', comment: COMMENT },
  ])
})

test('parts have the SHA-256 of their text, equal for files of one state and in the audit record', async () => {
  let { file, envelope } = await evidenceOf('alert', alert.id)
  // Later detections of the vessel are in the later file.
  await until(async () => {
    ;({ file, envelope } = await evidenceOf('alert', alert.id))
    const pdf = await download(server.base, server.token, getEvidence, { kind: 'alert', id: alert.id })
    const { sha256: later, content_type } = pdf.envelope.Data as { sha256: string; content_type: string }
    return content_type === 'application/pdf' && later === file.sha256
  }, 'PDF and JSON are of the same state')
  for (const part of file.parts) expect(part.sha256).toBe(sha256(part.text))
  expect(file.manifest).toBe(file.parts.map((part) => `${part.sha256}  ${part.name}\n`).join(''))
  expect(file.sha256).toBe(sha256(file.manifest))
  expect(envelope.Data).toMatchObject({ sha256: file.sha256, content_type: 'application/json' })
  const { items } = await server.call(getAudit, { action: 'getEvidence', object_id: alert.id })
  const recorded = items.filter(({ after }) => (after as { sha256?: string }).sha256 === file.sha256)
  expect(recorded.map(({ after }) => (after as { format: string }).format)).toEqual(
    expect.arrayContaining(['pdf', 'json']),
  )
})

/** Reader of PDFs; Debian has it in poppler-utils. */
const READER = 'pdftotext'
test.skipIf(spawnSync(READER, ['-v']).error !== undefined)(
  'the PDF has the sentences, the positions, the messages, the actions and the SHA-256 of each part',
  async () => {
    const { file } = await evidenceOf('alert', alert.id)
    const { bytes } = await download(server.base, server.token, getEvidence, { kind: 'alert', id: alert.id })
    const text = execFileSync(READER, ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' })
    for (const words of [
      'What was found',
      'one vessel would need',
      "20°00.000'N",
      sent[0]!.slice(-40, -8),
      'Acknowledged the alert.',
      COMMENT,
      'All times are UTC',
      ...file.parts.map((part) => part.sha256),
      file.sha256,
    ])
      expect(text).toContain(words)
  },
)

test('a detected event has the same evidence by its own id, with the actions on its alert', async () => {
  const { part } = await evidenceOf('event', HIT)
  expect(part('actions').map(({ what }) => what)).toEqual(
    expect.arrayContaining(['The event was detected.', 'The alert was raised.', 'Acknowledged the alert.']),
  )
  expect(part('finding')).toMatchObject({
    kind: 'event',
    type: 'SPOOFING_EVENT',
    rule: { version: 1 },
  })
  expect(part('positions').filter(({ named }) => named)).toHaveLength(2)
})

test('an event that people reported has its versions, and states that no position is named', async () => {
  const event = await server.call(addVesselEventsAndDisasters, anEvent())
  await server.call(addVesselEventsAndDisasters, {
    ...anEvent({ status: 'CONFIRMED' }),
    id: event.id,
    expected_version: event.version,
  })
  const { part } = await evidenceOf('event', event.id)
  expect(part('finding').sentences).toContain('An officer confirmed this event.')
  expect(part('actions')).toMatchObject([
    { by: 'admin', what: 'Reported the event.' },
    { by: 'admin', what: 'Changed the event; its status is CONFIRMED.' },
  ])
  expect(part('left-out')).toEqual([expect.stringContaining('No vessel is named')])
})

test('a user of another source gets no evidence; of some sources, the file states what it omits', async () => {
  const blind = await aUser(server, 'blind', ['SATX'])
  expect((await evidenceOf('alert', alert.id, blind)).envelope).toMatchObject({
    Status: false,
    Code: 'NOT_FOUND',
  })
  const asha = await aUser(server, 'asha', ['MSIS'])
  const { part } = await evidenceOf('alert', alert.id, asha)
  expect(part('left-out')[0]).toMatch(
    /may see the sources MSIS in every area\. Positions, messages and names of other sources/,
  )
})

test('positions and messages of a source a user does not see are neither in the file nor counted', async () => {
  const at = Date.now() - 60_000
  const hidden = aFix({ mmsi: NUMBER, source: HIDDEN, recTime: at, fixId: at * 1024, lat: 15e6, lon: 72e6 })
  await storeFixes(server.database.db, [hidden])
  const sourcesFor = async (reader?: { token: string }) => {
    const { part, bytes } = await evidenceOf('alert', alert.id, reader)
    return { sources: new Set(part('positions').map(({ source }) => source)), text: bytes.toString() }
  }
  expect((await sourcesFor()).sources).toEqual(new Set(['MSIS', 'HIDDEN']))
  const { sources, text } = await sourcesFor(await aUser(server, 'binu', ['MSIS']))
  expect(sources).toEqual(new Set(['MSIS']))
  expect(text).not.toContain('HIDDEN')
  expect(text).not.toContain("15°00.000'N")
})

test('messages that are past their retention are left out, and the file states that', async () => {
  const other = NUMBER + 1
  const hit = await misled(
    server.database.db,
    Date.now(),
    other,
    { lat: 30, lon: 72 },
    { agoMin: 60 * 24 * 40 },
  )
  const alerts = await found(server, [hit], (items) => items.length === 2)
  const { part } = await evidenceOf('alert', alerts.find((one) => one.mmsi === String(other))!.id)
  expect(part('messages')).toMatchObject(Array.from({ length: 4 }, () => ({ stored: false, lines: [] })))
  expect(part('left-out')).toEqual([
    expect.stringMatching(/not stored for 4 of 4 positions\. Raw messages are stored for \d+ days/),
  ])
})
