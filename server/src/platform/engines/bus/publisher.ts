import { setTimeout as sleep } from 'node:timers/promises'
import { START, type BusTopic, type Place } from '../../needs/bus.ts'
import type { Connection } from './connection.ts'

/** Milliseconds after which a message that cannot be delivered is dropped. */
const PATIENCE_MS = 30_000
/** Maximum bytes that may wait to be published, and maximum per publication. */
const MOST_WAITING = 64 * 1024 * 1024
const AT_ONCE = { rows: 256, bytes: 4 * 1024 * 1024 }
const AGAIN_MS = { first: 50, longest: 1000 }

/**
 * Adds payloads with the next instants and numbers, without those this process had added before an answer was lost.
 * Then removes what is too old or too much; one always stays, for its number.
 */
const ADD = `
local log, teller = KEYS[1], KEYS[2]
local first, keptUs, keptBytes = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local done = tonumber(redis.call('GET', teller) or '0')
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local us, n, place = 0, 0, '${START}'
local last = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
if last then
  place = last[1]
  local one, other = string.match(place, '(%d+)-(%d+)')
  us, n = tonumber(one), tonumber(other)
end
local places, before = {}, n
for i = 4, #ARGV do
  if first + i - 4 > done then
    us, n = math.max(us + 1, now), n + 1
    place = string.format('%.0f-%.0f', us, n)
    redis.call('XADD', log, place, 'p', ARGV[i])
  end
  places[i - 3] = place
end
if n > before then
  redis.call('SET', teller, string.format('%.0f', first + #ARGV - 4), 'EX', 3600)
  redis.call('XTRIM', log, 'MINID', '~', string.format('%.0f', math.max(0, now - keptUs)))
  if redis.call('MEMORY', 'USAGE', log) > keptBytes then
    redis.call('XTRIM', log, 'MAXLEN', '~', math.max(1, math.floor(redis.call('XLEN', log) * 3 / 4)))
  end
end
return places`

type Waiting = {
  number: number
  payload: Uint8Array
  until: number
  resolve: (place: Place) => void
  reject: (error: Error) => void
}
type To = { topic: BusTopic; key: string; publisher: string }
type Over = {
  connection: Connection
  answerMs: number
  report: (error: unknown) => void
  back: () => void
}

/** Publisher of one topic for one process: in order, each message once, waiting messages in one batch. */
export class TopicPublisher {
  readonly #to: To
  readonly #over: Over
  readonly #ends = new AbortController()
  #waiting: Waiting[] = []
  #bytes = 0
  #number = 0
  #isTelling = false

  constructor(to: To, over: Over) {
    this.#to = to
    this.#over = over
  }

  publish(payload: Uint8Array): Promise<Place> {
    if (this.#ends.signal.aborted) return Promise.reject(new Error('the bus is closed'))
    if (this.#bytes + payload.length > MOST_WAITING)
      return Promise.reject(new Error('too many messages wait to be published to other processes'))
    return new Promise((resolve, reject) => {
      this.#bytes += payload.length
      const until = performance.now() + PATIENCE_MS
      this.#waiting.push({ number: ++this.#number, payload, until, resolve, reject })
      void this.#notifyAll()
    })
  }

  close(): void {
    this.#ends.abort()
    this.#over.connection.close()
    this.#giveUp(Infinity, 'the bus is closed')
  }

  async #notifyAll() {
    if (this.#isTelling) return
    this.#isTelling = true
    let wait = AGAIN_MS.first
    while (this.#waiting.length > 0)
      try {
        const batch = this.#next()
        const places = await this.#add(batch)
        for (const [i, one] of batch.entries()) one.resolve(places[i]!)
        this.#letGo(batch.length)
        this.#over.back()
        wait = AGAIN_MS.first
      } catch (error) {
        if (this.#ends.signal.aborted) break
        this.#over.report(error)
        await sleep(wait, undefined, { signal: this.#ends.signal }).catch(() => undefined)
        wait = Math.min(wait * 2, AGAIN_MS.longest)
        this.#giveUp(performance.now(), 'Redis does not answer')
      }
    this.#isTelling = false
  }

  #next(): Waiting[] {
    let [rows, bytes] = [0, 0]
    for (const { payload } of this.#waiting) {
      bytes += payload.length
      if (rows > 0 && (rows === AT_ONCE.rows || bytes > AT_ONCE.bytes)) break
      rows++
    }
    return this.#waiting.slice(0, rows)
  }

  async #add(batch: Waiting[]): Promise<Place[]> {
    const { topic, key, publisher } = this.#to
    const { connection, answerMs } = this.#over
    const numbers = [batch[0]!.number, topic.retentionMs * 1000, topic.retentionBytes].map(String)
    const payloads = batch.map(({ payload }) =>
      Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
    )
    const places = await connection.ask(['EVAL', ADD, '2', key, publisher, ...numbers, ...payloads], answerMs)
    return (places as Buffer[]).map((place) => place.toString() as Place)
  }

  /** Drops the first messages in line whose time is over. */
  #giveUp(now: number, why: string) {
    let over = 0
    while (over < this.#waiting.length && this.#waiting[over]!.until <= now) over++
    for (const one of this.#waiting.slice(0, over)) one.reject(new Error(why))
    this.#letGo(over)
  }

  #letGo(rows: number) {
    for (const { payload } of this.#waiting.slice(0, rows)) this.#bytes -= payload.length
    this.#waiting = this.#waiting.slice(rows)
  }
}
