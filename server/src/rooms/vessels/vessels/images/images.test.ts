import { createHash } from 'node:crypto'
import { getVesselDetailsV2 } from '@samudra/contract/vessels'
import {
  getVesselImage,
  getVesselImageFile,
  getVesselImg,
  LARGEST_VESSEL_IMAGE,
  removeVesselImage,
  uploadVesselImage,
  type VesselImage,
} from '@samudra/contract/vessel-images'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Receiver, aServer, until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { aPng } from '../../../../../testing/samples/pictures.ts'
import { download, upload } from '../../../../../testing/samples/uploads.ts'

const SHIP = '419000001'
let server: TestServer
let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.listen()
  server = await aServer([receiver.feed('MSIS')])
  await receiver.send(
    encodePosition({
      mmsi: Number(SHIP),
      lat: 10,
      lon: 72,
      sog: 0,
      cog: 0,
      navStatus: 1,
      second: new Date().getUTCSeconds(),
    }),
  )
  await until(async () => (await server.raw(getVesselDetailsV2, { mmsi: SHIP })).Status, 'the ship is known')
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})
const text = {
  mmsi: SHIP,
  name: 'bow.png',
  licence: 'CC BY 4.0',
  source: 'harbour master',
  author: 'Asha',
  taken_at: '2026-01-05T10:00:00.000Z',
}
const bring = (bytes: Uint8Array, token = server.token) =>
  upload(server.base, token, uploadVesselImage, text, bytes)

test('a vessel image is stored with owner, licence and date, shown in two sizes and deletable', async () => {
  const picture = aPng(640, 480)
  const { Data } = await bring(picture)
  expect(Data).toMatchObject({ ...text, mine: true, size: picture.length })
  expect(await server.call(getVesselImage, { mmsi: SHIP })).toMatchObject({
    total: 1,
    items: [{ licence: 'CC BY 4.0' }],
  })
  expect((await server.call(getVesselDetailsV2, { mmsi: SHIP })).images_count).toBe(1)
  const at = { mmsi: SHIP, id: (Data as VesselImage).id }
  const whole = await download(server.base, server.token, getVesselImageFile, at)
  expect(whole.bytes.equals(picture)).toBe(true)
  const small = await download(server.base, server.token, getVesselImageFile, { ...at, small: true })
  expect(small.envelope.Data).toMatchObject({ content_type: 'image/webp' })
  const card = await server.call(getVesselImg, { id: SHIP })
  expect(Buffer.from(card.data, 'base64').equals(small.bytes)).toBe(true)
  expect(card.sha256).toBe(createHash('sha256').update(small.bytes).digest('hex'))
  const other = await aUser(server, 'binu')
  expect(await other.raw(removeVesselImage, at)).toMatchObject({ Code: 'FORBIDDEN' })
  const blind = await aUser(server, 'blind', ['SATX'])
  expect(await blind.raw(getVesselImage, { mmsi: SHIP })).toMatchObject({ Code: 'NOT_FOUND' })
  await server.call(removeVesselImage, at)
  expect((await server.call(getVesselImage, { mmsi: SHIP })).total).toBe(0)
  expect(await server.raw(getVesselImg, { id: SHIP })).toMatchObject({ Code: 'NOT_FOUND' })
})

test('a file that is no image, or is too large, fails with a reason and is not stored', async () => {
  expect((await bring(Buffer.from('just words'))).Message).toBe(
    'This file is not an image; send a PNG, JPEG, GIF or WebP.',
  )
  for (const head of [
    '\xff\xd8\xff\xe0\0\x10JFIF\0\x01',
    'RIFF\x04\0\0\0WEBP',
    'GIF89a=1;alert(document.domain)//',
  ])
    expect(await bring(Buffer.from(head, 'latin1'))).toMatchObject({
      Code: 'BAD_FORMAT',
      Message: expect.stringContaining('This picture is damaged') as string,
    })
  const large = Buffer.concat([aPng(2, 2), Buffer.alloc(LARGEST_VESSEL_IMAGE)])
  expect((await bring(large)).Message).toContain('larger than 20 MB')
  expect((await server.call(getVesselImage, { mmsi: SHIP })).total).toBe(0)
})
