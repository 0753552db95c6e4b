import { StringDecoder } from 'node:string_decoder'
import { Unreadable } from '../../kernel/unreadable.ts'

const LONGEST = 1_000_000

/** Cuts bytes into lines of text, whatever pieces they come in. */
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
    this.#rest = text.slice(from)
    if (this.#rest.length > LONGEST) throw new Unreadable(`Line ${this.#number + 1} does not end.`)
  }

  end() {
    const last = this.#rest + this.#decoder.end()
    this.#rest = ''
    if (last !== '') this.#hand(last)
  }

  #hand(line: string) {
    this.#number++
    const bare = line.endsWith('\r') ? line.slice(0, -1) : line
    this.#take(this.#number === 1 ? bare.replace(/^\ufeff/, '') : bare, this.#number)
  }
}
