import v8 from 'node:v8'
import vm from 'node:vm'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { readCursor } from '../../src/rooms/vessels/visits/visits.sql.ts'
import { until, type TestServer } from '../servers/a-server.ts'
import { rulesAtWork } from './rules.ts'

const MB = 1024 * 1024
v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc') as () => void

/** MB this process holds on to, after everything that can be given back was. */
export async function heldMb(): Promise<number> {
  // Buffers go with the second collection: the first finds them, streams let go of the last ones after a turn.
  for (let n = 0; n < 2; n++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return heldNowMb()
}

/** MB this process holds on to in the middle of what it does. */
export function heldNowMb(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / MB
}

/** MB held by a server whose rules are at work. */
export async function heldReady(server: TestServer): Promise<number> {
  await rulesAtWork(server.database.db)
  return heldMb()
}

/** The same, of one whose visits are watched too, which begins ten seconds after the start. */
export async function heldSettled(server: TestServer): Promise<number> {
  await until(async () => (await readCursor(server.database.db)) !== null, 'visits are watched')
  return heldReady(server)
}

/** Bytes without any order, the same in every run. */
export function noise(length: number, seed = 1): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(length)
  let state = seed
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[i] = state >>> 24
  }
  return bytes
}

/** Ten megabytes that begin like a sentence and never end. */
export const ENDLESS = Buffer.concat([Buffer.from('!AIVDM,1,1,,A,'), Buffer.alloc(10 * MB, 'w')])

/** Returns bad sentences: cut anywhere, first parts without second ones, wrong checksums. */
export function halves(): string {
  const whole = encodePosition({ mmsi: 419000999, lat: 9, lon: 76, sog: 10, cog: 90 })[0]!
  const cut = Array.from({ length: whole.length - 4 }, (_, n) => whole.slice(0, n + 1))
  const firstParts = Array.from(
    { length: 200 },
    (_, n) => encodeStaticVoyage({ mmsi: 419000999, name: `LOST ${n}` }, { sequenceId: n % 10 })[0]!,
  )
  const wrong = Array.from({ length: 50 }, () => `${whole.slice(0, -2)}ZZ`)
  return `${[...cut, ...firstParts, ...wrong].join('\r\n')}\r\n`
}

const DEEP = 20_000
/** JSON that is none, or not what it should be, or nested without reason. */
export const ODD_JSON = [
  'null',
  '0',
  '"x"',
  '[]',
  '{}',
  '[null]',
  '{"nmea":',
  '{"msgs":[{"nmea":["!AIVDM',
  '{"msgs":[null]}',
  '{"msgs":[1,"x",[],{}]}',
  '{"groups":[null]}',
  '{"nmea":[null]}',
  '{"nmea":{}}',
  '{"nmea":[{"toString":1}]}',
  '{"nmea":["x"],"rxtime":{"toString":1}}',
  '{"nmea":["x"],"toa":1e308}',
  '{"msgs":[{"nmea":["x"]}],"stationid":{"toString":1}}',
  '{"__proto__":{"nmea":["x"]}}',
  `{"groups":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`,
]

const report = (type: string, fields: unknown) =>
  JSON.stringify({ MessageType: type, MetaData: 5, Message: { [type]: fields } })
const HUGE = { UserID: 1e308, Latitude: 1e308, Longitude: -1e308, Sog: 1e308, Cog: -5, RateOfTurn: 9e9 }
/** The same for frames of aisstream.io. */
export const ODD_FRAMES = [
  ...ODD_JSON,
  '{"MessageType":"constructor","Message":{}}',
  '{"MessageType":{"toString":1}}',
  report('PositionReport', null),
  report('PositionReport', 'x'),
  report('PositionReport', HUGE),
  report('ShipStaticData', { UserID: 'x', Eta: null, Dimension: null, Name: 1, CallSign: {} }),
  report('StaticDataReport', { UserID: 1, ReportA: null, ReportB: 5 }),
]

/** Returns the line of a vessel that reports its position of now. */
export const good = (mmsi: number) =>
  `${encodePosition({ mmsi, lat: 9.9, lon: 75.9, sog: 10, cog: 90, second: new Date().getUTCSeconds() })[0]!}\r\n`

/** Writes to a stream, resolved once it is taken. */
export const write = (stream: NodeJS.WritableStream, bytes: string | Uint8Array) =>
  new Promise<void>((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve())))
