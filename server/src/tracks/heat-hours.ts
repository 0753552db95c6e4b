import { sentenceOf } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { FixBatch } from '../kernel/topics.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { GAP_MS, HeatWalk, KEPT_UNIT, type CellColumns } from './heat-cells.ts'
import { dueHours, keepHour, keptHour, notedUpto, rememberDue } from './heat.sql.ts'

export const HOUR_MS = 3_600_000
const BEAT_MS = 60_000
/** Arrivals looked at in one go. */
const LOOK_MS = 24 * HOUR_MS
/** A fix carries its time of arrival a moment before it can be read. */
const MARGIN_MS = 5000
/** An hour that late fixes keep coming for is made anew at most this often, unless somebody asks for it. */
const AGAIN_MS = 600_000
/** Reports of ships; stations on land and buoys send all day from one place. */
const SHIP_TYPES = new Set([1, 2, 3, 18, 19, 27])

type Column = 'lat' | 'lon' | 'sog' | 'cog' | 'heading' | 'navStatus' | 'type' | 'source'
export type HeatNeeds = {
  db: Db
  clock: Clock
  log: Log
  flush: () => Promise<void>
  readFixes: (asked: {
    by: 'ARRIVAL' | 'OBSERVED'
    from: number
    to: number
    box?: { west: number; south: number; east: number; north: number } | undefined
    sources?: number[] | null
    knownBy?: number | undefined
    order?: 'CONTACT'
    columns: Column[]
    limit?: number
    signal?: AbortSignal | undefined
  }) => AsyncIterable<FixBatch>
}

/** What ships did hour by hour, kept once an hour is over and made again when something of it arrives late. */
export class HeatHours {
  readonly #needs: HeatNeeds
  readonly #madeAt = new Map<number, number>()
  #turn: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(needs: HeatNeeds) {
    this.#needs = needs
  }

  start() {
    this.#timer = setInterval(() => void this.#beat(), BEAT_MS)
  }

  async stop() {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#turn.catch(() => undefined)
  }

  /** Hours with something new that begin before an instant, once all that has arrived was looked at. */
  async due(before: number, signal?: AbortSignal): Promise<number[]> {
    while (!this.#isStopped && (await this.#inTurn(() => this.#note()))) signal?.throwIfAborted()
    return dueHours(this.#needs.db, before)
  }

  /** Does what takes away fixes that arrived in a period, and counts anew the hours they were in. */
  async forgetting(period: { from: number; to: number }, act: () => Promise<void>): Promise<void> {
    const { db, clock, readFixes } = this.#needs
    const { from, to } = period
    const hours = await this.#hoursOf(readFixes({ by: 'ARRIVAL', from, to, columns: [] }))
    const upto = () => notedUpto(db, clock.now())
    await this.#inTurn(async () => rememberDue(db, hours, await upto()))
    await act()
    // Somebody may have counted one of them meanwhile.
    await this.#inTurn(async () => rememberDue(db, hours, await upto()))
  }

  /** Makes one hour from its fixes and keeps it. */
  make(hour: number, signal?: AbortSignal): Promise<void> {
    return this.#inTurn(async () => {
      const columns = await this.read(hour, hour + HOUR_MS, signal)
      await keepHour(this.#needs.db, hour, columns)
      this.#madeAt.set(hour, this.#needs.clock.now())
    })
  }

  kept(hour: number, box: readonly [number, number, number, number]): Promise<CellColumns[]> {
    return keptHour(this.#needs.db, hour, box)
  }

  /** The same from the fixes of a period. */
  async read(from: number, to: number, signal?: AbortSignal): Promise<CellColumns> {
    const walk = new HeatWalk(KEPT_UNIT, from, to)
    const batches = this.#needs.readFixes({
      by: 'OBSERVED',
      from: from - GAP_MS,
      to: to + GAP_MS,
      order: 'CONTACT',
      columns: ['lat', 'lon', 'type'],
      signal,
    })
    for await (const batch of batches)
      for (let i = 0; i < batch.count; i++)
        if (isShip(batch, i))
          walk.add(batch.mmsi[i]!, batch.split[i]!, batch.observedAt[i]!, batch.lat[i]!, batch.lon[i]!)
    return walk.done()
  }

  /** Looks at what arrived since the last time, and remembers the hours it belongs to. True when there is more. */
  async #note(): Promise<boolean> {
    const { db, clock, flush, readFixes } = this.#needs
    const now = clock.now()
    await flush()
    const from = await notedUpto(db, now)
    const to = Math.min(now, from + LOOK_MS)
    if (to <= from) return false
    const hours = await this.#hoursOf(readFixes({ by: 'ARRIVAL', from, to: to + 1, columns: [] }))
    // The last moments are looked at again the next time.
    await rememberDue(db, hours, Math.max(from, Math.min(to, now - MARGIN_MS)))
    return to < now
  }

  async #hoursOf(batches: AsyncIterable<FixBatch>): Promise<number[]> {
    const hours = new Set<number>()
    let last = Number.NaN
    for await (const batch of batches)
      for (let i = 0; i < batch.count; i++) {
        const minute = Math.floor(batch.observedAt[i]! / 60_000)
        if (minute === last) continue
        last = minute
        // A fix also ends or begins time spent in the hour beside its own.
        hours.add(hourOf(minute * 60_000 - GAP_MS)).add(hourOf((minute + 1) * 60_000 + GAP_MS))
      }
    return [...hours]
  }

  async #beat() {
    const { clock, log } = this.#needs
    try {
      const now = clock.now()
      for (const hour of await this.due(hourOf(now - MARGIN_MS))) {
        if (this.#isStopped || clock.now() - now > BEAT_MS / 2) return
        if (clock.now() - (this.#madeAt.get(hour) ?? 0) >= AGAIN_MS) await this.make(hour)
      }
    } catch (error) {
      log.error('hours of the heat map could not be counted', { error: sentenceOf(error) })
    }
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(act, act)
    this.#turn = mine
    return mine
  }
}

export const isShip = (batch: FixBatch, i: number) => SHIP_TYPES.has(batch.type[i]!)
export const hourOf = (at: number) => Math.floor(at / HOUR_MS) * HOUR_MS
