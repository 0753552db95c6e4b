import type { Others } from '../../../../platform/kernel/cluster/others.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'

/** Topic between processes. */
const SHOWN = 'detector-trouble'
/** Lifetime of a report from another process, ms; it repeats its report meanwhile. */
const HELD_MS = 60_000
const HOUR_MS = 3_600_000

type Kind = 'FAILS' | 'FLOODS'
type Needs = {
  clock: Clock
  others: Pick<Others, 'publish' | 'follow'>
  /** The rules that are at work; others are, once one is changed. */
  currentRules: () => object
}

/** State of detectors that are silent at present, in words for administrators and all watch users. */
export class DetectorTrouble {
  readonly #needs: Needs
  readonly #own = new Map<string, { kind: Kind; at: number; rules: object }>()
  #isBehind = false
  #reportedWords: string | null = null
  #others: { words: string | null; at: number } = { words: null, at: -Infinity }

  constructor(needs: Needs) {
    this.#needs = needs
    needs.others.follow<string | null>(SHOWN, {
      changed: (words) => void (this.#others = { words, at: needs.clock.now() }),
    })
  }

  /** A detector, by its label, failed, or found more than it may. */
  note(label: string, kind: Kind): void {
    this.#own.set(label, { kind, at: this.#needs.clock.now(), rules: this.#needs.currentRules() })
    this.pushChange()
  }

  /** Records if incoming data are evaluated here, or if that failed. */
  noteTurn(isDone: boolean): void {
    const isNews = this.#isBehind === isDone
    this.#isBehind = !isDone
    if (isNews) this.pushChange()
  }

  /** Publishes the state to other processes; nothing while all stays well. */
  pushChange(): void {
    const words = this.#here()
    if (words !== null || this.#reportedWords !== null) this.#needs.others.publish(SHOWN, words)
    this.#reportedWords = words
  }

  /** Returns the trouble of detectors, in this process or the evaluating one; null without any. */
  words(): string | null {
    const isFresh = this.#needs.clock.now() - this.#others.at < HELD_MS
    return this.#here() ?? (isFresh ? this.#others.words : null)
  }

  /** Returns the trouble of one detector by its label, in this process; null without any. */
  of(label: string): string | null {
    if (this.#isBehind) return 'Rules and detectors are not evaluated at present'
    const kind = this.#own.get(label)?.kind
    if (kind === undefined || this.#here() === null) return null
    return kind === 'FAILS'
      ? 'It failed and detects nothing'
      : 'It reached its hourly limit and is paused until the next hour'
  }

  #here(): string | null {
    const hour = Math.floor(this.#needs.clock.now() / HOUR_MS)
    for (const [label, { kind, at, rules }] of this.#own)
      if (kind === 'FLOODS' ? Math.floor(at / HOUR_MS) !== hour : rules !== this.#needs.currentRules())
        this.#own.delete(label)
    const labels = (kind: Kind) =>
      [...this.#own]
        .flatMap(([label, one]) => (one.kind === kind ? [label] : []))
        .sort()
        .join(', ')
    const [failed, floods] = [labels('FAILS'), labels('FLOODS')]
    const all = [
      this.#isBehind ? 'rules and detectors are not evaluated at present, and will continue from there' : '',
      failed === '' ? '' : `${failed} failed and detects nothing`,
      floods === '' ? '' : `${floods} reached the hourly limit and is paused until the next hour`,
    ].filter((one) => one !== '')
    return all.length === 0 ? null : all.join('; ')
  }
}
