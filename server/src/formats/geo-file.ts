import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Refusal } from '../kernel/errors.ts'
import type { GeoOptions, GeoReading } from './geo-reading.ts'

/** A file that takes longer to read is let go. */
const PATIENCE_MS = 60_000
const MEMORY_MB = 1024
/** What a reading may say; its limits of features and positions keep it far below. */
const LONGEST_ANSWER = 256 * 1024 * 1024

/** As written, or as built beside the server. */
const IS_SOURCE = import.meta.url.endsWith('.ts')
const READER = fileURLToPath(new URL(IS_SOURCE ? './reader.main.ts' : './geo-reader.js', import.meta.url))

let last: Promise<unknown> = Promise.resolve()

/** Reads a file of shapes in a process of its own, one at a time. Throws BAD_FORMAT with what is wrong. */
export function readGeoFile(bytes: Uint8Array, options: GeoOptions): Promise<GeoReading> {
  const reading = last.then(() => inProcess(bytes, options))
  last = reading.catch(() => undefined)
  return reading
}

async function inProcess(bytes: Uint8Array, options: GeoOptions): Promise<GeoReading> {
  const reader = spawn(
    process.execPath,
    [`--max-old-space-size=${MEMORY_MB}`, ...(IS_SOURCE ? ['--import', 'tsx'] : []), READER],
    // Nothing of the server's surroundings is the reader's business.
    { stdio: ['pipe', 'pipe', 'ignore'], env: {} },
  )
  const patience = setTimeout(() => reader.kill('SIGKILL'), PATIENCE_MS)
  const ended = new Promise<void>((resolve) => reader.once('close', () => resolve()))
  reader.once('error', () => undefined)
  reader.stdin.on('error', () => undefined)
  reader.stdin.write(`${JSON.stringify(options)}\n`)
  reader.stdin.end(bytes)
  const parts: Buffer[] = []
  let length = 0
  reader.stdout.on('data', (part: Buffer) => {
    length += part.length
    if (length > LONGEST_ANSWER) reader.kill('SIGKILL')
    else parts.push(part)
  })
  await ended
  clearTimeout(patience)
  const answer = readAnswer(Buffer.concat(parts))
  if ('unreadable' in answer) throw new Refusal('BAD_FORMAT', answer.unreadable)
  return answer
}

function readAnswer(said: Buffer): GeoReading | { unreadable: string } {
  try {
    return JSON.parse(said.toString('utf8')) as GeoReading
  } catch {
    // It was ended: out of memory or out of time.
    return { unreadable: 'This file takes more memory or time to read than a map should; send it in parts.' }
  }
}
