import { AisDecoder } from '../nautical/src/ais/decode-columns.ts'
import { Ingest, type FeedFacts } from '../server/src/rooms/picture/feeds/ingest.ts'
import { RawLines } from '../server/src/rooms/picture/feeds/reading/raw-lines.ts'
import { Recorder, type Portion } from '../server/src/rooms/past/history/record/recorder.ts'
import { Bus } from '../server/src/platform/kernel/cluster/topic-bus.ts'
import { silentLog } from '../server/src/platform/kernel/text/log.ts'
import { Picture } from '../server/src/rooms/picture/picture/picture.ts'
import { FixIds } from '../server/src/sea/fix-ids.ts'
import type { Topics } from '../server/src/sea/topics.ts'
import { createSea } from '../sim/src/sea.ts'
import { SOURCES } from '../sim/src/sources.ts'

/** Seconds of the simulated sea in a chunk: what a socket holds ready when the server is behind. */
const CHUNK_S = 5

export type Chunk = { source: number; at: number; bytes: Uint8Array }

/** Returns the data that the six feeds of the simulated sea receive, cut as a socket would deliver them. */
export function record(seconds: number): Chunk[] {
  const startAt = Math.floor(Date.now() / 1000) * 1000
  const sea = createSea({ scenario: 'load-20k', seed: 1, startAt })
  const chunks: Chunk[] = []
  for (let second = CHUNK_S; second <= seconds; second += CHUNK_S) {
    const at = startAt + second * 1000
    const lines: string[][] = SOURCES.map(() => [])
    for (const arrival of sea.advance(at)) lines[arrival.source]!.push(...arrival.lines)
    for (const [source, held] of lines.entries())
      if (held.length > 0) chunks.push({ source, at, bytes: Buffer.from(`${held.join('\r\n')}\r\n`) })
  }
  return chunks
}

export const ranking = {
  priority: (feed: number) => SOURCES[feed]!.priority,
  trust: (feed: number) => SOURCES[feed]!.trust,
}

/**
 * Builds the path of a fix without the sockets only. Each run builds a new one, because it remembers what it has seen.
 */
export function wayIn(store: (portion: Portion) => Promise<void>, keepsLines: boolean) {
  const bus = new Bus<Topics>((topic, error) => {
    throw new Error(topic, { cause: error })
  })
  const recorder = new Recorder(store, silentLog, () => keepsLines)
  const picture = new Picture(ranking)
  bus.subscribe('static', (report) => picture.applyStatic(report))
  bus.subscribe('judgedFix', (batch) => recorder.record(batch))
  bus.subscribe('reception', (reception) => recorder.recordReception(reception))
  const lines = keepsLines ? new RawLines() : null
  const ingest = new Ingest(bus, picture, new FixIds(), lines)
  let now = 0
  const decoders = SOURCES.map((_, source) => {
    const counters = { fixes: 0, statics: 0, duplicates: 0, quarantined: 0 }
    const facts: FeedFacts = {
      number: source,
      source,
      ignoreTagTime: false,
      isRecorded: false,
      stations: [],
      counters,
    }
    const decoder = new AisDecoder({
      rows: 1024,
      lines,
      onBatch: (dynamic, statics) => {
        for (let known = facts.stations.length; known < decoder.stations.length; known++)
          facts.stations.push(source * 1000 + known)
        ingest.take(facts, dynamic, statics, now)
      },
    })
    return decoder
  })
  const take = ({ source, at, bytes }: Chunk) => {
    now = at
    decoders[source]!.feed(bytes, at)
    decoders[source]!.flush()
  }
  return { recorder, take }
}
