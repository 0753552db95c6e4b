import { eventOfAnomaly, FOUND_ANOMALIES, MOST_FOUND_MIN, type FoundAnomaly } from '@samudra/contract/filter'
import { knowledgeSpan, type Period } from '../../../platform/kernel/cluster/versions-at.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { SourceNames } from '../../../sea/names.ts'
import type { Places } from '../../../sea/filter-lookup.ts'
import { detectedBetween, detectedOf, type DetectedRow } from './detected.sql.ts'

const MINUTE_MS = 60_000
const RETENTION_MS = MOST_FOUND_MIN * MINUTE_MS
const CODES = FOUND_ANOMALIES.map((one) => eventOfAnomaly(one)!)

/** Which results of rules were stored otherwise, by their ids and ships. */
export type ResultKeys = readonly { id: string; mmsi: number }[]

/** An event of a detector: it stands from one instant until another, and went on until its end. Epoch ms, millionths of degrees. */
type Event = {
  id: string
  code: string
  from: number
  until: number
  /** Infinity where it had not ended. */
  end: number
  lat: number
  lon: number
  sources: readonly (readonly number[])[]
}
const keyOf = (mmsi: number, split: number) => mmsi * 256 + split
/** Test of whether a caller may know of an event. */
type Knows = (event: Event) => boolean

/**
 * Returns a test of whether a caller sees one source of each group that reported an event, and its first position; as
 * for rule results.
 */
function knowing(visibility: CallerVisibility, names: SourceNames): Knows {
  if (visibility.all) return () => true
  return ({ lat, lon, sources }) =>
    visibility.place(lat / 1e6, lon / 1e6) &&
    sources.every((some) => some.some((number) => visibility.source(names.sourceCode(number))))
}

/**
 * As it came to be known at each instant; or with `believedAt` as it was known at that one. What was disputed or revised by
 * then does not stand.
 */
function eventOf(row: DetectedRow, believedAt?: number): Event {
  const { id, code, first_at, last_at, known_at, status, lat_udeg, lon_udeg, sources } = row
  const disputed = row.judgement === 'DISPUTED' ? row.judged_at! : Infinity
  const revised = status === 'REVISED' ? row.changed_at : Infinity
  const ended = Math.min(disputed, revised)
  const isOver = status === 'CLEARED' && (believedAt === undefined || last_at <= believedAt)
  const stands = believedAt === undefined || (known_at <= believedAt && ended > believedAt)
  return {
    id,
    code,
    from: stands ? (believedAt === undefined ? Math.max(first_at, known_at) : first_at) : Infinity,
    until: believedAt === undefined ? ended : Infinity,
    end: isOver ? last_at : Infinity,
    lat: lat_udeg,
    lon: lon_udeg,
    sources,
  }
}
const shipsOf = ({ mmsi, split, other_mmsi, other_split }: DetectedRow) => [
  keyOf(mmsi, split),
  ...(other_mmsi === null ? [] : [keyOf(other_mmsi, other_split!)]),
]

/** Events by their ships. */
class Events {
  readonly #byShip = new Map<number, Event[]>()

  put(event: Event, ships: readonly number[]): void {
    for (const ship of ships) {
      const others = (this.#byShip.get(ship) ?? []).filter(({ id }) => id !== event.id)
      this.#byShip.set(ship, [...others, event])
    }
  }
  /** Removes events that no query needs any more. */
  forget(before: number): void {
    for (const [ship, events] of this.#byShip) {
      const remaining = events.filter(({ end, until }) => Math.min(end, until) >= before)
      if (remaining.length === 0) this.#byShip.delete(ship)
      else if (remaining.length < events.length) this.#byShip.set(ship, remaining)
    }
  }
  /** As `Places.lastFound`. */
  lastFound(code: string, ship: number, at: number, knows: Knows): number {
    const events = this.#byShip.get(ship)
    let last = -Infinity
    if (events === undefined) return last
    for (let i = 0; i < events.length; i++) {
      const event = events[i]!
      if (event.code !== code || event.end <= last || event.from > at || event.until <= at) continue
      if (knows(event)) last = event.end
    }
    return last
  }
  /** Returns the instants at which the answer for a vessel may change, ascending. */
  changes(ship: number, { from, to }: Period, withinMs: number): number[] {
    const all = (this.#byShip.get(ship) ?? []).flatMap((one) => [one.from, one.until, one.end + withinMs + 1])
    return all.filter((at) => at > from && at <= to).sort((a, b) => a - b)
  }
}

type Query = { period: Period; codes: readonly FoundAnomaly[]; withinMin: number; mmsi?: number | undefined }

/** Returns what detectors found, as known at each instant of a period, for a caller. */
export async function detectedThen(
  { db, names }: { db: Db; names: SourceNames },
  visibility: CallerVisibility,
  { period, codes, withinMin, mmsi }: Query,
): Promise<Pick<Places, 'lastFound'> & { changesOf: (mmsi: number, split: number) => readonly number[] }> {
  const events = new Events()
  const withinMs = withinMin * MINUTE_MS
  const query = {
    codes: codes.map((one) => eventOfAnomaly(one)!),
    from: period.from - withinMs,
    to: period.to,
    mmsi,
  }
  const believedAt = period.believedAt === undefined ? undefined : knowledgeSpan(period)[0].getTime()
  const knows = knowing(visibility, names)
  for (const row of codes.length === 0 ? [] : await detectedBetween(db, query)) {
    const event = eventOf(row, believedAt)
    if (knows(event)) events.put(event, shipsOf(row))
  }
  return {
    lastFound: (which, ship, split, at) =>
      events.lastFound(eventOfAnomaly(which)!, keyOf(ship, split), at, () => true),
    changesOf: (ship, split) => events.changes(keyOf(ship, split), period, withinMs),
  }
}

type Needs = {
  db: Db
  clock: Clock
  log: Log
  names: SourceNames
  others: Pick<Others, 'publish' | 'follow'>
}
const DETECTED = 'detected'

/** Recent findings of detectors as they stand now, held from the database. */
export class DetectedNow {
  readonly #needs: Needs
  readonly #changed: () => void
  #events = new Events()
  /** Keys to be read again. */
  #due = new Map<string, number>()
  #reading: Promise<void> = Promise.resolve()

  /** `changed` is called each time something is held otherwise. */
  constructor(needs: Needs, changed: () => void) {
    this.#needs = needs
    this.#changed = changed
    needs.others.follow<ResultKeys>(DETECTED, {
      changed: (keys) => this.#take(keys),
      // No push reports it: views query again by themselves.
      afresh: async () => {
        await this.load()
        return false
      },
    })
  }

  async load(): Promise<void> {
    const now = this.#needs.clock.now()
    const events = new Events()
    const rows = await detectedBetween(this.#needs.db, { codes: CODES, from: now - RETENTION_MS, to: now })
    for (const row of rows) events.put(eventOf(row), shipsOf(row))
    this.#events = events
    this.#changed()
  }

  /** Results were stored here: reads them, and has the other processes do so. */
  note(keys: ResultKeys): void {
    this.#needs.others.publish(DETECTED, keys)
    void this.#take(keys).catch((error: unknown) => {
      this.#needs.log.error('what detectors found could not be read; trying again', {
        error: sentenceOf(error),
      })
    })
  }

  /** Reads what could not be read, and forgets what is long over. */
  async tidy(): Promise<void> {
    this.#events.forget(this.#needs.clock.now() - RETENTION_MS)
    if (this.#due.size > 0) await this.#take([])
  }

  /** One reading after the other, so that the later one counts. */
  #take(keys: ResultKeys): Promise<void> {
    for (const { id, mmsi } of keys) this.#due.set(id, mmsi)
    const mine = this.#reading.then(() => this.#read())
    this.#reading = mine.catch(() => undefined)
    return mine
  }

  async #read() {
    const due = this.#due
    if (due.size === 0) return
    this.#due = new Map()
    try {
      const query = { codes: CODES, ids: [...due.keys()], mmsis: [...new Set(due.values())] }
      const rows = await detectedOf(this.#needs.db, query)
      for (const row of rows) this.#events.put(eventOf(row), shipsOf(row))
      if (rows.length > 0) this.#changed()
    } catch (error) {
      this.#due = new Map([...due, ...this.#due])
      throw error
    }
  }

  /** Returns the findings as a caller may know of them. */
  seenBy(visibility: CallerVisibility): Places['lastFound'] {
    const knows = knowing(visibility, this.#needs.names)
    return (which, mmsi, split, at) =>
      this.#events.lastFound(eventOfAnomaly(which)!, keyOf(mmsi, split), at, knows)
  }
}
