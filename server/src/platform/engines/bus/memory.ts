import { sentenceOf } from '../../kernel/http/errors.ts'
import type { Log } from '../../kernel/text/log.ts'
import {
  START,
  isAfter,
  instantOf,
  numberOf,
  type Bus,
  type BusListener,
  type BusTopic,
  type BusSubscription,
  type Place,
} from '../../needs/bus.ts'
import { received, takenUp } from './receiver.ts'

type Published = { payload: Uint8Array; place: Place }
type Stored = { published: Published[]; bytes: number; head: Place; waiting: Set<() => void> }

/** Hub that several buses share within one process: for tests, and for an installation of one process. */
export class MemoryHub {
  readonly #topics = new Map<string, Stored>()
  readonly #notes = new Map<string, { note: Uint8Array; until: number }>()

  of({ name }: BusTopic): Stored {
    const known = this.#topics.get(name)
    if (known !== undefined) return known
    const made: Stored = { published: [], bytes: 0, head: START, waiting: new Set() }
    this.#topics.set(name, made)
    return made
  }

  noted(name: string): Uint8Array | null {
    const found = this.#notes.get(name)
    return found === undefined || found.until < performance.now() ? null : found.note
  }
  note(name: string, note: Uint8Array | null, ms: number): void {
    if (note === null) this.#notes.delete(name)
    else this.#notes.set(name, { note: note.slice(), until: performance.now() + ms })
  }

  publish(topic: BusTopic, payload: Uint8Array): Place {
    const stored = this.of(topic)
    const now = Date.now() * 1000
    stored.head = `${Math.max(instantOf(stored.head) + 1, now)}-${numberOf(stored.head) + 1}`
    stored.published.push({ payload: payload.slice(), place: stored.head })
    stored.bytes += payload.length
    const isOver = ({ place }: Published) =>
      stored.bytes > topic.retentionBytes || now - instantOf(place) > topic.retentionMs * 1000
    while (stored.published.length > 1 && isOver(stored.published[0]!))
      stored.bytes -= stored.published.shift()!.payload.length
    for (const wake of stored.waiting) wake()
    return stored.head
  }
}

/** The bus of a process that is alone; of several over one hub, of which each is a process to the others. */
export class MemoryBus implements Bus {
  readonly isShared: boolean
  readonly #hub: MemoryHub
  readonly #log: Log
  readonly #hearings = new Set<BusSubscription>()
  #isClosed = false

  constructor({ hub, log }: { hub?: MemoryHub; log: Log }) {
    this.isShared = hub !== undefined
    this.#hub = hub ?? new MemoryHub()
    this.#log = log
  }

  async publish(topic: BusTopic, payload: Uint8Array): Promise<Place> {
    if (this.#isClosed) throw new Error('the bus is closed')
    return this.#hub.publish(topic, payload)
  }

  async subscribe(
    topic: BusTopic,
    after: Place | 'now' | 'kept',
    hearer: BusListener,
  ): Promise<BusSubscription> {
    const stored = this.#hub.of(topic)
    const ends = new AbortController()
    const report = (error: unknown) =>
      this.#log.error('a message of another process could not be handled', {
        topic: topic.name,
        error: sentenceOf(error),
      })
    const work = async () => {
      let place = after === 'now' ? stored.head : after === 'kept' ? null : after
      while (!ends.signal.aborted) {
        const next = stored.published.find((one) => place === null || isAfter(one.place, place))
        if (next === undefined) await more(stored, ends.signal)
        else if (place !== null && numberOf(next.place) !== numberOf(place) + 1)
          await takenUp(hearer, (place = stored.head), { signal: ends.signal, report })
        else await received(hearer, next.payload, (place = next.place), report)
      }
    }
    const done = work()
    const hearing = {
      stop: async () => {
        ends.abort()
        this.#hearings.delete(hearing)
        await done
      },
    }
    this.#hearings.add(hearing)
    return hearing
  }

  async head(topic: BusTopic): Promise<Place> {
    return this.#hub.of(topic).head
  }

  async claim(name: string, note: Uint8Array, ms: number): Promise<Uint8Array | null> {
    const before = this.#hub.noted(name)
    if (before === null) this.#hub.note(name, note, ms)
    return before
  }
  async note(name: string, note: Uint8Array | null, ms: number): Promise<void> {
    this.#hub.note(name, note, ms)
  }
  async noted(name: string): Promise<Uint8Array | null> {
    return this.#hub.noted(name)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#hearings].map((hearing) => hearing.stop()))
  }
}

/** Waits for another message. */
const more = (stored: Stored, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const wake = () => {
      stored.waiting.delete(wake)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    stored.waiting.add(wake)
    signal.addEventListener('abort', wake)
  })
