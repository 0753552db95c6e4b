import {
  addVesselEventsAndDisasters as saveEvent,
  getEventFile,
  getEventFilePreview,
  getEventFileThumbnail,
  uploadEventFile,
} from '@samudra/contract/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { box, geoJsonOf, kmlOf } from '../../../../testing/samples/geo-files.ts'
import { aPng } from '../../../../testing/samples/pictures.ts'
import { download, upload } from '../../../../testing/samples/uploads.ts'
import { anEvent } from '../../../../testing/seas/an-event.ts'

type Session = Awaited<ReturnType<typeof aUser>>
let server: TestServer
let asha: Session
let binu: Session
beforeAll(async () => {
  server = await aServer()
  asha = await aUser(server, 'asha', ['*'], { group_ids: ['navy'] })
  binu = await aUser(server, 'binu', ['*'], { group_ids: ['coast'] })
})
afterAll(() => server.close())

const put = (who: Session | TestServer, name: string, bytes: Buffer) =>
  upload(server.base, who.token, uploadEventFile, { name }, bytes)

test('files are typed by content, shown as rows, and returned with the event to users who see it', async () => {
  const areas = [{ rings: [box(70, 5, 71, 6)], properties: { name: 'Search area' } }]
  const map = await put(asha, 'area.txt', geoJsonOf(areas))
  if (!map.Status) throw new Error(map.Message)
  expect(map.Data).toMatchObject({
    type: 'application/geo+json',
    scan: 'CLEAN',
    preview: {
      format: 'GeoJSON',
      total: 1,
      errors: [],
      rows: [{ at: 1, properties: { name: 'Search area' } }],
    },
  })
  const table = await put(asha, 'hits.csv', Buffer.from('lat,lon,what\n10,72,skiff\n95,0,nonsense\n'))
  expect(table).toMatchObject({
    Data: { type: 'text/csv', preview: { rows: [{ line: 2 }], errors: [{ at: 2, line: 3 }] } },
  })
  const note = await put(asha, 'note', Buffer.from('Seen at dawn. \u2013 OOW'))
  const photo = await put(asha, 'x.exe', aPng(2, 2))
  expect([note, photo].map((one) => one.Status && [one.Data.type, one.Data.scan, one.Data.preview])).toEqual([
    ['text/plain', 'CLEAN', null],
    ['image/png', 'CLEAN', null],
  ])
  const file_ids = [map.Data.file_id]
  expect(await binu.raw(saveEvent, anEvent({ file_ids }))).toMatchObject({ Code: 'VALIDATION' })
  expect(
    (await download(server.base, binu.token, getEventFile, { id: file_ids[0]! })).envelope,
  ).toMatchObject({ Code: 'NOT_FOUND' })
  const event = await asha.call(saveEvent, anEvent({ file_ids, visibility: 'GROUP' }))
  expect(event.files).toMatchObject([{ id: file_ids[0], name: 'area.txt', is_map: true }])
  const got = await download(server.base, asha.token, getEventFile, { id: file_ids[0]! })
  expect(got.bytes.equals(geoJsonOf(areas))).toBe(true)
  expect(got.envelope).toMatchObject({
    Data: { sha256: map.Data.sha256, content_type: 'application/geo+json' },
  })
  expect(await asha.call(getEventFilePreview, { id: file_ids[0]! })).toEqual(map.Data.preview)
  expect(await binu.raw(getEventFilePreview, { id: file_ids[0]! })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await asha.raw(saveEvent, anEvent({ file_ids }))).toMatchObject({ Code: 'VALIDATION' })
})

test('an image has a thumbnail for users who see it, and other files have none', async () => {
  const small = (id: string, { token } = asha) => download(server.base, token, getEventFileThumbnail, { id })
  const stored = async (name: string, bytes: Buffer) => {
    const reply = await put(asha, name, bytes)
    if (!reply.Status) throw new Error(reply.Message)
    return reply.Data.file_id
  }
  const photo = await stored('wide.png', aPng(1000, 500))
  for (let n = 0; n < 2; n++) {
    const { envelope, bytes } = await small(photo)
    expect(envelope).toMatchObject({ Status: true, Data: { content_type: 'image/webp' } })
    // Image size in the RIFF data, in a key frame of VP8.
    expect(bytes.subarray(8, 15).toString()).toBe('WEBPVP8')
    expect([bytes.readUInt16LE(26), bytes.readUInt16LE(28)]).toEqual([320, 160])
  }
  expect((await small(photo, binu)).envelope).toMatchObject({ Code: 'NOT_FOUND' })
  const note = await stored('note.txt', Buffer.from('no picture'))
  expect((await small(note)).envelope).toMatchObject({ Code: 'NOT_FOUND' })
})

test('a file with active content is blocked and not stored, and a file too large is rejected', async () => {
  const blocked = {
    'a.pdf': '%PDF-1.4\n3 0 obj <</S /JavaScript /JS (app.alert(1))>> endobj',
    'empty.pdf': '%PDF-1.7',
    'page.pdf': '%PDF-1.7\n<!doctype html><script>alert(1)</script>',
    'broken.png': aPng(1000, 500).subarray(0, 60).toString('latin1'),
    'head.jpg': '\xff\xd8\xff\xe0\0\x10JFIF\0\x01',
    'head.webp': 'RIFF\x04\0\0\0WEBP',
    'script.gif': 'GIF89a=1;alert(document.domain)//',
    'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'a.html': '<!doctype html><script>alert(1)</script>',
    'a.png': 'MZ\u0090\0\u0003',
    'a.kml': '<!DOCTYPE kml [<!ENTITY a SYSTEM "file:///etc/passwd">]><kml>&a;</kml>',
  }
  for (const [name, text] of Object.entries(blocked)) {
    const answer = await put(asha, name, Buffer.from(text, 'latin1'))
    expect(answer).toMatchObject({ Data: { scan: 'BLOCKED', preview: null, why: expect.any(String) } })
    if (!answer.Status) continue
    expect(await asha.raw(saveEvent, anEvent({ file_ids: [answer.Data.file_id] }))).toMatchObject({
      Code: 'VALIDATION',
    })
  }
  expect(await put(asha, 'big.txt', Buffer.alloc(25 * 1024 * 1024 + 1, 0x61))).toMatchObject({
    Code: 'TOO_LARGE',
  })
  expect(await put(asha, 'none.txt', Buffer.alloc(0))).toMatchObject({ Code: 'BAD_FORMAT' })
  const odd = await put(
    asha,
    'odd.kml',
    kmlOf([
      {
        rings: [
          [
            [0, 0],
            [1, 1],
            [0, 0],
          ],
        ],
        properties: { name: 'x' },
      },
    ]),
  )
  expect(odd).toMatchObject({ Data: { scan: 'CLEAN', preview: { rows: [], errors: [{ at: 1 }] } } })
})
