/**
 * What sealing costs: the same operations of the same server over loopback, in the clear and sealed, in turns. The peer
 * is the call in the clear. `npm run bench -- wire --rounds=40`.
 */
import { fork } from 'node:child_process'
import { WireClient, type Sent } from '@samudra/contract/wire/client'
import { openStream, rootOf, sealStream, bytesOf, type Exchange } from '@samudra/contract/wire/seal'
import { filterAisData, getAisUtils, getVesselData } from '@samudra/contract/picture'
import { median, option, printTable, printTarget, sized } from './report.ts'

const rounds = Number(option('rounds', sized('30', '1')))

const child = fork(new URL('wire-server.ts', import.meta.url).pathname, { execArgv: ['--import', 'tsx'] })
const port = await new Promise<number>((resolve) => child.once('message', (said) => resolve(said as number)))
const base = `http://127.0.0.1:${port}`

const clients = {
  clear: new WireClient({ base, card: { mode: 'off', kid: '', key: '' } }),
  sealed: new WireClient({ base }),
}
type Kind = keyof typeof clients

async function timed(kind: Kind, sent: Sent): Promise<number> {
  const began = performance.now()
  const outcome = await clients[kind].call(sent)
  const took = performance.now() - began
  if (outcome.kind !== 'answered' || !outcome.envelope.Status)
    throw new Error(JSON.stringify(outcome).slice(0, 300))
  return took
}

async function inTurns(sent: Sent, times: number): Promise<Record<Kind, number>> {
  const took: Record<Kind, number[]> = { clear: [], sealed: [] }
  for (let round = 0; round < times + 3; round++)
    for (const kind of ['clear', 'sealed'] as const) {
      const ms = await timed(kind, sent)
      if (round >= 3) took[kind].push(ms)
    }
  return { clear: median(took.clear), sealed: median(took.sealed) }
}

const small = await inTurns({ op: getAisUtils, input: {} }, rounds * 20)
const large = await inTurns({ op: getVesselData, input: {} }, rounds)
const loose = await inTurns({ op: filterAisData, input: { filter: {} } }, rounds)
child.disconnect()

const ms = (value: number) => value.toFixed(2)
const row = (what: string, { clear, sealed }: Record<Kind, number>) => [
  what,
  ms(clear),
  ms(sealed),
  ms(sealed - clear),
  (sealed / clear).toFixed(2),
]
printTable(
  'A call over loopback, client and server, median ms',
  ['', 'in the clear', 'sealed', 'more', 'ratio'],
  [
    row('small call (GET, 40 bytes)', small),
    row('20 MB answer, gzipped before sealing', large),
    row('20 MB answer, not gzipped', loose),
  ],
)

const mib = sized(64, 2)
const root = await rootOf(new Uint8Array(32), new Uint8Array(32), 'bench')
const at: Exchange = {
  direction: 'S',
  method: 'GET',
  path: '/x',
  user: '',
  tokenHash: new Uint8Array(32),
  timestamp: 0,
  sid: '',
  rid: new Uint8Array(16),
  status: 200,
}
const clear = Array.from({ length: mib }, () => new Uint8Array(1 << 20))
const sealBegan = performance.now()
const body = await bytesOf(sealStream(root, at, clear))
const openBegan = performance.now()
for await (const part of (await openStream(root, at, [body])).clear) void part
const ended = performance.now()
printTable(
  'Chunks of 1 MiB alone',
  ['', 'MB/s'],
  [
    ['seal', ((mib * 1.048576) / ((openBegan - sealBegan) / 1000)).toFixed(0)],
    ['open', ((mib * 1.048576) / ((ended - openBegan) / 1000)).toFixed(0)],
  ],
)
printTarget('ms more for a sealed small call', small.sealed - small.clear, { below: 5 })
printTarget('sealed 20 MB answer against the clear one, times', loose.sealed / loose.clear, { below: 2 })
printTarget('MB/s opened', (mib * 1.048576) / ((ended - openBegan) / 1000), { atLeast: 50 })
