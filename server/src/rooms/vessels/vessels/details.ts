import { ANOMALY_TEXTS } from '@samudra/contract/wire/messages'
import { FLAGS, type AisRecord } from '@samudra/contract/picture'
import type { VesselDetails, WholeVessel } from '@samudra/contract/vessels'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { isValidImo } from '@samudra/nautical/imo'
import { sourcesSeen } from '../../../sea/names.ts'
import { imoText, mmsiText } from '../../../sea/ship-numbers.ts'
import { NAMELESS } from './claim.ts'
import type { Known, Register } from './register.ts'
import {
  conflictsOf,
  flagsOf,
  historyOf,
  labelOf,
  presentVessel,
  type VisibleClaim,
} from './visible-claims.ts'
import { riskOf } from './risk.ts'
import { readByMmsi, readClaimsOf, readTwins, type ContactRow } from './vessels.sql.ts'

/** Data about a vessel from other rooms, as visible to a caller. */
export type Around = {
  /** Returns the vessel on the picture; null if on none. */
  find(caller: Caller, mmsi: number, split: number): AisRecord | null
  /** Returns lists with the vessel that the caller sees, now or at that time. */
  lists(
    caller: Caller,
    mmsi: number,
    asOf: number | null,
  ): Promise<{ list_id: string; name: string; color: string }[]>
  /** Returns recent detector findings of some contacts, as the caller may know them now or as known then. */
  found(
    caller: Caller,
    contacts: readonly Pick<ContactRow, 'mmsi' | 'split'>[],
    asOf: number | null,
  ): Promise<AisRecord['found']>
  images(vessels: readonly number[]): Promise<number>
}

const iso = (at: number) => new Date(at).toISOString()

/** Returns the record of the contact on the picture, last received first. */
function recordOf({ contacts }: Known, around: Around, caller: Caller): AisRecord | null {
  for (const { mmsi, split } of contacts) {
    const record = around.find(caller, mmsi, split)
    if (record !== null) return record
  }
  return null
}

const CLASSES = { CLASS_A: 'A', CLASS_B: 'B' } as const
function classOf(record: AisRecord | null, claims: readonly VisibleClaim[]): VesselDetails['class'] {
  if (record !== null && record.kind in CLASSES) return CLASSES[record.kind as keyof typeof CLASSES]
  const forms = new Set(claims.map(({ form }) => form))
  if (forms.has(5)) return 'A'
  return [19, 24, 25].some((form) => forms.has(form)) ? 'B' : 'OTHER'
}

export async function presentDetails(
  known: Known,
  around: Around,
  caller: Caller,
  record: AisRecord | null,
): Promise<VesselDetails> {
  const vessel = presentVessel(known.id, known.claims)
  const latest = known.claims.filter((one) => one.is_latest).sort((a, b) => b.last - a.last)
  const dimensions = new Map<string, VesselDetails['dimensions'][number]>()
  for (const { source, length, beam, last } of latest)
    if ((length !== null || beam !== null) && !dimensions.has(source))
      dimensions.set(source, { length, beam, source, at: iso(last) })
  return {
    ...vessel,
    class: classOf(record, latest),
    ship_type_code: latest.find(({ ship_type }) => ship_type !== null)?.ship_type ?? null,
    now: record === null ? null : onPicture(record),
    dimensions: [...dimensions.values()],
    images_count: await around.images(known.members),
  }
}
/** Fields of the vessel page that come from the picture. */
const ON_PICTURE = [
  'observed_at',
  'rec_time',
  'latitude',
  'longitude',
  'sog',
  'true_heading',
  'cog',
  'draught',
  'nav_status',
  'destination',
  'eta',
  'source',
] as const satisfies readonly (keyof AisRecord)[]
const onPicture = (record: AisRecord) =>
  Object.fromEntries(ON_PICTURE.map((field) => [field, record[field]])) as Pick<
    AisRecord,
    (typeof ON_PICTURE)[number]
  >

export async function v1Of(register: Register, name: string, around: Around, caller: Caller) {
  const known = await register.find(name, caller)
  return presentDetails(known, around, caller, recordOf(known, around, caller))
}

export async function wholeOf(
  register: Register,
  name: string,
  around: Around,
  caller: Caller,
  asOf: number | null = null,
): Promise<WholeVessel> {
  const known = await register.find(name, caller, asOf)
  const at = asOf ?? register.needs.clock.now()
  const record = asOf === null ? recordOf(known, around, caller) : null
  const { claims, contacts } = known
  const conflicts = conflictsOf(claims)
  const flag_history = flagsOf(claims)
  const mmsis = [...new Set(contacts.map(({ mmsi }) => mmsi))]
  const lists = (await Promise.all(mmsis.map((mmsi) => around.lists(caller, mmsi, asOf)))).flat()
  const anomalies = record === null ? [] : anomaliesOf(record)
  const found = await around.found(caller, contacts, asOf)
  return {
    ...(await presentDetails(known, around, caller, record)),
    identity_history: historyOf(claims),
    conflicts,
    flag_history,
    contacts: contacts.map(({ mmsi, split }) => contactOf(claims, mmsi, split, record)),
    anomalies,
    lists: [...new Map(lists.map((one) => [one.list_id, one])).values()],
    cases: [],
    risk: riskOf({ anomalies, found, conflicts, flag_history }, at),
    possibly_same: asOf === null ? await twinsOf(register, known, caller) : [],
    shares_mmsi: asOf === null ? await sharersOf(register, known, mmsis, caller) : [],
    joins: await presentJoins(register, known, caller, at),
    as_of: iso(at),
  }
}

/** Returns the reception times of a contact, by its visible claims. */
function contactOf(claims: readonly VisibleClaim[], mmsi: number, split: number, record: AisRecord | null) {
  const of = claims.filter((one) => one.mmsi === mmsi && one.split === split)
  return {
    mmsi: mmsiText(mmsi),
    split_id: split,
    since: iso(Math.min(...of.map(({ first }) => first))),
    heard_at: iso(Math.max(...of.map(({ last }) => last))),
    shown: record?.mmsi === mmsiText(mmsi) && record.split_id === split,
  }
}

const MARKS = {
  ILLEGAL_MMSI: 'illegal_mmsi_flag',
  DUPLICATE_FLAG: 'dup_flag',
  BLACKLIST: 'blacklist',
  IMO_MISMATCH: 'imo_mismatch_flag',
  NAME_MISMATCH: 'name_mismatch_flag',
} as const
export const anomaliesOf = (record: AisRecord) =>
  FLAGS.filter((code) => record[MARKS[code]]).map((code) => ({ code, text: ANOMALY_TEXTS[code] }))

/** Ships that may be this one, each with why. */
async function twinsOf(
  register: Register,
  known: Known,
  caller: Caller,
): Promise<WholeVessel['possibly_same']> {
  const { db, names } = register.needs
  const imos = known.claims.flatMap(({ imo }) => (imo !== null && isValidImo(imo) ? imo : []))
  const looks = looksOf(known.claims)
  if (imos.length === 0 && looks.length === 0) return []
  const query = { imos: [...new Set(imos)], looks }
  const rows = await readTwins(db, known.id, query, sourcesSeen(names, caller.visibility))
  const reported = register.present(rows, caller.visibility)
  const found = new Map<number, Set<string>>()
  for (const one of reported) {
    const reasons = found.get(one.head_id) ?? new Set()
    found.set(one.head_id, reasons)
    if (one.imo !== null && imos.includes(one.imo))
      reasons.add(
        `Same IMO number ${imoText(one.imo)} under MMSI ${one.mmsi === 0 ? 'unknown' : mmsiText(one.mmsi)}`,
      )
    if (
      looks.some(
        (look) =>
          look.plain === one.plain &&
          look.call_sign === one.call_sign &&
          look.length === one.length &&
          look.beam === one.beam,
      )
    )
      reasons.add(`Same name ${one.name}, call sign ${one.call_sign} and dimensions`)
  }
  const claims = await register.claimsOf([...found.keys()], caller)
  return [...found].map(([head, reasons]) => ({
    id: String(head),
    label: labelOf(presentVessel(head, claims.get(head) ?? [])),
    reasons: [...reasons],
  }))
}
function looksOf(claims: readonly VisibleClaim[]) {
  const looks = new Map<string, { plain: string; call_sign: string; length: number; beam: number }>()
  for (const { plain, call_sign, length, beam } of claims)
    if (plain !== NAMELESS && call_sign !== null && length !== null && beam !== null)
      looks.set([plain, call_sign, length, beam].join('\n'), { plain, call_sign, length, beam })
  return [...looks.values()].slice(0, 20)
}

/** Returns other vessels under an MMSI of the vessel. */
async function sharersOf(register: Register, known: Known, mmsis: readonly number[], caller: Caller) {
  const contacts = (await readByMmsi(register.needs.db, mmsis)).filter(({ head_id }) => head_id !== known.id)
  const claims = await register.claimsOf([...new Set(contacts.map(({ head_id }) => head_id))], caller)
  const sharers = new Map<number, WholeVessel['shares_mmsi'][number]>()
  for (const { head_id, mmsi, split } of contacts) {
    const visible = claims.get(head_id)
    if (visible?.some((one) => one.mmsi === mmsi && one.split === split) !== true) continue
    sharers.set(head_id, {
      id: String(head_id),
      label: labelOf(presentVessel(head_id, visible)),
      mmsi: mmsiText(mmsi),
    })
  }
  return [...sharers.values()]
}

/** Returns joins with rows visible to the caller, newest first, as of an instant. */
async function presentJoins(
  register: Register,
  { joins, members }: Known,
  caller: Caller,
  at: number,
): Promise<WholeVessel['joins']> {
  const then = joins.filter((one) => one.at.getTime() <= at)
  const { db, names } = register.needs
  const others = [...new Set(then.flatMap(({ vessel_id, into_id }) => [vessel_id, into_id]))]
  const rows = await readClaimsOf(db, others, sourcesSeen(names, caller.visibility))
  const reported = register.present(rows, caller.visibility)
  return then.toReversed().flatMap((one) => {
    const claims = reported.filter(({ vessel_id }) => vessel_id === one.vessel_id)
    if (claims.length === 0 || !reported.some(({ vessel_id }) => vessel_id === one.into_id)) return []
    if (!members.includes(one.vessel_id) && !members.includes(one.into_id)) return []
    const isOver = one.ended_at !== null && one.ended_at.getTime() <= at
    return {
      id: String(one.id),
      vessel_id: String(one.vessel_id),
      label: labelOf(presentVessel(one.vessel_id, claims)),
      at: one.at.toISOString(),
      by: one.by_name,
      reason: one.reason,
      ended_at: isOver ? one.ended_at!.toISOString() : null,
      ended_by: isOver ? one.ended_by_name : null,
      end_reason: isOver ? one.end_reason : null,
    }
  })
}
