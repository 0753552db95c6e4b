// Rooms: feeds, picture, sea
import dgram from 'node:dgram'
import net from 'node:net'
import { getFeeds, type FeedCounters } from '@samudra/contract/feeds'
import { login } from '@samudra/contract/identity'
import { getVesselStats, filterAisData } from '@samudra/contract/picture'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Program } from '../servers/a-process.ts'
import { aDatabase } from '../servers/a-database.ts'
import { PASSWORD, callRaw, until } from '../servers/a-server.ts'
import { freePort } from '../seas/ports.ts'
import { whileOthersCall } from './attack.ts'

const ports = { tcp: 0, udp: 0 }
let database: Awaited<ReturnType<typeof aDatabase>>
let program: Program
let base = ''
let token = ''

beforeAll(async () => {
  database = await aDatabase()
  ports.tcp = await freePort()
  ports.udp = await freePort()
  // In a process of its own: what stood still would be this test.
  program = new Program(
    [
      '--database',
      database.url,
      '--port',
      '0',
      '--host',
      '127.0.0.1',
      '--feed',
      `nmea-tcp-server://127.0.0.1:${ports.tcp}?source=TCP`,
      '--feed',
      `nmea-udp://127.0.0.1:${ports.udp}?source=UDP`,
    ],
    { ADMIN_PASSWORD: PASSWORD },
  )
  base = await program.ready()
  const session = await callRaw(base, '', login, { username: 'admin', password: PASSWORD })
  token = (session.Data as { token: string }).token
})
afterAll(async () => {
  await program.stop('SIGKILL')
  await database.drop()
})

/** 46 bytes; of the checksum one digit, and before it a byte that makes everything add up to 255. */
function oneDigit(): Buffer {
  const line = Buffer.from('!AIVDM,1,1,,A,13HOI:0P0000VOHLCnHQKwvL05Ip,0*F\n', 'latin1')
  const sum = line.subarray(1, line.indexOf('*')).reduce((before, byte) => before ^ byte, 0)
  line[12] = line[12]! ^ sum ^ 0xff
  return line
}
const wrongOf = async (way: string) => {
  const { Data } = await callRaw(base, token, getFeeds, {})
  const { items } = Data as { items: { source: string; counters: FeedCounters }[] }
  return items.find(({ source }) => source === way.toUpperCase())!.counters.bad_checksum
}
const isShown = async (mmsi: number) => {
  const { Data } = await callRaw(base, token, filterAisData, { filter: {} })
  return (Data as { ais: { mmsi: string }[] }).ais.some((one) => one.mmsi === String(mmsi))
}

test.each(['tcp', 'udp'] as const)(
  'a sentence without a checksum digit, by %s, stops nothing: calls and vessels continue',
  async (way) => {
    const mmsi = way === 'tcp' ? 419000001 : 419000002
    const socket = way === 'tcp' ? net.connect(ports.tcp, '127.0.0.1') : dgram.createSocket('udp4')
    const send = (bytes: Uint8Array) =>
      socket instanceof net.Socket ? socket.write(bytes) : socket.send(bytes, ports.udp, '127.0.0.1')
    const good = encodePosition({ mmsi, lat: 9.9, lon: 75.9, sog: 10, cog: 90 })[0]!
    await whileOthersCall(
      async () => {
        send(oneDigit())
        await until(async () => (await wrongOf(way)) === 1, 'it is counted as wrong')
        send(Buffer.from(`${good}\r\n`))
        await until(() => isShown(mmsi), 'the next ship is shown')
      },
      async () =>
        expect(await callRaw(base, token, getVesselStats, { by: 'source' })).toMatchObject({ Status: true }),
    )
    if (socket instanceof net.Socket) socket.destroy()
    else socket.close()
  },
  40_000,
)
