import type { Conflict, FieldClaim, Vessel } from '@samudra/contract/vessels'
import { shipGroup } from '@samudra/nautical/ship-types'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import { plain } from '@samudra/contract/near-text'
import { imoText, mmsiText } from '../../../sea/ship-numbers.ts'
import type { SourceNames } from '../../../sea/names.ts'
import { NAMELESS, OF_REGISTER } from './claim.ts'
import { SILENCE_MS } from './strands.ts'
import type { ClaimRow } from './vessels.sql.ts'

/** Claim as visible to a caller: times of its first and last report, as far as in the caller's waters. */
export type VisibleClaim = Omit<ClaimRow, 'first_at' | 'last_at'> & {
  first: number
  last: number
  source: string
}

/** Returns the visible part of a claim; null if none. A register row has no position, so its source decides. */
function presentClaim(row: ClaimRow, visibility: CallerVisibility, names: SourceNames): VisibleClaim | null {
  const source = names.sourceCode(row.source_id)
  if (!visibility.source(source)) return null
  const [first, last] = [row.first_at.getTime(), row.last_at.getTime()]
  const isFirst = sees(visibility, row.first_lat, row.first_lon)
  const isLast = sees(visibility, row.last_lat, row.last_lon)
  if (!isFirst && !isLast) return null
  return { ...row, source, first: isFirst ? first : last, last: isLast ? last : first }
}
const sees = (visibility: CallerVisibility, lat: number | null, lon: number | null) =>
  visibility.place(lat === null ? null : lat / 1e6, lon === null ? null : lon / 1e6)

/** Returns the claims visible to a caller, as known at an instant. */
export function presentClaims(
  rows: readonly ClaimRow[],
  visibility: CallerVisibility,
  names: SourceNames,
  asOf: number | null = null,
): VisibleClaim[] {
  const reported = rows.flatMap((row) => {
    const claim = presentClaim(row, visibility, names)
    if (claim === null || (asOf !== null && (row.known_from.getTime() > asOf || claim.first > asOf)))
      return []
    return asOf === null ? claim : { ...claim, last: Math.min(claim.last, asOf) }
  })
  return asOf === null ? reported : asLatestThen(reported)
}

/** Determines the last claim of each form again, because later ones were not known. */
function asLatestThen(visible: VisibleClaim[]): VisibleClaim[] {
  const formOf = ({ mmsi, split, source_id, form }: VisibleClaim) => [mmsi, split, source_id, form].join('/')
  const last = new Map<string, VisibleClaim>()
  for (const one of visible) {
    const held = last.get(formOf(one))
    if (held === undefined || held.first <= one.first) last.set(formOf(one), one)
  }
  return visible.map((one) => ({ ...one, is_latest: last.get(formOf(one)) === one }))
}

/** A field of who a ship is: how it reads in a claim, and what two readings of it are compared by. */
type Field = { name: string; read: (claim: VisibleClaim) => string | null; same?: (value: string) => string }
const FIELDS: readonly Field[] = [
  { name: 'ship_name', read: ({ name }) => name, same: plain },
  { name: 'imo', read: ({ imo }) => imoText(imo) },
  { name: 'mmsi', read: ({ mmsi }) => (mmsi === 0 ? null : mmsiText(mmsi)) },
  { name: 'call_sign', read: ({ call_sign }) => call_sign },
  { name: 'country', read: ({ country }) => country },
  { name: 'ship_type', read: ({ ship_type }) => (ship_type === null ? null : shipGroup(ship_type)) },
  {
    name: 'dimensions',
    read: ({ length, beam }) =>
      length === null && beam === null ? null : `${length ?? '?'} × ${beam ?? '?'} m`,
  },
  { name: 'owner', read: ({ owner }) => owner, same: plain },
]

const iso = (at: number) => new Date(at).toISOString()

type Run = { field: Field; value: string; source: string; from: number; to: number; isNow: boolean }

/** Each value a source gave a field: since when, and until when. */
function runsOf(claims: readonly VisibleClaim[]): Run[] {
  return FIELDS.flatMap((field) => {
    const runs = new Map<string, Run>()
    for (const claim of claims) {
      const value = field.read(claim)
      if (value === null) continue
      const { source, first, last, is_latest } = claim
      const key = `${source}\n${value}`
      const held = runs.get(key)
      if (held === undefined) runs.set(key, { field, value, source, from: first, to: last, isNow: is_latest })
      else {
        held.from = Math.min(held.from, first)
        held.to = Math.max(held.to, last)
        held.isNow ||= is_latest
      }
    }
    return [...runs.values()]
  })
}

/** Returns the history field by field, newest first. The last value of a source is still current. */
export function historyOf(claims: readonly VisibleClaim[]): FieldClaim[] {
  const runs = runsOf(claims)
  const newest = new Map<string, number>()
  const ofSource = ({ field, source }: Run) => `${field.name}\n${source}`
  for (const run of runs)
    if (run.isNow) newest.set(ofSource(run), Math.max(newest.get(ofSource(run)) ?? 0, run.to))
  return runs
    .sort((a, b) => FIELDS.indexOf(a.field) - FIELDS.indexOf(b.field) || b.to - a.to || b.from - a.from)
    .map((run) => ({
      field: run.field.name,
      value: run.value,
      from: iso(run.from),
      to: run.isNow && run.to === newest.get(ofSource(run)) ? null : iso(run.to),
      source: run.source,
    }))
}

/** Returns values of a field with overlapping periods: neither ended before the other began. */
export function conflictsOf(claims: readonly VisibleClaim[]): Conflict[] {
  const now = runsOf(claims.filter((one) => one.is_latest))
  return FIELDS.flatMap((field) => {
    const same = field.same ?? ((value: string) => value)
    const runs = now.filter((run) => run.field === field)
    const against = runs.filter((run) =>
      runs.some((other) => same(other.value) !== same(run.value) && overlap(run, other, claims)),
    )
    if (against.length === 0) return []
    const values = against
      .sort((a, b) => b.to - a.to)
      .map(({ value, source, to }) => ({ value, source, at: iso(to) }))
    return [{ field: field.name, values }]
  })
}
/**
 * Returns true if two claims overlap. Between sources, a report stays valid for a day after its reception. Within one
 * source, another name or number replaces the earlier one. A register entry stays valid until it changes.
 */
function overlap(one: Run, other: Run, claims: readonly VisibleClaim[]): boolean {
  const heldMs = one.source === other.source ? 0 : SILENCE_MS
  const endOf = (run: Run) => (isOfRegister(run, claims) ? Infinity : run.to + heldMs)
  return one.from <= endOf(other) && other.from <= endOf(one)
}
const isOfRegister = ({ source }: Run, claims: readonly VisibleClaim[]) =>
  claims.some((claim) => claim.source === source && claim.form === OF_REGISTER)

/** Returns the newest claims: those of vessels before those of registers. */
const newestFirst = (claims: readonly VisibleClaim[]): VisibleClaim[] =>
  claims
    .filter((one) => one.is_latest)
    .sort((a, b) => Number(a.form === OF_REGISTER) - Number(b.form === OF_REGISTER) || b.last - a.last)

/** Returns a vessel as one line: the last value of each field. */
export function presentVessel(
  head: number,
  claims: readonly VisibleClaim[],
  foundBy: string | null = null,
): Vessel {
  const newest = newestFirst(claims)
  const first = <T>(read: (claim: VisibleClaim) => T | null): T | null => {
    for (const claim of newest) {
      const value = read(claim)
      if (value !== null) return value
    }
    return null
  }
  const heard = newest.filter(({ form }) => form !== OF_REGISTER)
  const contact = heard[0] ?? newest.find(({ mmsi }) => mmsi !== 0)
  const dimensions = newest.find(({ length }) => length !== null)
  return {
    id: String(head),
    mmsi: contact === undefined ? null : mmsiText(contact.mmsi),
    split_id: heard[0]?.split ?? null,
    imo: imoText(first(({ imo }) => imo)),
    ship_name: first(({ name }) => name),
    call_sign: first(({ call_sign }) => call_sign),
    country: first(({ country }) => country),
    ship_type: shipGroup(first(({ ship_type }) => ship_type) ?? 0),
    length: dimensions?.length ?? null,
    beam: dimensions?.beam ?? null,
    owner: first(({ owner }) => owner),
    heard_at: heard.length === 0 ? null : iso(Math.max(...heard.map(({ last }) => last))),
    sources: [...new Set(claims.map(({ source }) => source))].sort(),
    found_by: foundBy,
  }
}
export const labelOf = ({ ship_name, imo, mmsi, id }: Vessel): string =>
  ship_name ?? (imo === null ? (mmsi === null ? `Vessel ${id}` : `MMSI ${mmsi}`) : `IMO ${imo}`)

/** Returns the former name by which a vessel was found; null for its present name. */
export function foundByOf(claims: readonly VisibleClaim[], typed: string, shown: Vessel): string | null {
  if (plain(shown.ship_name ?? '').includes(typed) || typed === '') return null
  const former = claims.find((one) => one.plain !== NAMELESS && one.plain.includes(typed))
  return former?.name === undefined || former.name === null ? null : `was called ${former.name}`
}

/** Returns the flag states of a vessel, newest first. */
export function flagsOf(
  claims: readonly VisibleClaim[],
): { country: string; from: string; to: string | null }[] {
  const flags = new Map<string, { from: number; to: number; isNow: boolean }>()
  for (const { country, first, last, is_latest } of claims) {
    if (country === null) continue
    const held = flags.get(country)
    if (held === undefined) flags.set(country, { from: first, to: last, isNow: is_latest })
    else {
      held.from = Math.min(held.from, first)
      held.to = Math.max(held.to, last)
      held.isNow ||= is_latest
    }
  }
  const newest = Math.max(0, ...[...flags.values()].map(({ to }) => to))
  return [...flags]
    .sort((a, b) => b[1].to - a[1].to)
    .map(([country, { from, to, isNow }]) => ({
      country,
      from: iso(from),
      to: isNow && to === newest ? null : iso(to),
    }))
}
