import { AisDecoder } from '@samudra/nautical/ais/decode-columns'
import { encodePosition } from '@samudra/nautical/ais/encode'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Ingest, type FeedFacts } from '../../../picture/feeds/ingest.ts'
import { RawLines } from '../../../picture/feeds/reading/raw-lines.ts'
import { Bus } from '../../../../platform/kernel/cluster/topic-bus.ts'
import { silentLog } from '../../../../platform/kernel/text/log.ts'
import type { Topics } from '../../../../sea/topics.ts'
import { PACKING, RawBlockWriter, linesIn, packed, unpacked } from './raw-block.ts'
import { Recorder, type Portion } from '../record/recorder.ts'
import { FixIds } from '../../../../sea/fix-ids.ts'

const START = Date.UTC(2026, 0, 5, 10)

/** A fix of a batch: how far its id is from the one before, and its lines; a number for so many bytes of the last ones. */
const aFix = fc.record({
  step: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2 ** 40 })),
  lines: fc.oneof(
    { weight: 4, arbitrary: fc.uint8Array({ maxLength: 300 }) },
    { weight: 1, arbitrary: fc.constantFrom(0.5, 1) },
  ),
})
const batches = fc.array(fc.array(aFix, { maxLength: 30 }), { minLength: 1, maxLength: 6 })
type Batches = ReturnType<typeof fc.sample<{ step: number; lines: Uint8Array | number }[]>>

/** Writes each batch as a block and joins the blocks; returns beside it what each fix has. */
async function written(given: Batches) {
  const writer = new RawBlockWriter()
  const blocks: Uint8Array[] = []
  const wanted = new Map<number, Uint8Array | null>()
  let id = START * 1024
  for (const fixes of given) {
    const from = new Uint32Array(fixes.length)
    const length = new Uint16Array(fixes.length)
    const fixId = new Float64Array(fixes.length)
    const bytes = Buffer.concat(
      fixes.map(({ lines }) => (typeof lines === 'number' ? new Uint8Array(0) : lines)),
    )
    let at = 0
    for (const [i, { step, lines }] of fixes.entries()) {
      fixId[i] = id += step
      const own = typeof lines === 'number' ? null : lines
      from[i] = own === null ? (from[i - 1] ?? 0) : at
      length[i] = own?.length ?? (length[i - 1] ?? 0) * Number(lines)
      at += own?.length ?? 0
      wanted.set(id, length[i] === 0 ? null : bytes.subarray(from[i], from[i] + length[i]))
    }
    const recTime = new Float64Array(fixes.length).fill(START)
    writer.add({ count: fixes.length, fixId, recTime }, { bytes, from, length })
    const taken = writer.take()
    if (taken !== null) blocks.push(await unpacked(await packed(taken.block, PACKING.QUICK)))
  }
  return { block: Buffer.concat(blocks), wanted }
}

test('whatever was received, each fix returns exactly its own lines, and none of another', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (given) => {
      const { block, wanted } = await written(given)
      for (const [id, lines] of wanted) {
        const found = linesIn(block, id)
        expect(found === null ? null : [...found]).toEqual(lines === null ? null : [...lines])
        if (!wanted.has(id + 1)) expect(linesIn(block, id + 1)).toBeNull()
      }
    }),
    { numRuns: 300 },
  )
})

/**
 * Passes the input of a feed, with noise between and in pieces cut anywhere, through decoder and ingest into the
 * recorder's blocks.
 */
async function received(text: string, cuts: number[], memory: number) {
  const portions: Portion[] = []
  const bus = new Bus<Topics>((topic, error) => {
    throw new Error(topic, { cause: error })
  })
  const recorder = new Recorder(
    async (portion) => void portions.push(portion),
    silentLog,
    () => true,
  )
  const mmsis = new Map<number, number>()
  bus.subscribe('judgedFix', (batch) => {
    for (let i = 0; i < batch.count; i++) mmsis.set(batch.fixId[i]!, batch.mmsi[i]!)
    recorder.record(batch)
  })
  const lines = new RawLines(memory)
  const ingest = new Ingest(bus, { judge: () => undefined }, new FixIds(), lines)
  const counters = { fixes: 0, statics: 0, duplicates: 0, quarantined: 0 }
  const facts: FeedFacts = {
    number: 1,
    source: 1,
    ignoreTagTime: false,
    isRecorded: false,
    stations: [],
    counters,
  }
  const decoder = new AisDecoder({ rows: 7, lines, onBatch: (d, s) => ingest.take(facts, d, s, START) })
  const bytes = Buffer.from(text)
  let from = 0
  for (const cut of [...new Set(cuts.map((one) => one % bytes.length)), bytes.length].sort((a, b) => a - b)) {
    decoder.feed(bytes.subarray(from, cut), START)
    decoder.flush()
    from = cut
    if (cut % 3 === 0) await recorder.flush()
  }
  await recorder.flush()
  return { portions, mmsis }
}

test('sentences in pieces, among garbage and with too little memory, are stored with their fix', async () => {
  const noise = fc.oneof(
    fc.constant(''),
    fc.string({ maxLength: 120 }).map((text) => text.replaceAll(/[!\\$]/g, '?')),
  )
  let [sent, stored] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.array(noise, { minLength: 40, maxLength: 60 }),
      fc.array(fc.nat(), { minLength: 4, maxLength: 40 }),
      async (garbage, cuts) => {
        const sentences = garbage.map(
          (_, n) => encodePosition({ mmsi: 419000000 + n, lat: 9.9, lon: 75.9, sog: n % 50 })[0]!,
        )
        const text = garbage.map((one, n) => `${one}\n${sentences[n]!}\r\n`).join('')
        const { portions, mmsis } = await received(text, cuts, 1 << 10)
        for (const [id, mmsi] of mmsis) {
          const found = portions
            .map((portion) => portion.received && linesIn(portion.received.block, id))
            .filter((one) => one !== null)
          for (const one of found)
            expect(Buffer.from(one).toString()).toBe(`${sentences[mmsi - 419000000]!}\r\n`)
          stored += found.length
        }
        expect(mmsis.size).toBe(sentences.length)
        sent += sentences.length
      },
    ),
    { numRuns: 60 },
  )
  // What comes in one piece that is longer than the memory is lost, and only that.
  expect(stored).toBeGreaterThan(sent / 3)
  expect(stored).toBeLessThan(sent)
})
