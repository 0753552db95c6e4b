/**
 * A large table of fixes goes through the whole product: uploaded in parts, looked into, stored, undone, with the memory
 * of the server watched. Needs a build. `npm run bench -- import-file [--megabytes=1000]`
 */
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import {
  LARGEST_IMPORT_PART,
  checkImport,
  commitImport,
  getImport,
  startImport,
  undoImport,
  uploadImportPart,
  type ImportJob,
} from '../contract/src/exchange.ts'
import { login } from '../contract/src/identity.ts'
import type { Op } from '../contract/src/kernel.ts'
import type { Envelope } from '../contract/src/wire/envelope.ts'
import { callRaw } from '../server/testing/servers/a-server.ts'
import { upload } from '../server/testing/samples/uploads.ts'
import { residentMb } from './processes.ts'
import { startProduct } from './product.ts'
import { PASSWORD } from '../server/testing/servers/caller-of.ts'
import { option, printTable, sized, whole } from './report.ts'

const megabytes = Number(option('megabytes', sized('1000', '1')))
const SHIPS = 20_000
const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-import-'))
const file = path.join(folder, 'ais.csv')

/** Rows as MarineCadastre writes them, by time, of twenty thousand ships. */
async function generate() {
  const out = createWriteStream(file)
  out.write('MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName,IMO,CallSign,VesselType,Status\n')
  let bytes = 0
  for (let n = 0; bytes < megabytes * 1e6;) {
    const lines: string[] = []
    for (let i = 0; i < 5000; i++, n++) {
      const ship = n % SHIPS
      const at = new Date(Date.UTC(2023, 0, 1) + Math.floor(n / 400) * 1000).toISOString().slice(0, 19)
      const lat = (-20 + (ship % 400) / 10 + n / 1e8).toFixed(5)
      const lon = (50 + Math.floor(ship / 400) + n / 1e8).toFixed(5)
      lines.push(
        `${300_000_000 + ship},${at},${lat},${lon},${(ship % 200) / 10},${ship % 360},${ship % 360},SHIP ${ship},IMO9000000,CALL,70,0`,
      )
    }
    const text = `${lines.join('\n')}\n`
    bytes += text.length
    if (!out.write(text)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

await generate()
const { size } = statSync(file)
const product = await startProduct(path.join(folder, 'data'), ['--envelope', 'optional'])
const { base } = product
const unwrap = <T>(envelope: Envelope<T>): T => {
  if (!envelope.Status) throw new Error(envelope.Message)
  return envelope.Data
}
const signIn = async () =>
  unwrap(await callRaw(base, '', login, { username: 'admin', password: PASSWORD })).token
let token = await signIn()
/** A token lasts a quarter of an hour, a large file longer. */
async function call<In, Out>(op: Op<In, Out>, input: In): Promise<Out> {
  const answer = await callRaw(base, token, op, input)
  if (answer.Status || answer.Code !== 'SESSION_EXPIRED') return unwrap(answer)
  token = await signIn()
  return unwrap(await callRaw(base, token, op, input))
}

const rows: string[][] = []
/** Runs a step to its end and notes how long it took and how large the server was at most. */
async function step(
  name: string,
  act: () => Promise<ImportJob>,
  running: ImportJob['state'] | null,
): Promise<ImportJob> {
  const begin = performance.now()
  let most = residentMb(product.pid)
  const watch = setInterval(() => (most = Math.max(most, residentMb(product.pid))), 200)
  let job = await act()
  let late = 0
  while (job.state === running) {
    await new Promise((turn) => setTimeout(turn, 250))
    const startedAt = performance.now()
    job = await call(getImport, { id: job.id })
    late = Math.max(late, performance.now() - startedAt)
  }
  clearInterval(watch)
  const seconds = (performance.now() - begin) / 1000
  rows.push([
    name,
    seconds.toFixed(1),
    (size / 1e6 / seconds).toFixed(1),
    whole(most),
    whole(late),
    `${job.state} ${job.trouble}`,
  ])
  console.log(rows.at(-1)!.join('  '))
  return job
}

try {
  const idle = residentMb(product.pid)
  const started = await call(startImport, { name: 'ais.csv', size, sources: 'IMPORT' as const })
  const { id } = started
  await step(
    'upload',
    async () => {
      let offset = 0
      let job = started
      for await (const chunk of createReadStream(file, { highWaterMark: LARGEST_IMPORT_PART })) {
        job = unwrap(await upload(base, token, uploadImportPart, { id, offset }, chunk as Buffer))
        offset += (chunk as Buffer).length
      }
      return job
    },
    null,
  )
  await step('check', () => call(checkImport, { id }), 'CHECKING')
  const stored = await step('store', () => call(commitImport, { id }), 'COMMITTING')
  await step('undo', () => call(undoImport, { id, reason: 'measured' }), 'UNDOING')
  printTable(
    `${whole(size / 1e6)} MB, ${whole(stored.fixes)} fixes of ${whole(stored.ships)} ships; the server idle: ${whole(idle)} MB, load ${os.loadavg()[0]!.toFixed(1)}`,
    ['', 's', 'MB/s', 'resident MB at most', 'slowest answer, ms', 'ended as'],
    rows,
  )
} finally {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
}
