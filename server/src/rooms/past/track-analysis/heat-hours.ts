import { GAP_MS } from '@samudra/contract/wire/replay-chunk'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import type { FixColumn, FixReader } from '../../../sea/fix-reader.ts'
import { isShip } from '../../../sea/ship-reports.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { changedBy, fixesIn, HeatWalk, joined, STORED_UNIT, type CellColumns } from './heat-cells.ts'
import {
  keepLeft,
  countedUpto,
  dueHours,
  endLeaving,
  keepHour,
  storedHour,
  leftUpto,
  notedUpto,
  rememberDue,
} from './heat.sql.ts'

export const HOUR_MS = 3_600_000
const MAKING_MS = 30_000
/** Arrivals looked at in one go. */
const LOOK_MS = 24 * HOUR_MS
/** A fix carries its time of arrival a moment before it can be read. */
const MARGIN_MS = 5000
/** Minimum interval between recounts of an hour that receives late fixes, unless a query requests it. */
const AGAIN_MS = 600_000
/** An hour this old was counted before; what it was counted from may be thinned or in a file by now. */
const LATE_MS = 24 * HOUR_MS
const WORLD = [-180, -90, 180, 90] as const

export type HeatNeeds = {
  db: Db
  clock: Clock
  flush: () => Promise<void>
  fixes: FixReader
}

/** Fixes of an import that are taken away: which feed brought them, and when they arrived, epoch ms. */
export type Leaving = { feed: number; from: number; to: number; signal?: AbortSignal }

/** Counts vessels hour by hour; stores completed hours and recounts them when data arrives late. */
export class HeatHours {
  readonly #needs: HeatNeeds
  readonly #madeAt = new Map<number, number>()
  #turn: Promise<unknown> = Promise.resolve()
  #isStopped = false
  /** A feed on its way out: of hours up to one it counts no more, and nothing that came after an instant. */
  #leaving: { feed: number; since: number; upto: number } | null = null

  constructor(needs: HeatNeeds) {
    this.#needs = needs
  }

  async stop() {
    this.#isStopped = true
    await this.#turn.catch(() => undefined)
  }

  /** Hours with something new that begin before an instant, once all that has arrived was looked at. */
  async due(before: number, signal?: AbortSignal): Promise<number[]> {
    while (!this.#isStopped && (await this.#inTurn(() => this.#note()))) signal?.throwIfAborted()
    return dueHours(this.#needs.db, before)
  }

  /** Does what takes away the fixes of a feed that arrived in a period, and takes them out of the hours they were in. */
  async forgetting(leaving: Leaving, act: () => Promise<void>): Promise<void> {
    const { db, clock, flush, fixes } = this.#needs
    const { feed, from, to } = leaving
    await flush()
    while (!this.#isStopped && (await this.#inTurn(() => this.#note())));
    const isOfFeed = (batch: FixBatch, i: number) => batch.feed[i] === feed
    const hours = await this.#hoursOf(
      fixes.readFixes({ by: 'ARRIVAL', from, to, columns: ['feed'] }),
      isOfFeed,
    )
    const upto = () => notedUpto(db, clock.now())
    const lateBefore = clock.now() - LATE_MS
    const recent = hours.filter((hour) => hour >= lateBefore)
    await this.#inTurn(async () => rememberDue(db, recent, await upto()))
    try {
      this.#leaving = { feed, since: await upto(), upto: await leftUpto(db, feed) }
      for (const hour of hours.filter((one) => one < lateBefore).sort((a, b) => a - b)) {
        leaving.signal?.throwIfAborted()
        await this.#inTurn(() => this.#leave(hour, leaving))
      }
      await keepLeft(db, feed, Number.MAX_SAFE_INTEGER)
      await act()
      await endLeaving(db, feed)
    } finally {
      this.#leaving = null
    }
    // Another process may have counted one of them meanwhile.
    await this.#inTurn(async () => rememberDue(db, recent, await upto()))
  }

  /** Makes one hour from its fixes and keeps it. */
  make(hour: number, signal?: AbortSignal): Promise<void> {
    return this.#inTurn(() => this.#make(hour, signal))
  }

  async #make(hour: number, signal?: AbortSignal) {
    const { db, clock } = this.#needs
    await keepHour(db, hour, await this.#counted(hour, signal))
    this.#madeAt.set(hour, clock.now())
  }

  /**
   * Returns the present count of an hour. Where its source fixes are gone, the stored count stays and later arrivals
   * are added.
   */
  async #counted(hour: number, signal?: AbortSignal): Promise<CellColumns> {
    const { db, clock } = this.#needs
    const now = clock.now()
    if (hour >= now - LATE_MS) return this.read(hour, hour + HOUR_MS, signal)
    const [before, upto] = [await countedUpto(db, hour), await notedUpto(db, now)]
    const walks = await this.#walked(
      hour,
      [({ recTime }, i) => recTime[i]! < upto, ({ recTime }, i) => before !== null && recTime[i]! < before],
      signal,
    )
    return this.#standing(hour, before, walks as [CellColumns, CellColumns])
  }

  /** Takes a feed out of what is known of an old hour, once; what came since it was counted is counted with it. */
  async #leave(hour: number, { feed, from, to }: Leaving) {
    const { db, clock } = this.#needs
    const leaving = this.#leaving!
    if (hour <= leaving.upto) return
    const isDue = (await dueHours(db, hour + 1, hour)).length > 0
    const upto = await notedUpto(db, clock.now())
    const before = isDue ? await countedUpto(db, hour) : upto
    const isLeft = ({ feed: of, recTime }: FixBatch, i: number) =>
      of[i] === feed && recTime[i]! >= from && recTime[i]! < to
    const walks = await this.#walked(hour, [
      (batch, i) => batch.recTime[i]! < upto && !isLeft(batch, i),
      ({ recTime }, i) => before !== null && recTime[i]! < before,
    ])
    await keepHour(db, hour, await this.#standing(hour, before, walks as [CellColumns, CellColumns]), feed)
    leaving.upto = hour
  }

  /**
   * Returns the count of an hour to store. `known` is the part already counted up to an instant, if any. If source
   * fixes of the stored count are gone, it stays and only the difference is applied.
   */
  async #standing(hour: number, upto: number | null, [all, known]: [CellColumns, CellColumns]) {
    if (upto === null) return all
    const saved = joined(await this.stored(hour, WORLD))
    return fixesIn(known) < fixesIn(saved) ? changedBy(saved, known, all) : all
  }

  stored(hour: number, box: readonly [number, number, number, number]): Promise<CellColumns[]> {
    return storedHour(this.#needs.db, hour, box)
  }

  /** The same from the fixes of a period. */
  async read(from: number, to: number, signal?: AbortSignal): Promise<CellColumns> {
    const walk = new HeatWalk(STORED_UNIT, from, to)
    for await (const batch of this.#ships(from, to, ['lat', 'lon', 'type'], signal))
      for (let i = 0; i < batch.count; i++)
        if (isShip(batch, i))
          walk.add(batch.mmsi[i]!, batch.split[i]!, batch.observedAt[i]!, batch.lat[i]!, batch.lon[i]!)
    return walk.done()
  }

  /** Returns the cell counts of an hour for each choice of its fixes. */
  async #walked(
    hour: number,
    choices: readonly ((batch: FixBatch, i: number) => boolean)[],
    signal?: AbortSignal,
  ): Promise<CellColumns[]> {
    const walks = choices.map((isChosen) => ({
      isChosen,
      walk: new HeatWalk(STORED_UNIT, hour, hour + HOUR_MS),
    }))
    for await (const batch of this.#ships(hour, hour + HOUR_MS, ['lat', 'lon', 'type', 'feed'], signal))
      for (let i = 0; i < batch.count; i++) {
        if (!isShip(batch, i) || this.#isLeaving(hour, batch, i)) continue
        for (const { isChosen, walk } of walks)
          if (isChosen(batch, i))
            walk.add(batch.mmsi[i]!, batch.split[i]!, batch.observedAt[i]!, batch.lat[i]!, batch.lon[i]!)
      }
    return walks.map(({ walk }) => walk.done())
  }

  #ships(from: number, to: number, columns: FixColumn[], signal?: AbortSignal) {
    const query = { by: 'OBSERVED', from: from - GAP_MS, to: to + GAP_MS, order: 'CONTACT' } as const
    return this.#needs.fixes.readFixes({ ...query, columns, signal })
  }

  #isLeaving(hour: number, { feed, recTime }: FixBatch, i: number): boolean {
    const leaving = this.#leaving
    return (
      leaving !== null && feed[i] === leaving.feed && (hour <= leaving.upto || recTime[i]! >= leaving.since)
    )
  }

  /** Looks at what arrived since the last time, and remembers the hours it belongs to. True when there is more. */
  async #note(): Promise<boolean> {
    const { db, clock, flush, fixes } = this.#needs
    const now = clock.now()
    await flush()
    const from = await notedUpto(db, now)
    const to = Math.min(now, from + LOOK_MS)
    if (to <= from) return false
    const hours = await this.#hoursOf(fixes.readFixes({ by: 'ARRIVAL', from, to: to + 1, columns: [] }))
    // The last moments are looked at again the next time.
    const upto = Math.max(from, Math.min(to, now - MARGIN_MS))
    const late = hours.filter((hour) => hour < now - LATE_MS)
    await rememberDue(db, hours, upto, { hours: late, countedUpto: from })
    return to < now
  }

  async #hoursOf(
    batches: AsyncIterable<FixBatch>,
    isMeant: (batch: FixBatch, i: number) => boolean = () => true,
  ): Promise<number[]> {
    const hours = new Set<number>()
    let last = Number.NaN
    for await (const batch of batches)
      for (let i = 0; i < batch.count; i++) {
        const minute = Math.floor(batch.observedAt[i]! / 60_000)
        if (minute === last || !isMeant(batch, i)) continue
        last = minute
        // A fix also ends or begins time spent in the hour beside its own.
        hours.add(hourOf(minute * 60_000 - GAP_MS)).add(hourOf((minute + 1) * 60_000 + GAP_MS))
      }
    return [...hours]
  }

  /** Makes the hours that are due, for half a minute at most. */
  async catchUp(signal: AbortSignal): Promise<void> {
    const { clock } = this.#needs
    const now = clock.now()
    for (const hour of await this.due(hourOf(now - MARGIN_MS), signal)) {
      if (this.#isStopped || clock.now() - now > MAKING_MS) return
      if (clock.now() - (this.#madeAt.get(hour) ?? 0) >= AGAIN_MS) await this.make(hour, signal)
    }
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(act, act)
    this.#turn = mine
    return mine
  }
}

export const hourOf = (at: number) => Math.floor(at / HOUR_MS) * HOUR_MS
