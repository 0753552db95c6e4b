import type { IdentityReport, StaticReport } from '../../../sea/topics.ts'
import { countryOfMmsi } from '@samudra/nautical/mmsi'
import { searchedName, type Claim } from './claim.ts'

/** Number of remembered contacts, sources and kinds of messages; one that drops out is taken again without effect. */
const SLOTS = 1 << 18
/** Number of adjacent slots for a contact; it uses one of them, replacing the one not received for longest. */
const WAYS = 4
/** Maximum number of claims waiting for storage; vessels send more again. */
const MOST_WAITING = 50_000
/** Interval of storing a repeated claim, ms. */
const AGAIN_MS = 3_600_000
/** Forms of claims that are no message of their own. */
const FORM = { heard: 1, partB: 25 } as const

const FNV = 0x01000193
const mixed = (hash: number, value: number): number => Math.imul(hash ^ value, FNV)
function mixedText(hash: number, text: string | null): number {
  if (text === null) return mixed(hash, 0x1ffff)
  let now = mixed(hash, text.length)
  for (let i = 0; i < text.length; i++) now = mixed(now, text.charCodeAt(i))
  return now
}
const mixedNumber = (hash: number, value: number | null): number => mixed(hash, value ?? -1)

/** Returns a hash of the identity in a report, without voyage data. */
function hashOf(seed: number, report: StaticReport | null): number {
  if (report === null) return seed
  let hash = mixedText(mixedText(seed, report.name), report.callSign)
  hash = mixedNumber(mixedNumber(hash, report.imo), report.shipType)
  hash = mixedNumber(mixedNumber(hash, report.toBow), report.toStern)
  return mixedNumber(mixedNumber(hash, report.toPort), report.toStarboard)
}

/**
 * Queue of static reports on their way to the register. A known report of a contact costs two hashes and one slot
 * check. The rest waits in a bounded list for storage.
 */
export class ClaimLog {
  readonly #key = new Int32Array(SLOTS)
  readonly #content = new Int32Array(SLOTS)
  readonly #at = new Float64Array(SLOTS)
  #waiting: Claim[] = []

  take(reports: IdentityReport): void {
    const form = formOf(reports.report)
    const key = keyOf(reports, form)
    const slot = this.#slotOf(key)
    const content = contentOf(key, reports.report)
    if (
      this.#key[slot] === key &&
      this.#content[slot] === content &&
      Math.abs(reports.observedAt - this.#at[slot]!) < AGAIN_MS
    )
      return
    if (this.#waiting.length >= MOST_WAITING) return
    this.#key[slot] = key
    this.#content[slot] = content
    this.#at[slot] = reports.observedAt
    this.#waiting.push(claimOf(reports))
  }

  #slotOf(key: number): number {
    const first = ((key ^ (key >>> 15)) & (SLOTS / WAYS - 1)) * WAYS
    let oldest = first
    for (let slot = first; slot < first + WAYS; slot++) {
      if (this.#key[slot] === key) return slot
      if (this.#at[slot]! < this.#at[oldest]!) oldest = slot
    }
    return oldest
  }

  /** Takes the first waiting claims, which count as stored from now on. */
  next(most: number): Claim[] {
    return this.#waiting.splice(0, most)
  }
  /** Storing failed. */
  giveBack(claims: Claim[]): void {
    this.#waiting = [...claims, ...this.#waiting].slice(0, MOST_WAITING)
  }
}

const formOf = (report: StaticReport | null): number =>
  report === null ? FORM.heard : report.type === 24 && report.name === null ? FORM.partB : report.type

const span = (one: number | null, other: number | null) => (one ?? 0) + (other ?? 0) || null

const keyOf = ({ mmsi, split, source }: IdentityReport, form: number) =>
  mixed(mixed(mixed(mixed(0x811c9dc5, mmsi), split), source), form)
const contentOf = (key: number, report: StaticReport | null) => hashOf(key ^ 0x5bd1e995, report)

/** Returns a report as a stored claim. */
export function claimOf(reports: IdentityReport): Claim {
  const { mmsi, split, source, report, observedAt, recTime } = reports
  const form = formOf(report)
  const content = contentOf(keyOf(reports, form), report)
  const place = { lat: reports.latUdeg, lon: reports.lonUdeg }
  return {
    mmsi,
    split,
    source,
    form,
    // Two halves: the content, and the order of its parts.
    hash: (BigInt(content) << 32n) | BigInt(hashOf(mmsi, report) >>> 0),
    name: report?.name ?? null,
    plain: searchedName(report?.name ?? null),
    callSign: report?.callSign ?? null,
    imo: report?.imo || null,
    country: countryOfMmsi(mmsi)?.name ?? null,
    shipType: report?.shipType ?? null,
    length: span(report?.toBow ?? null, report?.toStern ?? null),
    beam: span(report?.toPort ?? null, report?.toStarboard ?? null),
    owner: null,
    first: { at: observedAt, place },
    last: { at: observedAt, place },
    knownFrom: recTime,
  }
}
