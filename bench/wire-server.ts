/** The server that wire.ts measures, in a process of its own: the pipeline with answers made beforehand. Sends its port. */
import { filterAisData, getAisUtils, getVesselData } from '@samudra/contract/picture'
import { Bodies } from '../server/src/kernel/bodies.ts'
import { NOBODY } from '../server/src/kernel/caller.ts'
import { CostlyCalls } from '../server/src/kernel/costly.ts'
import { RepeatedCalls } from '../server/src/kernel/repeated-calls.ts'
import { createHttp, serveOperations } from '../server/src/kernel/http.ts'
import { keysFrom } from '../server/src/kernel/keys.ts'
import { silentLog } from '../server/src/kernel/log.ts'
import type { Handled } from '../server/src/kernel/handle.ts'
import { serveWire } from '../server/src/kernel/wire-http.ts'
import { Wire } from '../server/src/kernel/wire.ts'
import { systemClock } from '../server/src/needs/clock.ts'
import { sized } from './report.ts'

/** As many ships as make 20 MB of JSON. */
const ships = Array.from({ length: sized(109_942, 2000) }, (_, n) => ({
  mmsi: String(419000000 + n),
  ship_name: `VESSEL OF THE SEA ${n % 5000}`,
  country: 'India',
  latitude: Math.round(Math.sin(n) * 9e7) / 1e6,
  longitude: Math.round(Math.cos(n * 1.7) * 18e7) / 1e6,
  sog: (n % 300) / 10,
  cog: (n * 7) % 360,
  source: 'MSIS',
  destination: 'COLOMBO',
}))
const answers: Handled[] = [
  { op: getAisUtils, run: async () => ({ version: '1' }) },
  { op: getVesselData, run: async () => ({ items: ships }) },
  // The same without the compression that lists of the picture get.
  { op: { ...filterAisData, right: { who: 'user' } }, run: async () => ({ ais: ships }) },
] as Handled[]

const http = await createHttp({ log: silentLog, clock: systemClock }, null)
const wire = new Wire(keysFrom(Buffer.alloc(32, 7)), 'optional', systemClock)
const bodies = new Bodies()
serveWire(http, wire, bodies)
serveOperations(
  http,
  answers.map(({ op, run }) => ({
    op: { ...op, who: 'public', input: (value) => ({ ok: true, value }) },
    run,
  })),
  {
    log: silentLog,
    wire,
    bodies,
    others: { settled: async () => undefined },
    repeated: new RepeatedCalls(),
    costly: new CostlyCalls(),
    authenticate: async () => NOBODY,
    audit: async () => undefined,
    inMaintenance: () => false,
  },
)
await http.listen({ host: '127.0.0.1', port: 0 })
const address = http.server.address()
process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
process.once('disconnect', () => process.exit(0))
