import type { Draft } from '../../../../platform/needs/files.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import type { Readers } from '../../../../platform/kernel/files/readers.ts'
import { MARK_TEXTS, type MailIndex } from './mail-index.ts'
import { envelopeIndex } from './envelope-index.ts'

/** Messages and bytes that one reader process reads, unless one message alone is larger. */
const MOST_AT_ONCE = 100
const MOST_BYTES = 32 * 1024 * 1024

type RawMail = Pick<Draft, 'size' | 'head' | 'read'>
type Waiting = { mail: RawMail; resolve: (index: MailIndex) => void; reject: (error: unknown) => void }

/**
 * Reads raw messages in the reader process, many in one: a process of its own for each would bound the messages per
 * second. A message that ends its process is read alone, and then by its header only.
 */
export class MailReader {
  readonly #readers: Pick<Readers, 'readParts'>
  #waiting: Waiting[] = []
  #isReading = false

  constructor(readers: Pick<Readers, 'readParts'>) {
    this.#readers = readers
  }

  read(mail: RawMail): Promise<MailIndex> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ mail, resolve, reject })
      if (!this.#isReading) void this.#readAll()
    })
  }

  async #readAll() {
    this.#isReading = true
    while (this.#waiting.length > 0) {
      const left = await this.#readSome(this.#take())
      // The first of them ended the process, or was too much for it.
      const [first, ...others] = left
      if (first === undefined) continue
      const again = await this.#readSome([first])
      if (again.length > 0) first.resolve(await headerOnly(first.mail))
      this.#waiting.unshift(...others)
    }
    this.#isReading = false
  }

  #take(): Waiting[] {
    let bytes = 0
    const count = this.#waiting.findIndex(({ mail }, i) => {
      bytes += mail.size
      return i > 0 && (i >= MOST_AT_ONCE || bytes > MOST_BYTES)
    })
    return this.#waiting.splice(0, count < 0 ? this.#waiting.length : count)
  }

  /** Returns those that could not be read. */
  async #readSome(some: readonly Waiting[]): Promise<Waiting[]> {
    let done = 0
    try {
      const parts = this.#readers.readParts<MailIndex>({
        reading: 'mails',
        who: 'mail',
        options: some.map(({ mail }) => mail.size),
        bytes: allOf(some),
      })
      for await (const index of parts) some[done++]!.resolve(index)
    } catch (error) {
      if (!(error instanceof OperationError)) {
        for (const one of some.slice(done)) one.reject(error)
        return []
      }
    }
    return some.slice(done)
  }
}

async function* allOf(some: readonly Waiting[]): AsyncGenerator<Uint8Array> {
  for (const { mail } of some) yield* mail.read()
}

/** Returns what the first bytes of a message tell, without its content. */
async function headerOnly({ head }: RawMail): Promise<MailIndex> {
  return { ...envelopeIndex(head), marks: [{ kind: 'TOO_COMPLEX', text: MARK_TEXTS.TOO_COMPLEX }] }
}
