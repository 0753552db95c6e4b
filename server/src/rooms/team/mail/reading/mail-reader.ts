import type { Draft } from '../../../../platform/needs/files.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import type { Readers } from '../../../../platform/kernel/files/readers.ts'
import { MARK_TEXTS, type MailIndex } from './indexed-mail.ts'
import { envelopeIndex } from './read-envelope.ts'

/** Messages after which a reader process ends, so that none grows old. */
const MOST_OF_ONE = 2000
/** Time for which a reader process waits for the next message. */
const IDLE_MS = 3000

type RawMail = Pick<Draft, 'size' | 'head' | 'read'>
type Waiting = { mail: RawMail; resolve: (index: MailIndex) => void; reject: (error: unknown) => void }

/**
 * Reads raw messages in a reader process, as they come: a process of its own for each would bound the messages per
 * second. A message that ends the process is read alone, and then by its header only; those after it are read again.
 */
export class MailReader {
  readonly #readers: Pick<Readers, 'readParts'>
  #waiting: Waiting[] = []
  #isReading = false
  #arrived: () => void = () => undefined

  constructor(readers: Pick<Readers, 'readParts'>) {
    this.#readers = readers
  }

  read(mail: RawMail): Promise<MailIndex> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ mail, resolve, reject })
      this.#arrived()
      if (!this.#isReading) void this.#readAll()
    })
  }

  async #readAll() {
    this.#isReading = true
    while (this.#waiting.length > 0) {
      const given: Waiting[] = []
      await this.#readInto(given, this.#asTheyCome(given))
      // The first without an answer ended the process, or was too much for it.
      const [first, ...others] = given
      this.#waiting.unshift(...others)
      if (first === undefined) continue
      const alone = [first]
      await this.#readInto(alone, framed(first.mail))
      if (alone.length > 0) first.resolve(await headerOnly(first.mail))
    }
    this.#isReading = false
  }

  /** Yields messages until none came for a while; `given` holds those that are not answered yet. */
  async *#asTheyCome(given: Waiting[]): AsyncGenerator<Uint8Array> {
    for (let count = 0; count < MOST_OF_ONE; count++) {
      if (this.#waiting.length === 0 && !(await this.#nextArrives())) return
      const one = this.#waiting.shift()!
      given.push(one)
      yield* framed(one.mail)
    }
  }

  #nextArrives(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), IDLE_MS).unref()
      this.#arrived = () => {
        clearTimeout(timer)
        this.#arrived = () => undefined
        resolve(true)
      }
    })
  }

  /** Answers messages in their order, and takes them from `given`. */
  async #readInto(given: Waiting[], bytes: AsyncGenerator<Uint8Array>): Promise<void> {
    try {
      const parts = this.#readers.readParts<MailIndex>({
        reading: 'mails',
        who: 'mail',
        options: null,
        bytes,
      })
      for await (const index of parts) given.shift()!.resolve(index)
    } catch (error) {
      if (error instanceof OperationError) return
      for (const one of given.splice(0)) one.reject(error)
    }
  }
}

/** Yields a message behind its length, four bytes. */
async function* framed(mail: RawMail): AsyncGenerator<Uint8Array> {
  let length: Buffer | null = Buffer.alloc(4)
  length.writeUInt32LE(mail.size)
  for await (const part of mail.read()) {
    // One write of a small mail.
    yield length === null ? part : Buffer.concat([length, part])
    length = null
  }
  if (length !== null) yield length
}

/** Returns the data in the first bytes of a message, without its content. */
async function headerOnly({ head }: RawMail): Promise<MailIndex> {
  return { ...envelopeIndex(head), marks: [{ kind: 'TOO_COMPLEX', text: MARK_TEXTS.TOO_COMPLEX }] }
}
