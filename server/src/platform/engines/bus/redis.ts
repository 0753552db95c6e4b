import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerOptions } from 'socket.io'
import { StartFailure, sentenceOf } from '../../kernel/http/errors.ts'
import type { Log } from '../../kernel/text/log.ts'
import {
  START,
  isAfter,
  numberOf,
  type Bus,
  type BusListener,
  type BusTopic,
  type BusSubscription,
  type Place,
} from '../../needs/bus.ts'
import { Connection } from './connection.ts'
import { received, takenUp } from './receiver.ts'
import { redisSockets } from './sockets.ts'
import { TopicPublisher } from './publisher.ts'

const OLDEST_MAJOR = 7
/** An answer takes no longer, or the connection is dead. */
const ANSWER_MS = 10_000
/** Maximum time until Redis reports that nothing is new. */
const BLOCK_MS = 5000
const READ_AT_ONCE = '64'
const AGAIN_MS = { first: 50, longest: 1000 }

type Row = [id: Buffer, fields: Buffer[]]

/**
 * Bus over Redis Streams, one stream per topic. The ids are ours, `<microseconds>-<number>`, so that a reader sees by
 * the numbers whether anything between was trimmed or lost with the engine.
 */
export class RedisBus implements Bus {
  readonly isShared = true
  sockets?: NonNullable<ServerOptions['adapter']>
  readonly #url: string
  readonly #prefix: string
  readonly #log: Log
  readonly #asking: Connection
  readonly #tellings = new Map<string, TopicPublisher>()
  readonly #hearings = new Set<BusSubscription>()
  readonly #teller = randomUUID()
  #isAway = false
  #closeSockets = () => undefined as void

  /** `name`: of the installation, so that two may use one Redis. */
  private constructor({ url, name, log }: { url: string; name: string; log: Log }) {
    this.#url = url
    this.#prefix = `samudra:${name}`
    this.#log = log
    this.#asking = new Connection(url)
  }

  /** Throws StartFailure when there is no Redis that will do. */
  static async open(options: { url: string; name: string; log: Log }): Promise<RedisBus> {
    const bus = new RedisBus(options)
    const where = new URL(options.url).host
    try {
      const reply = String(await bus.#asking.ask(['INFO', 'server'], ANSWER_MS))
      const major = Number(/^redis_version:(\d+)/m.exec(reply)?.[1])
      if (!(major >= OLDEST_MAJOR))
        throw new StartFailure(`The Redis at ${where} is too old; ${OLDEST_MAJOR}.0 or later is needed.`)
      const { adapter, close } = await redisSockets({ url: options.url, prefix: bus.#prefix })
      bus.sockets = adapter
      bus.#closeSockets = close
      return bus
    } catch (error) {
      await bus.close()
      if (error instanceof StartFailure) throw error
      throw new StartFailure(
        `The Redis at ${where} does not respond: ${sentenceOf(error)}. Check --redis and that it runs.`,
      )
    }
  }

  publish(topic: BusTopic, payload: Uint8Array): Promise<Place> {
    let telling = this.#tellings.get(topic.name)
    if (telling === undefined) {
      const key = this.#keyOf(topic)
      telling = new TopicPublisher(
        { topic, key, publisher: `${key}:${this.#teller}` },
        {
          connection: new Connection(this.#url),
          answerMs: ANSWER_MS,
          report: (error) => this.#noteAway(error),
          back: () => this.#noteBack(),
        },
      )
      this.#tellings.set(topic.name, telling)
    }
    return telling.publish(payload)
  }

  async subscribe(
    topic: BusTopic,
    after: Place | 'now' | 'kept',
    hearer: BusListener,
  ): Promise<BusSubscription> {
    const place = after === 'now' ? await this.head(topic) : after === 'kept' ? null : after
    const connection = new Connection(this.#url)
    const ends = new AbortController()
    const done = this.#follow({ topic, hearer, connection, signal: ends.signal }, place)
    const hearing = {
      stop: async () => {
        ends.abort()
        connection.close()
        this.#hearings.delete(hearing)
        await done
      },
    }
    this.#hearings.add(hearing)
    return hearing
  }

  head(topic: BusTopic): Promise<Place> {
    return this.#headOf(this.#asking, topic)
  }

  async claim(name: string, note: Uint8Array, ms: number): Promise<Uint8Array | null> {
    const set = ['SET', this.#noteOf(name), Buffer.from(note), 'PX', String(ms), 'NX', 'GET']
    return (await this.#asking.ask(set, ANSWER_MS)) as Uint8Array | null
  }
  async note(name: string, note: Uint8Array | null, ms: number): Promise<void> {
    const key = this.#noteOf(name)
    await this.#asking.ask(
      note === null ? ['DEL', key] : ['SET', key, Buffer.from(note), 'PX', String(ms)],
      ANSWER_MS,
    )
  }
  async noted(name: string): Promise<Uint8Array | null> {
    return (await this.#asking.ask(['GET', this.#noteOf(name)], ANSWER_MS)) as Uint8Array | null
  }

  async close(): Promise<void> {
    for (const telling of this.#tellings.values()) telling.close()
    this.#asking.close()
    this.#closeSockets()
    await Promise.all([...this.#hearings].map((hearing) => hearing.stop()))
  }

  async #follow(to: Following, place: Place | null): Promise<void> {
    const { connection, topic, signal } = to
    // After each break the reader first checks that the engine still knows its position.
    let isSure = place === null
    for (let wait = AGAIN_MS.first; !signal.aborted;)
      try {
        if (!isSure && place !== null && isAfter(place, await this.#headOf(connection, topic)))
          place = await this.#lose(to)
        isSure = true
        place = await this.#hearNext(to, place)
        this.#noteBack()
        wait = AGAIN_MS.first
      } catch (error) {
        if (signal.aborted) return
        this.#noteAway(error)
        isSure = false
        await sleep(wait, undefined, { signal }).catch(() => undefined)
        wait = Math.min(wait * 2, AGAIN_MS.longest)
      }
  }

  async #hearNext(to: Following, from: Place | null): Promise<Place | null> {
    const { connection, topic, hearer, signal } = to
    const read = ['XREAD', 'COUNT', READ_AT_ONCE, 'BLOCK', String(BLOCK_MS), 'STREAMS']
    const answer = await connection.ask([...read, this.#keyOf(topic), from ?? START], BLOCK_MS + ANSWER_MS)
    let place = from
    for (const [id, fields] of (answer as [unknown, Row[]][] | null)?.[0]?.[1] ?? []) {
      if (signal.aborted) return place
      const next = id.toString() as Place
      if (place !== null && numberOf(next) !== numberOf(place) + 1) return this.#lose(to)
      await received(hearer, fields[1]!, (place = next), (error) => this.#report(topic, error))
    }
    return place
  }

  async #lose({ connection, topic, hearer, signal }: Following): Promise<Place> {
    const place = await this.#headOf(connection, topic)
    await takenUp(hearer, place, { signal, report: (error) => this.#report(topic, error) })
    return place
  }

  async #headOf(connection: Connection, topic: BusTopic): Promise<Place> {
    const last = await connection.ask(['XREVRANGE', this.#keyOf(topic), '+', '-', 'COUNT', '1'], ANSWER_MS)
    return ((last as Row[])[0]?.[0].toString() ?? START) as Place
  }

  #noteOf = (name: string) => `${this.#prefix}:note:${name}`
  #keyOf = ({ name }: BusTopic) => `${this.#prefix}:${name}`

  #report(topic: BusTopic, error: unknown) {
    this.#log.error('a message of another process could not be handled', {
      topic: topic.name,
      error: sentenceOf(error),
    })
  }
  #noteAway(error: unknown) {
    if (!this.#isAway) this.#log.error('Redis does not answer; trying again', { error: sentenceOf(error) })
    this.#isAway = true
  }
  #noteBack() {
    if (this.#isAway) this.#log.info('Redis answers again')
    this.#isAway = false
  }
}

type Following = { topic: BusTopic; hearer: BusListener; connection: Connection; signal: AbortSignal }
