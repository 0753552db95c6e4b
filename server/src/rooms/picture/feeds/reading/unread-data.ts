import type { BinaryContent } from '@samudra/nautical/ais/applications/binary-content'

/**
 * Maximum number of area codes and functions counted separately: noise can produce 65,536 numbers, so later ones count
 * together.
 */
const MOST = 100
/** Data that does not say whose it is. */
const UNNAMED = -1

/** Counts messages with unreadable binary data, by area code and function. */
export class UnreadData {
  readonly #messages = new Map<number, number>()
  #others = 0

  note(dac: number | null, fi: number | null, content: BinaryContent): void {
    if (content.kind !== 'raw') return
    const key = dac === null || fi === null ? UNNAMED : dac * 64 + fi
    const known = this.#messages.get(key)
    if (known === undefined && this.#messages.size >= MOST) this.#others++
    else this.#messages.set(key, (known ?? 0) + 1)
  }

  /** Adds what another one counted. */
  add(more: UnreadData): void {
    for (const [key, messages] of more.#messages)
      this.#messages.set(key, (this.#messages.get(key) ?? 0) + messages)
    this.#others += more.#others
  }

  /** The most frequent first; what stands under no number of its own last. */
  reported(): { dac: number | null; fi: number | null; messages: number }[] {
    const shown = [...this.#messages]
      .map(([key, messages]) =>
        key === UNNAMED
          ? { dac: null, fi: null, messages }
          : { dac: Math.floor(key / 64), fi: key % 64, messages },
      )
      .sort((a, b) => b.messages - a.messages)
    const rest = shown.splice(MOST).reduce((sum, { messages }) => sum + messages, this.#others)
    return rest === 0 ? shown : [...shown, { dac: null, fi: null, messages: rest }]
  }
}
