import { fileWaits } from '@samudra/contract/socket'
import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'
import { OperationError } from '../http/errors.ts'
import type { Send } from '../http/send.ts'
import { Turns } from '../http/turns.ts'

/** A file that is silent for longer while it is read is let go. */
const PATIENCE_MS = 60_000
/** Maximum memory of a reader: of objects, and in total. */
const HEAP_MB = 1024
const RESIDENT_MB = 1536
const LOOK_MS = 100
const PAGE_BYTES = 4096
/** Maximum length of one answer of a reader; its own limits are far below. */
const LONGEST_ANSWER = 256 * 1024 * 1024
const LIMITS = { ofOne: 1, inAll: 4, waiting: 3 }
const FULL = `${LIMITS.waiting} of your files are waiting to be read. Send the next file when they are finished.`
const TOO_MUCH = 'This file takes too much memory or time to read. Split or simplify it.'

/** The program that reads: as built beside the server, or as written. */
const READER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../reader.main.ts' : './reader.js', import.meta.url),
)

/** Reading request: the name of a reading known to `reader.main.ts`, and its user. */
export type ReadingRequest = {
  reading:
    | 'shapes'
    | 'scan'
    | 'thumbnail'
    | 'weather'
    | 'tracks'
    | 'register'
    | 'post'
    | 'sky'
    | 'ports'
    | 'lists'
    | 'lanes'
    | 'mails'
  who: string
  options: unknown
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  signal?: AbortSignal
  /** True to send no notification of a wait: the screen shows the upload itself, or no user uploads. */
  isQuiet?: boolean
}

/**
 * Readers of files from users and feeds, each in a process of its own with limits of time and memory: a hostile file
 * exhausts that process alone. Each user has one file at a time, and none waits behind another user's. A process takes
 * 150 ms to begin, so from the first file on one stands ready, and a small file takes 3 ms.
 */
export class Readers {
  readonly #turns = new Turns(LIMITS, FULL)
  readonly #atWork = new Set<ChildProcess>()
  #spare: ChildProcess | undefined
  #isStopped = false
  readonly #residentMb: number
  readonly #send: Send
  readonly #program: string

  /**
   * Creates the readers: `send` notifies users that a file of theirs waits; `program` is the file of the reader, where
   * it is not beside this one.
   */
  constructor({
    residentMb = RESIDENT_MB,
    send = () => undefined,
    program = READER,
  }: { residentMb?: number; send?: Send; program?: string | undefined } = {}) {
    this.#residentMb = residentMb
    this.#send = send
    this.#program = program
  }

  get atWork(): number {
    return this.#atWork.size
  }

  /** Reads a result in one piece. Throws BAD_FORMAT with the fault, RATE_LIMIT when too many files wait. */
  async read<T>(query: ReadingRequest): Promise<T> {
    for await (const answer of this.readParts<T>(query)) return answer
    throw new OperationError('BAD_FORMAT', TOO_MUCH)
  }

  /** Reads a result part by part, no faster than the parts are taken. */
  async *readParts<T>(query: ReadingRequest): AsyncGenerator<T> {
    const end = await this.#turns.take(query.who, query.signal, (ahead) => {
      if (query.isQuiet !== true)
        this.#send(fileWaits, { ahead }, { to: 'users', ids: [query.who], names: [query.who] })
    })
    const reader = this.#start(query)
    this.#atWork.add(reader)
    const kill = () => reader.kill('SIGKILL')
    const watch = setInterval(
      () => void residentMb(reader.pid).then((mb) => mb > this.#residentMb && kill()),
      LOOK_MS,
    )
    query.signal?.addEventListener('abort', kill, { once: true })
    try {
      for await (const answer of answersOf(reader)) {
        if ('unreadable' in answer) throw new OperationError('BAD_FORMAT', answer.unreadable)
        if ('end' in answer) return
        yield answer.reported as T
      }
      // The reader was ended: out of memory, out of time, or no caller waits for it any more.
      query.signal?.throwIfAborted()
      throw new OperationError('BAD_FORMAT', TOO_MUCH)
    } finally {
      clearInterval(watch)
      query.signal?.removeEventListener('abort', kill)
      kill()
      this.#atWork.delete(reader)
      this.#makeReady()
      end()
    }
  }

  /** Ends whatever is being read. */
  stop(): void {
    this.#isStopped = true
    this.#spare?.kill('SIGKILL')
    for (const reader of this.#atWork) reader.kill('SIGKILL')
  }

  #start({ reading, options, bytes }: ReadingRequest): ChildProcess {
    const reader = this.#spare ?? aProcess(this.#program)
    this.#spare = undefined
    const head = Buffer.from(`${JSON.stringify({ reading, options })}\n`)
    const all = async function* () {
      yield head
      yield* bytes
    }
    // A reader that has read enough, or was ended, takes no more; its output gives the reason.
    pipeline(Readable.from(all()), reader.stdin!).catch(() => undefined)
    return reader
  }

  #makeReady() {
    if (this.#isStopped || this.#spare !== undefined) return
    const spare = aProcess(this.#program)
    this.#spare = spare
    const forget = () => {
      if (this.#spare === spare) this.#spare = undefined
    }
    spare.once('exit', forget).once('error', forget)
  }
}

function aProcess(program: string): ChildProcess {
  const reader = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, ...(program.endsWith('.ts') ? ['--import', 'tsx'] : []), program],
    // Nothing of the server's surroundings is the reader's business.
    { stdio: ['pipe', 'pipe', 'ignore'], env: {} },
  )
  reader.once('error', () => undefined)
  return reader
}

export type ReaderAnswer = { reported: unknown } | { unreadable: string } | { end: true }

/** Yields the answers of a reader: each a length and that many bytes. Ends with the stream. */
async function* answersOf(reader: ChildProcess): AsyncGenerator<ReaderAnswer> {
  let held: Buffer[] = []
  let length = 0
  let patience = setTimeout(() => reader.kill('SIGKILL'), PATIENCE_MS)
  try {
    for await (const part of reader.stdout!) {
      held.push(part as Buffer)
      length += (part as Buffer).length
      const wanted = () => 4 + held[0]!.readUInt32LE(0)
      if (held[0]!.length < 4) held = [Buffer.concat(held)]
      while (length >= 4 && length >= wanted()) {
        const all = held.length === 1 ? held[0]! : Buffer.concat(held)
        const size = wanted()
        clearTimeout(patience)
        yield deserialize(all.subarray(4, size)) as ReaderAnswer
        patience = setTimeout(() => reader.kill('SIGKILL'), PATIENCE_MS)
        held = [all.subarray(size)]
        length -= size
        if (held[0]!.length < 4) break
      }
      if (length >= 4 && wanted() > LONGEST_ANSWER) return
    }
  } finally {
    clearTimeout(patience)
  }
}

/** Returns the resident memory of a process with its buffers; 0 where the system does not report it. */
async function residentMb(pid: number | undefined): Promise<number> {
  const shown = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '')
  return (Number(shown.split(' ')[1] ?? 0) * PAGE_BYTES) / 1024 / 1024
}
