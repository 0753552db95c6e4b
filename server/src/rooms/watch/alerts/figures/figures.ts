import { DISPOSITIONS, IS_TRUE, isOpen, type Disposition } from '@samudra/contract/alert-workflow'
import { CHATTERING, ISA_18_2, SHELVED_LONG_H, type AlertFigures } from '@samudra/contract/alert-figures'
import { mmsiText } from '../../../../sea/ship-numbers.ts'
import type { TimeSpan } from '../../../../sea/time-spans.ts'
import { NO_MMSI } from '../alert.ts'
import type { CountedRow } from './figures.sql.ts'

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
const TEN_MS = 10 * MINUTE_MS

/** The middle one, or between the middle two; null of none. */
export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns true if an alert recurred several times within a short time. */
const isChattering = ({ count, first_at, last_at }: CountedRow) =>
  count >= CHATTERING.least && last_at - first_at <= CHATTERING.apart_min * MINUTE_MS * (count - 1)
/** Returns true if an alert is still active or without an owner a day after it became known. */
const isStale = ({ condition, state, known_at }: CountedRow, now: number) =>
  now - known_at > ISA_18_2.stale_h * HOUR_MS && isOpen(state) && (condition === 'ACTIVE' || state === 'NEW')
const isShelvedLong = ({ state, shelved_at, shelved_until }: CountedRow) =>
  state === 'SHELVED' &&
  shelved_at !== null &&
  shelved_until !== null &&
  shelved_until - shelved_at > SHELVED_LONG_H * HOUR_MS

/** Number of watch officers on duty at an instant, epoch ms; at least one. */
export type Officers = (at: number) => number

/** Counts alerts one after the other, as they became known. */
export class Tally {
  alerts = 0
  inPort = 0
  #chattering = 0
  #stale = 0
  #shelvedLong = 0
  /** By ten minutes: how many, and when the first of them became known. */
  readonly #perTen = new Map<number, { alerts: number; first: number }>()
  readonly #perShip = new Map<number, number>()
  readonly #dispositions = new Map<Disposition, number>()
  readonly #acked: number[] = []
  readonly #decided: number[] = []

  add(row: CountedRow, isInPort: boolean, now: number) {
    this.alerts++
    if (isInPort) this.inPort++
    if (isChattering(row)) this.#chattering++
    if (isStale(row, now)) this.#stale++
    if (isShelvedLong(row)) this.#shelvedLong++
    const ten = Math.floor(row.known_at / TEN_MS)
    const before = this.#perTen.get(ten) ?? { alerts: 0, first: row.known_at }
    this.#perTen.set(ten, { ...before, alerts: before.alerts + 1 })
    if (row.mmsi !== NO_MMSI) plus(this.#perShip, row.mmsi)
    if (row.disposition !== null) plus(this.#dispositions, row.disposition)
    if (row.acked_at !== null) this.#acked.push((row.acked_at - row.known_at) / 1000)
    if (row.decided_at !== null) this.#decided.push((row.decided_at - row.known_at) / 1000)
  }

  /** The ship of whom most were raised. */
  get topShip(): { mmsi: number; alerts: number } | null {
    let top: { mmsi: number; alerts: number } | null = null
    for (const [mmsi, alerts] of this.#perShip)
      if (top === null || alerts > top.alerts || (alerts === top.alerts && mmsi < top.mmsi))
        top = { mmsi, alerts }
    return top
  }
  /** Number of reviewed alerts, and of true ones among them. */
  get judged(): { n: number; right: number } {
    let [n, right] = [0, 0]
    for (const [disposition, count] of this.#dispositions) {
      if (IS_TRUE[disposition] !== null) n += count
      if (IS_TRUE[disposition] === true) right += count
    }
    return { n, right }
  }

  /** Ten minutes of the clock in which an alert was raised. */
  get spans(): TimeSpan[] {
    return [...this.#perTen.keys()].map((ten) => ({ from: ten * TEN_MS, to: (ten + 1) * TEN_MS }))
  }

  /** Returns the most alerts in some ten minutes that follow each other, for each officer, and when these began. */
  #peak(tens: number, officers: Officers): { alerts: number; at: string | null } {
    let [most, began] = [0, Number.NaN]
    for (const [ten, { first }] of this.#perTen) {
      let alerts = 0
      for (let i = 0; i < tens; i++) alerts += this.#perTen.get(ten + i)?.alerts ?? 0
      const each = alerts / officers(first)
      if (each > most) [most, began] = [each, ten * TEN_MS]
    }
    return { alerts: most, at: Number.isNaN(began) ? null : new Date(began).toISOString() }
  }

  figures(officerHours: number, officers: Officers): AlertFigures {
    const { n, right } = this.judged
    const top = this.topShip
    let floods = 0
    for (const { alerts, first } of this.#perTen.values())
      if (alerts / officers(first) > ISA_18_2.flood_10_min) floods++
    const [ten, hour] = [this.#peak(1, officers), this.#peak(6, officers)]
    return {
      alerts: this.alerts,
      per_officer_hour: officerHours === 0 ? 0 : this.alerts / officerHours,
      peak_10_min: ten.alerts,
      peak_10_min_at: ten.at,
      peak_hour: hour.alerts,
      peak_hour_at: hour.at,
      floods,
      chattering: this.#chattering,
      stale: this.#stale,
      shelved_long: this.#shelvedLong,
      in_port: this.inPort,
      top_ship: top === null ? null : { mmsi: mmsiText(top.mmsi), alerts: top.alerts },
      dispositions: Object.fromEntries(
        DISPOSITIONS.map((one) => [one, this.#dispositions.get(one) ?? 0]),
      ) as AlertFigures['dispositions'],
      precision: n === 0 ? null : right / n,
      median_ack_s: medianOf(this.#acked),
      median_decide_s: medianOf(this.#decided),
    }
  }
}
const plus = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** Duty of a user, epoch ms. */
export type OnDuty = { user_id: string; from: number; to: number }
/**
 * Counts hours of watch officers in a period, while positions were received or alerts raised (`watched`, in order and apart).
 * A user counts once while on duty; without anyone on duty the alerts count as those of one officer.
 */
export function watchOf(
  duties: readonly OnDuty[],
  { from, to, watched }: TimeSpan & { watched: readonly TimeSpan[] },
) {
  const edges = [...new Set([from, to, ...[...duties, ...watched].flatMap((one) => [one.from, one.to])])]
    .filter((at) => at >= from && at <= to)
    .sort((a, b) => a - b)
  let next = 0
  const spans = edges.slice(1).map((end, i) => {
    const begin = edges[i]!
    while (next < watched.length && watched[next]!.to <= begin) next++
    const isWatched = next < watched.length && watched[next]!.from <= begin
    const there = duties.filter((one) => one.from <= begin && one.to > begin)
    return { begin, end, isWatched, officers: new Set(there.map(({ user_id }) => user_id)).size }
  })
  const hours = (count: (officers: number) => number) =>
    spans.reduce(
      (sum, { begin, end, isWatched, officers }) =>
        isWatched ? sum + ((end - begin) / HOUR_MS) * count(officers) : sum,
      0,
    )
  const begins = spans.map(({ begin }) => begin)
  return {
    watchedHours: hours(() => 1),
    officerHours: hours((officers) => Math.max(officers, 1)),
    unwatchedHours: hours((officers) => (officers === 0 ? 1 : 0)),
    officers: (at: number) => {
      let [low, high] = [0, begins.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (begins[middle]! <= at) low = middle + 1
        else high = middle
      }
      return Math.max(spans[low - 1]?.officers ?? 0, 1)
    },
  }
}
