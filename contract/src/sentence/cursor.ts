/** Error of an unreadable sentence: position, counted from 1, and reason. */
export class SentenceFault extends RangeError {
  readonly line: number
  readonly column: number
  readonly why: string

  constructor(text: string, at: number, why: string) {
    const before = text.slice(0, at).split('\n')
    const [line, column] = [before.length, before.at(-1)!.length + 1]
    const word = /^\S+/.exec(text.slice(at))?.[0]
    super(
      `line ${line}, column ${column}${word === undefined ? ', at the end' : `, “${word.slice(0, 40)}”`}: ${why}`,
    )
    this.line = line
    this.column = column
    this.why = why
  }
}

const MOST_EXPECTED = 8
const isWordy = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}_]/u.test(letter)

/**
 * Position in a sentence. The fault of an unreadable sentence reports the texts expected at the farthest position
 * reached.
 */
export class Cursor {
  readonly text: string
  at = 0
  /** Nesting depth of the condition being read. */
  depth = 0
  #farthest = 0
  #expected = new Set<string>()

  constructor(text: string) {
    this.text = text
  }

  get isAtEnd(): boolean {
    this.#pass()
    return this.at === this.text.length
  }
  #pass() {
    while (this.at < this.text.length && /\s/.test(this.text[this.at]!)) this.at++
  }

  /** Takes a word or a sign; a word ends where it ends in the sentence. */
  take(word: string): boolean {
    this.#pass()
    const end = this.at + word.length
    if (this.text.slice(this.at, end) !== word || (isWordy(word.at(-1)) && isWordy(this.text[end])))
      return this.#miss(word)
    this.at = end
    return true
  }

  /** Takes the match of a sticky pattern; null without one. `what`: its name for users. */
  match(pattern: RegExp, what: string): string | null {
    this.#pass()
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found === undefined) {
      this.#miss(what)
      return null
    }
    this.at += found.length
    return found
  }

  #miss(what: string): false {
    if (this.at > this.#farthest) this.#expected.clear()
    this.#farthest = Math.max(this.#farthest, this.at)
    if (this.at === this.#farthest) this.#expected.add(what)
    return false
  }

  /** Returns the error at the farthest position reached. */
  fault(): SentenceFault {
    const all = [...this.#expected]
    const reported = all.slice(0, MOST_EXPECTED).map((one) => `“${one}”`)
    const more = all.length > reported.length ? ' or the like' : ''
    return new SentenceFault(this.text, this.#farthest, `expected ${reported.join(', ')}${more}`)
  }
  /** Returns an error for the text from a position. */
  faultAt(at: number, why: string): SentenceFault {
    return new SentenceFault(this.text, at + /^\s*/.exec(this.text.slice(at))![0].length, why)
  }
}
