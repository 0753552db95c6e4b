/**
 * What several processes cost each other: sentences through decoder, ingest, picture and recorder (the database left
 * out) in a process alone, the same while every row is told, and another process that takes what was told, in turns.
 * `npm run bench -- follow [--seconds=400]` (seconds of the simulated sea, 400 fixes each)
 */
import { setImmediate } from 'node:timers/promises'
import { Picture } from '../server/src/picture/picture.ts'
import { SeaReader, SeaWriter, TOLD } from '../server/src/sea/told-sea.ts'
import { median, option, printTable, printTarget, sized, whole } from './report.ts'
import { ranking, record, wayIn, type Chunk } from './way-in.ts'

const ROUNDS = sized(7, 1)
/** As `server/src/feeds/shared-sea.ts` has it. */
const TELL_ROWS = 500
const seconds = Number(option('seconds', sized('400', '20')))

type Measured = { fixes: number; ms: number }

async function timed(work: () => Promise<number>): Promise<Measured> {
  const before = process.cpuUsage()
  const fixes = await work()
  const { user, system } = process.cpuUsage(before)
  return { fixes, ms: (user + system) / 1000 }
}

/** Takes all in; with `told` each row is told as well. */
async function takenIn(chunks: Chunk[], told: Uint8Array[] | null): Promise<number> {
  const { bus, recorder, take } = wayIn(async () => undefined, true)
  const writer = new SeaWriter()
  const note = () => {
    if (writer.rows >= TELL_ROWS) told?.push(writer.take(TOLD.ROWS, 1, 0).bytes)
  }
  if (told !== null) {
    bus.hear('judgedFix', (batch) => (writer.fixes(batch), note()))
    bus.hear('reception', (reception) => (writer.reception(reception), note()))
    bus.hear('static', (report) => (writer.static(report), note()))
  }
  for (const chunk of chunks) {
    take(chunk)
    await setImmediate()
  }
  told?.push(writer.take(TOLD.ROWS, 1, 0).bytes)
  await recorder.flush()
  return recorder.stored
}

async function followed(told: Uint8Array[]): Promise<number> {
  const picture = new Picture(ranking)
  const reader = new SeaReader()
  let fixes = 0
  const hearer = {
    fixes: (batch: Parameters<Picture['follow']>[0]) => {
      picture.follow(batch)
      fixes += batch.count
    },
    static: (report: Parameters<Picture['applyStatic']>[0]) => picture.applyStatic(report),
    reception: () => undefined,
    station: () => undefined,
    aircraft: () => undefined,
  }
  for (const message of told) {
    reader.read(message, hearer)
    await setImmediate()
  }
  return fixes
}

const chunks = record(seconds)
const [alone, telling, following]: Measured[][] = [[], [], []]
let told: Uint8Array[] = []
// The first round warms up the compiler and is not counted.
for (let round = 0; round <= ROUNDS; round++) {
  alone!.push(await timed(() => takenIn(chunks, null)))
  told = []
  telling!.push(await timed(() => takenIn(chunks, told)))
  following!.push(await timed(() => followed(told)))
}
const fixes = alone![0]!.fixes
if (following!.some((one) => one.fixes !== fixes)) throw new Error('not every fix was told')
const perThousand = (of: Measured[]) => median(of.slice(1).map(({ ms }) => (ms / fixes) * 1000))
const bytes = told.reduce((sum, { length }) => sum + length, 0)
console.log(
  `${whole(fixes)} fixes of ${seconds} s of load-20k in ${whole(told.length)} messages, ${whole(bytes / fixes)} bytes a fix; median of ${ROUNDS} rounds`,
)
printTable(
  'CPU ms a thousand fixes',
  ['process', 'ms'],
  [
    ['alone', perThousand(alone!).toFixed(2)],
    ['with the feeds, telling', perThousand(telling!).toFixed(2)],
    ['following', perThousand(following!).toFixed(2)],
  ],
)
printTarget('telling, share of the way in', perThousand(telling!) / perThousand(alone!) - 1, { below: 0.5 })
printTarget('following, share of the way in', perThousand(following!) / perThousand(alone!), { below: 1 })
