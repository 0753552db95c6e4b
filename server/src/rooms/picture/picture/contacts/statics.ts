import { IDENTITY_FIELDS } from '../../../../sea/static-identity.ts'
import {
  STATIC_FIELDS,
  type StaticField,
  type StaticFields,
  type StaticText,
} from '../../../../sea/static-fields.ts'
import type { IdentityReport, StaticReport } from '../../../../sea/topics.ts'
import { shipGroupIndex } from '@samudra/nautical/ship-types'
import { NO_ROW, type ContactStore } from './contact-store.ts'
import { IdentityClaims } from './identity-claims.ts'

/** Kinds of contacts that are vessels: the first of `KINDS`. */
const VESSELS = 2

/** Static data of a contact as they became known at one time. */
export type StaticVersion = {
  id: number
  fields: StaticFields
  /** Bits of FLAG. */
  flags: number
  observedAt: number
  /** Number of the feed that read them from a recording; null for what was received. */
  recordedFeed: number | null
}

type Observation = Pick<StaticVersion, 'observedAt' | 'recordedFeed'>

/**
 * Static and voyage data of the contacts, merged field by field: the newest observation of a field stands,
 * with its source and time. Which contact a report is of is found before.
 */
export class Statics {
  readonly #fields: (StaticFields | undefined)[] = []
  /** Versions to be stored by contact: the newest, of a recording each. */
  readonly #unsaved = new Map<number, StaticVersion[]>()
  /** From which report each contact has its newest version. */
  readonly #last: (Observation | undefined)[] = []
  readonly #store: ContactStore
  readonly #claims: IdentityClaims
  #onIdentity: (reports: IdentityReport) => void = () => undefined
  /** Report object, reused for every report. */
  readonly #report: IdentityReport = {
    mmsi: 0,
    split: 0,
    source: 0,
    recTime: 0,
    observedAt: 0,
    latUdeg: 0,
    lonUdeg: 0,
    report: null,
  }

  constructor(store: ContactStore) {
    this.#store = store
    this.#claims = new IdentityClaims(store)
  }

  /** Subscribes to the static data that vessels report, by contact. */
  onIdentities(onIdentity: (reports: IdentityReport) => void): void {
    this.#onIdentity = onIdentity
  }

  /** Reports the reception of a contact with a position by a source, and its static report if any. */
  heard(id: number, source: number, recTime: number, observedAt: number, report: StaticReport | null): void {
    const { kind, mmsi, split, rows, firstRow } = this.#store
    if (kind[id]! >= VESSELS) return
    const own = this.#store.rowOf(id, source)
    const row = own === NO_ROW ? firstRow[id]! : own
    // Without a position, every user of its source would receive the report, wherever the vessel is.
    if (row === NO_ROW) return
    const words = this.#report
    words.mmsi = mmsi[id]!
    words.split = split[id]!
    words.source = source
    words.recTime = recTime
    words.observedAt = observedAt
    words.latUdeg = rows.lat[row]!
    words.lonUdeg = rows.lon[row]!
    words.report = report
    this.#onIdentity(words)
    words.report = null
  }

  of(id: number): StaticFields | undefined {
    return this.#fields[id]
  }
  text(id: number, field: StaticText): string | null {
    return (this.#fields[id]?.[field]?.value as string | undefined) ?? null
  }
  number(id: number, field: Exclude<StaticField, StaticText>): number | null {
    return (this.#fields[id]?.[field]?.value as number | undefined) ?? null
  }

  merge(id: number, report: StaticReport): void {
    const held = (this.#fields[id] ??= {})
    let changed = false
    for (const field of STATIC_FIELDS) {
      const value = report[field]
      if (value === null) continue
      const origin = held[field]
      if (origin !== undefined && origin.at > report.observedAt) continue
      if (origin === undefined) {
        held[field] = { value, source: report.source, at: report.observedAt }
        changed = true
        continue
      }
      if (origin.value === value) {
        if (report.observedAt > origin.at) origin.since ??= origin.at
        origin.at = report.observedAt
        if (origin.source !== report.source && origin.also?.includes(report.source) !== true)
          (origin.also ??= []).push(report.source)
        continue
      }
      changed = true
      origin.at = report.observedAt
      delete origin.since
      origin.value = value
      origin.source = report.source
      delete origin.also
    }
    const flagsChanged = this.#claims.note(id, report)
    if (changed) this.#describe(id, held)
    if (changed || flagsChanged) this.#store.touch(id)
    if (changed || flagsChanged) this.#noteVersion(id, held, report)
    this.heard(id, report.source, report.recTime, report.observedAt, report)
  }

  /** Two contacts of one MMSI exchange their static data: what was known of one is of the other. */
  exchange(id: number, other: number): void {
    const fields = this.#fields[id]
    this.#fields[id] = this.#fields[other]
    this.#fields[other] = fields
    for (const one of [id, other]) {
      this.#claims.forget(one)
      this.#describe(one, this.#fields[one] ?? {})
    }
    const [mine, its] = [this.#lastOf(id), this.#lastOf(other)]
    const last = mine.observedAt > its.observedAt ? mine : its
    for (const one of [id, other]) this.#noteVersion(one, this.#fields[one] ?? {}, last)
  }

  #lastOf(id: number): Observation {
    return this.#last[id] ?? { observedAt: Math.max(0, this.namedAt(id)), recordedFeed: null }
  }

  /** Instant at which a contact sent who it is last, epoch ms; -Infinity of one that never did. */
  namedAt(id: number): number {
    let last = -Infinity
    for (const field of IDENTITY_FIELDS) last = Math.max(last, this.#fields[id]?.[field]?.at ?? -Infinity)
    return last
  }

  /** Takes what is stored; what is held and newer stays. */
  restore(id: number, stored: StaticFields): void {
    const held = this.#fields[id]
    const fields: StaticFields = { ...stored }
    for (const field of held === undefined ? [] : STATIC_FIELDS) {
      const [is, was] = [held![field], stored[field]]
      if (is !== undefined && (was === undefined || is.at >= was.at)) fields[field] = is
    }
    this.#fields[id] = fields
    this.#describe(id, fields)
  }

  forget(id: number): void {
    this.#fields[id] = undefined
    this.#last[id] = undefined
    this.#claims.forget(id)
  }

  /** Why IMO_MISMATCH or NAME_MISMATCH stands, as a sentence. */
  whyMismatch(id: number, flag: 'IMO_MISMATCH' | 'NAME_MISMATCH'): string {
    return this.#claims.why(id, flag)
  }

  /** Versions that are not stored yet; they count as stored from now on. */
  takeUnsaved(): StaticVersion[] {
    const versions = [...this.#unsaved.values()].flat()
    this.#unsaved.clear()
    return versions
  }

  /** Storing failed: they are unsaved again, before those that came meanwhile. */
  keepUnsaved(versions: readonly StaticVersion[]): void {
    const later = this.takeUnsaved()
    for (const version of [...versions, ...later]) this.#put(version)
  }

  /** Returns true if a version of a recording is not stored yet. */
  get hasRecorded(): boolean {
    for (const versions of this.#unsaved.values()) if (versions.at(-1)!.recordedFeed !== null) return true
    return false
  }

  #noteVersion(id: number, held: StaticFields, { observedAt, recordedFeed }: Observation) {
    this.#last[id] = { observedAt, recordedFeed }
    const fields = Object.fromEntries(
      Object.entries(held).map(([field, origin]) => [field, { ...origin }]),
    ) as StaticFields
    this.#put({ id, fields, flags: this.#store.flags[id]!, observedAt, recordedFeed })
  }

  #put(version: StaticVersion) {
    const versions = this.#unsaved.get(version.id)
    const last = versions?.at(-1)
    if (versions === undefined || last === undefined) this.#unsaved.set(version.id, [version])
    else if (last.recordedFeed !== null || version.recordedFeed !== null) versions.push(version)
    else versions[versions.length - 1] = version
  }

  /** Updates the fields that a live frame shows without opening the contact. */
  #describe(id: number, fields: StaticFields) {
    const { shipType, imo } = fields
    const code = (shipType?.value as number | undefined) ?? 0
    this.#store.shipType[id] = code
    this.#store.shipGroup[id] = shipGroupIndex(code)
    this.#claims.noteImo(id, (imo?.value as number | undefined) ?? null)
    this.#store.nameSeq[id] = this.#store.touch(id)
  }
}
