import { addVesselEventsAndDisasters } from '@samudra/contract/events'
import { getVesselDetailsV2, getVesselReport, getVessels } from '@samudra/contract/vessels'
import { saveVesselNote } from '@samudra/contract/vessel-notes'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { expect, test } from 'vitest'
import { Receiver, aServer, until } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { anEvent } from '../../../../testing/seas/an-event.ts'
import { download } from '../../../../testing/samples/uploads.ts'

test('a vessel report is available as a document and as a table, as known at an instant', async () => {
  const receiver = await Receiver.listen()
  const server = await aServer([receiver.feed('MSIS')])
  const mmsi = '419000001'
  const second = new Date().getUTCSeconds()
  await receiver.send(
    encodePosition({ mmsi: Number(mmsi), lat: 10, lon: 72, sog: 0, cog: 90, navStatus: 1, second }),
  )
  await receiver.send(encodeStaticVoyage({ mmsi: Number(mmsi), name: 'MATSYA ONE', imo: '9074729' }))
  const named = async () => {
    const { Status } = await server.raw(getVesselDetailsV2, { mmsi })
    return Status && (await server.call(getVesselDetailsV2, { mmsi })).ship_name === 'MATSYA ONE'
  }
  await until(named, 'she says her name')
  await server.call(saveVesselNote, { mmsi, visibility: 'CENTRE', text: 'Lies off the reef' })
  await server.call(saveVesselNote, { mmsi, visibility: 'PRIVATE', text: 'Ask the agent' })
  const began = new Date(Date.now() - 7_200_000).toISOString()
  const ended = new Date(Date.now() - 3_600_000).toISOString()
  await server.call(
    addVesselEventsAndDisasters,
    anEvent({ title: 'Fire on board', mmsis: [mmsi], start_at: began, end_at: ended }),
  )
  const { as_of } = await server.call(getVessels, { limit: 1 })
  const csv = await download(server.base, server.token, getVesselReport, { mmsi, format: 'csv', as_of })
  expect(csv.envelope.Data).toMatchObject({ name: `vessel-${mmsi}-${as_of.slice(0, 10)}.csv` })
  const lines = csv.bytes.toString().trim().split('\r\n')
  expect(lines[0]).toBe('"as_of","vessel","field","value","from","to","source"')
  expect(lines.find((line) => line.includes('"ship_name"'))).toContain(`"${as_of}"`)
  const notesIn = (bytes: Buffer) =>
    bytes
      .toString()
      .split('\r\n')
      .filter((line) => line.includes('"note"'))
  expect(notesIn(csv.bytes)).toEqual([
    expect.stringContaining('"Ask the agent"'),
    expect.stringContaining('"Lies off the reef"'),
  ])
  expect(lines.find((line) => line.includes('"event"'))).toMatch(
    new RegExp(`"Fire on board, known .*Z","${began}","${ended}"`),
  )
  const asha = await aUser(server, 'asha')
  const hers = await download(server.base, asha.token, getVesselReport, { mmsi, format: 'csv' })
  expect(notesIn(hers.bytes)).toEqual([expect.stringContaining('"Lies off the reef"')])
  const pdf = await download(server.base, server.token, getVesselReport, { mmsi, as_of })
  expect(pdf.envelope.Data).toMatchObject({ content_type: 'application/pdf' })
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.bytes.length).toBeGreaterThan(5000)
  await server.close()
  await receiver.close()
})
