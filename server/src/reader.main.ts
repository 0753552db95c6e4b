import { once } from 'node:events'
import { setPriority } from 'node:os'
import { serialize } from 'node:v8'
import { readTrackFile } from './rooms/past/exchange/read/track-file.ts'
import { readLargePost, type Sent } from './rooms/picture/feeds/posts/feed-post.ts'
import { skyInPieces } from './rooms/picture/feeds/reading/sky-pieces.ts'
import { Unreadable } from './platform/kernel/files/unreadable.ts'
import type { GeoOptions } from './platform/formats/geo-reading.ts'
import { readGeo } from './platform/formats/read-file.ts'
import { scanBytes } from './platform/kernel/files/file-scan.ts'
import { makeThumbnail } from './platform/kernel/files/thumbnail.ts'
import type { ReadingRequest, ReaderAnswer } from './platform/kernel/files/readers.ts'
import { lanesOf } from './rooms/past/patterns/way-points.ts'
import { readMails } from './rooms/team/mail/reading/read-mails.ts'
import { readPortTable } from './rooms/chart/ports/read-port-table.ts'
import { readRegister } from './rooms/vessels/vessels/import/rows.ts'
import { readListTable } from './rooms/vessels/vessel-lists/read-list-table.ts'
import { readWeather } from './rooms/chart/weather/weather-fields.ts'

/**
 * Process of its own that reads one file. Input from outside may be made to take all memory and all time, and then it
 * takes those of this process alone. The request comes as a line of JSON, then the file;
 * `platform/kernel/files/readers.ts` is the other end.
 */
type Bytes = AsyncIterable<Buffer>
const READINGS: Record<ReadingRequest['reading'], (bytes: Bytes, options: never) => AsyncIterable<unknown>> =
  {
    shapes: (bytes, options: GeoOptions) => inOneGo(async () => readGeo(await wholeOf(bytes), options)),
    scan: (bytes, name: string) => inOneGo(async () => scanBytes(await wholeOf(bytes), name)),
    thumbnail: (bytes) => inOneGo(async () => makeThumbnail(await wholeOf(bytes))),
    weather: (bytes, sizes: number[]) =>
      inOneGo(async () => readWeather(filesOf(await wholeOf(bytes), sizes))),
    ports: (bytes) => inOneGo(async () => readPortTable(await wholeOf(bytes))),
    lanes: (bytes) => inOneGo(async () => lanesOf(await wholeOf(bytes))),
    lists: (bytes) => inOneGo(async () => readListTable(await wholeOf(bytes))),
    tracks: (bytes) => readTrackFile(bytes),
    register: (bytes, options: { keep: boolean }) => readRegister(bytes, options),
    post: async function* (bytes, sent: Sent) {
      yield* readLargePost(await wholeOf(bytes), sent)
    },
    mails: (bytes) => readMails(bytes),
    sky: async function* (bytes) {
      yield* skyInPieces(await wholeOf(bytes))
    },
  }

async function* inOneGo<T>(read: () => Promise<T>): AsyncGenerator<T> {
  yield await read()
}
async function wholeOf(bytes: Bytes): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}
function filesOf(whole: Buffer, sizes: readonly number[]): Buffer[] {
  let at = 0
  return sizes.map((size) => whole.subarray(at, (at += size)))
}

async function say(answer: ReaderAnswer) {
  const bytes = serialize(answer)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  process.stdout.write(length)
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain')
}

/** Reads the line with the request; returns it and the rest. */
async function opened(input: AsyncIterable<Buffer>): Promise<{ query: ReadingRequest; rest: Bytes }> {
  const parts = input[Symbol.asyncIterator]()
  let held = Buffer.alloc(0)
  let end = -1
  while (end < 0) {
    const { value, done } = await parts.next()
    if (done === true) throw new Error('no request was received')
    held = Buffer.concat([held, value])
    end = held.indexOf('\n')
  }
  const rest = async function* () {
    yield held.subarray(end + 1)
    for (let part = await parts.next(); part.done !== true; part = await parts.next()) yield part.value
  }
  return { query: JSON.parse(held.toString('utf8', 0, end)) as ReadingRequest, rest: rest() }
}

// The server goes first on a machine that has little to spare.
setPriority(5)
const { query: request, rest } = await opened(process.stdin as AsyncIterable<Buffer>)
try {
  for await (const shown of READINGS[request.reading](rest, request.options as never))
    await say({ reported: shown })
  await say({ end: true })
} catch (error) {
  const why = error instanceof Unreadable ? error.message : 'The file is damaged; it could not be read.'
  await say({ unreadable: why })
}
