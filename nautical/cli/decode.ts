import { readSync, writeSync } from 'node:fs'
import { MessageDecoder } from '../src/ais/message-decoder.ts'
import type { ChecksumPolicy } from '../src/ais/sentence-reader.ts'
import { JsonLines } from '../src/ais/json-lines.ts'

const HELP = `Reads AIS sentences (!AIVDM, !AIVDO; tag blocks, USCG suffixes) on standard input and writes one JSON
object a message on standard output: degrees, knots, metres, null for "not available". The decoder's
counters follow on standard error; "raw" counts unread binary data by area code and function.

  npm run -s decode < feed.nmea
  nc 10.0.0.5 10110 | npm run -s decode -- --checksum=mark

Options
  --checksum=drop   leave out sentences with a wrong checksum (default)
  --checksum=mark   decode them, with "badChecksum": true
  --help            this text
`

const STDIN = 0
const STDOUT = 1
const CHUNK_BYTES = 65_536

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

function policyOf(options: readonly string[]): ChecksumPolicy {
  let policy: ChecksumPolicy = 'drop'
  for (const option of options) {
    if (option === '--checksum=mark') policy = 'mark'
    else if (option === '--checksum=drop') policy = 'drop'
    else {
      process.stderr.write(`Unknown option ${option}\n\n${HELP}`)
      process.exit(2)
    }
  }
  return policy
}

/** Waits a little, which costs an operator nothing: a pipe that is full or empty for the moment returns EAGAIN. */
function waitABriefMoment(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
}

/** True while a process still reads the output. */
let isRead = true

function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length && isRead;) {
    try {
      at += writeSync(STDOUT, bytes, at)
    } catch (error) {
      // The reader has seen enough (`| head`).
      if (isCode(error, 'EPIPE')) isRead = false
      else if (isCode(error, 'EAGAIN')) waitABriefMoment()
      else throw error
    }
  }
}

/** Bytes read, 0 at the end of the input. */
function read(chunk: Uint8Array): number {
  for (;;) {
    try {
      return readSync(STDIN, chunk)
    } catch (error) {
      if (isCode(error, 'EOF')) return 0
      if (!isCode(error, 'EAGAIN')) throw error
      waitABriefMoment()
    }
  }
}

function decode(policy: ChecksumPolicy): void {
  const lines = new JsonLines(write)
  const raw = new Map<string, number>()
  const decoder = new MessageDecoder({
    checksum: policy,
    onMessage: (message, reception) => {
      if ('content' in message && message.content.kind === 'raw') {
        const application = `${message.dac}/${message.fi}`
        raw.set(application, (raw.get(application) ?? 0) + 1)
      }
      lines.add(message, reception)
    },
  })
  const chunk = new Uint8Array(CHUNK_BYTES)
  for (let length = read(chunk); length > 0 && isRead; length = read(chunk)) {
    decoder.feed(chunk.subarray(0, length), Date.now())
    // A live feed trickles: what has come is shown at once.
    lines.flush()
  }
  decoder.endLine()
  lines.flush()
  const { byType, ...counters } = decoder.counters
  const seen = [...byType.entries()].filter(([, count]) => count > 0)
  process.stderr.write(
    `${JSON.stringify({ ...counters, byType: Object.fromEntries(seen), raw: Object.fromEntries(raw) })}\n`,
  )
}

const options = process.argv.slice(2)
if (options.includes('--help')) process.stdout.write(HELP)
else decode(policyOf(options))
