import {
  compareIdentities,
  hasIdentity,
  identityOfReport,
  type StaticIdentity,
} from '../../../../sea/static-identity.ts'
import type { StaticReport } from '../../../../sea/topics.ts'

const MAX_NUMBERS = 50_000
const MAX_OF_NUMBER = 4
/** Part B of a class B static report follows part A within a minute (ITU-R M.1371-5, annex 2, 3.3.8.2.5). */
const PAIR_MS = 60_000

/** Static data under an MMSI that belong to no contact yet. */
export type Stranger = {
  identity: StaticIdentity
  /** Class of its station, as a kind of contact; -1 when not known. */
  ofClass: number
  /** Latest report of each type and part. */
  reports: StaticReport[]
  firstAt: number
  lastAt: number
  count: number
}

export const isPartA = ({ type, name }: StaticReport) => type === 24 && name !== null
const isPartB = ({ type, name }: StaticReport) => type === 24 && name === null

/** Static data that wait for the contact they are of, by MMSI and identity, and halves of class B reports. */
export class Strangers {
  readonly #byMmsi = new Map<number, Stranger[]>()
  /** Latest names sent in parts A. */
  readonly #partsA = new Map<number, StaticReport[]>()

  of(mmsi: number): readonly Stranger[] {
    return this.#byMmsi.get(mmsi) ?? NONE
  }

  /** Returns the identity in a report; of a part B with the name of the part A before it. */
  identityOf(report: StaticReport): StaticIdentity {
    const identity = identityOfReport(report)
    if (isPartA(report)) this.#notePartA(report)
    if (!isPartB(report)) return identity
    const names = new Set(
      (this.#partsA.get(report.mmsi) ?? [])
        .filter(({ source, observedAt }) => {
          const after = report.observedAt - observedAt
          return source === report.source && after >= 0 && after <= PAIR_MS
        })
        .map(({ name }) => name),
    )
    // Names of two stations within the minute leave open whose part this is.
    return names.size === 1 ? { ...identity, name: [...names][0]! } : identity
  }

  #notePartA(report: StaticReport) {
    const before = this.#partsA.get(report.mmsi) ?? []
    if (before.length === 0 && this.#partsA.size >= MAX_NUMBERS) deleteOldest(this.#partsA)
    const others = before.filter(({ name, source }) => name !== report.name || source !== report.source)
    this.#partsA.set(report.mmsi, [...others, report].slice(-MAX_OF_NUMBER))
  }

  /** Adds a report to the stranger it agrees with, or to a new one. */
  add(report: StaticReport, identity: StaticIdentity, ofClass: number): Stranger {
    const all = this.#byMmsi.get(report.mmsi) ?? []
    let one = all.find((other) => other.ofClass === ofClass && isSame(other.identity, identity))
    if (one === undefined) {
      one = { identity, ofClass, reports: [], firstAt: report.observedAt, lastAt: 0, count: 0 }
      if (all.length >= MAX_OF_NUMBER) all.splice(all.indexOf(all.reduce(older)), 1)
      all.push(one)
    }
    one.identity = joined(one.identity, identity)
    one.count++
    one.lastAt = Math.max(one.lastAt, report.observedAt)
    const same = one.reports.findIndex(
      (other) => other.type === report.type && (other.name === null) === (report.name === null),
    )
    if (same >= 0) one.reports[same] = report
    else one.reports.push(report)
    if (all.length === 1 && !this.#byMmsi.has(report.mmsi) && this.#byMmsi.size >= MAX_NUMBERS)
      deleteOldest(this.#byMmsi)
    this.#byMmsi.set(report.mmsi, all)
    return one
  }

  remove(mmsi: number, gone: readonly Stranger[]): void {
    const rest = this.of(mmsi).filter((one) => !gone.includes(one))
    if (rest.length === 0) this.#byMmsi.delete(mmsi)
    else this.#byMmsi.set(mmsi, rest)
  }

  /** Strangers of one station with an identity, which has a contact now. */
  like(mmsi: number, identity: StaticIdentity): Stranger[] {
    return this.of(mmsi).filter((one) => isSame(one.identity, identity))
  }
}

const NONE: readonly Stranger[] = []
const older = (one: Stranger, other: Stranger) => (other.lastAt < one.lastAt ? other : one)

/**
 * Returns true if two identities agree at least as often as they differ, and at least once. Two without identity count
 * as one.
 */
function isSame(one: StaticIdentity, other: StaticIdentity): boolean {
  if (!hasIdentity(one) && !hasIdentity(other)) return true
  const { agree, differ } = compareIdentities(one, other)
  return agree > 0 && agree >= differ
}

const joined = (one: StaticIdentity, more: StaticIdentity): StaticIdentity =>
  Object.fromEntries(
    Object.entries(one).map(([field, value]) => [field, more[field as keyof StaticIdentity] ?? value]),
  ) as StaticIdentity

function deleteOldest(map: Map<number, unknown>) {
  for (const [oldest] of map) {
    map.delete(oldest)
    return
  }
}
