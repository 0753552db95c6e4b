import { StringDecoder } from 'node:string_decoder'
import { Unreadable } from '../../kernel/unreadable.ts'

const LONGEST = 1_000_000

/** Cuts bytes into lines of text, whatever pieces they come in. A line ends with LF, CRLF or, as on old systems, CR. */
export class LineCutter {
  readonly #take: (line: string, number: number) => void
  readonly #decoder = new StringDecoder('utf8')
  #rest = ''
  #number = 0

  constructor(take: (line: string, number: number) => void) {
    this.#take = take
  }

  feed(chunk: Uint8Array) {
    const text =
      this.#rest + this.#decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    let from = 0
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      this.#hand(text.slice(from, to))
      from = to + 1
    }
    // A carriage return at the very end may still be followed by its line feed.
    for (let to = text.indexOf('\r', from); to >= 0 && to < text.length - 1; to = text.indexOf('\r', from)) {
      this.#hand(text.slice(from, to))
      from = to + 1
    }
    this.#rest = text.slice(from)
    if (this.#rest.length > LONGEST) throw new Unreadable(`Line ${this.#number + 1} does not end.`)
  }

  end() {
    const last = this.#rest + this.#decoder.end()
    this.#rest = ''
    if (last !== '') this.#hand(last)
  }

  #hand(ended: string) {
    const line = ended.endsWith('\r') ? ended.slice(0, -1) : ended
    if (line.includes('\r')) for (const one of line.split('\r')) this.#handOne(one)
    else this.#handOne(line)
  }

  #handOne(line: string) {
    this.#number++
    this.#take(this.#number === 1 ? line.replace(/^\ufeff/, '') : line, this.#number)
  }
}
