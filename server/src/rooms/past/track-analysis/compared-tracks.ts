import type { TrackRef } from '@samudra/contract/correlation'
import type { TimedPlace } from '@samudra/nautical/tracks/timed-track'
import type { Likeness } from '@samudra/nautical/tracks/track-correlation'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { tenths } from '../../../sea/fix-batch.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import type { SourceNames } from '../../../sea/names.ts'

/** Static data a vessel reports of itself, as far as a caller may know it. */
export type Ship = {
  ship_name: string | null
  call_sign: string | null
  imo: string | null
  length: number | null
  ship_type: string
}
/** A manual track as a caller sees it. */
export type Plotted = {
  name: string
  linked_mmsi: string | null
  points: readonly { t: string | null; lat: number; lon: number; sog: number | null; cog: number | null }[]
}
export type SubjectNeeds = {
  names: SourceNames
  fixes: FixReader
  shipOf: (caller: Caller, mmsi: number, split: number | undefined) => Ship | null
  plottedOf: (caller: Caller, id: string) => Plotted | null
}

/** Fixes read for one comparison; more are refused with what to do. */
const MOST_FIXES = 300_000

/** One of the two that are compared. */
export type Subject = {
  ref: TrackRef
  label: string | null
  track: TimedPlace[]
  ship: Ship | null
  plotted: Plotted | null
}

export async function subjectOf(
  needs: SubjectNeeds,
  caller: Caller,
  ref: TrackRef,
  from: number,
  to: number,
  knownBy?: number,
): Promise<Subject> {
  if ('manual_track_id' in ref) return plottedSubject(needs, caller, ref, from, to)
  const ship = needs.shipOf(caller, Number(ref.mmsi), ref.split_id)
  const track = await shipTrack(needs, caller, ref, from, to, knownBy)
  return { ref, label: ship?.ship_name ?? null, track, ship, plotted: null }
}

async function shipTrack(
  { names, fixes }: SubjectNeeds,
  caller: Caller,
  ref: Extract<TrackRef, { mmsi: string }>,
  from: number,
  to: number,
  knownBy: number | undefined,
): Promise<TimedPlace[]> {
  const seen = names
    .sources()
    .filter(({ code }) => caller.visibility.source(code) && (ref.source === undefined || code === ref.source))
  const isCut = !caller.visibility.everySource || ref.source !== undefined
  const track: TimedPlace[] = []
  const batches = fixes.readFixes({
    by: 'OBSERVED',
    from,
    to: to + 1,
    knownBy,
    mmsis: [Number(ref.mmsi)],
    sources: isCut ? seen.map(({ number }) => number) : null,
    order: 'CONTACT',
    columns: ['lat', 'lon', 'sog', 'cog', 'source'],
    limit: MOST_FIXES + 1,
  })
  for await (const batch of batches) {
    for (let i = 0; i < batch.count; i++) {
      if (batch.split[i] !== (ref.split_id ?? 0)) continue
      const [lat, lon] = [batch.lat[i]! / 1e6, batch.lon[i]! / 1e6]
      if (!caller.visibility.place(lat, lon)) continue
      track.push({
        t: batch.observedAt[i]!,
        lat,
        lon,
        sog: tenths(batch.sog[i]!),
        cog: tenths(batch.cog[i]!),
      })
    }
    if (track.length > MOST_FIXES)
      throw new OperationError(
        'TOO_LARGE',
        `A track has more than ${MOST_FIXES} fixes; compare a shorter time.`,
      )
  }
  return track
}

function plottedSubject(
  { plottedOf }: SubjectNeeds,
  caller: Caller,
  ref: Extract<TrackRef, { manual_track_id: string }>,
  from: number,
  to: number,
): Subject {
  const plotted = plottedOf(caller, ref.manual_track_id)
  if (plotted === null) throw new OperationError('NOT_FOUND', 'This manual track no longer exists.')
  const timed = plotted.points.flatMap(({ t, ...at }) => (t === null ? [] : [{ ...at, t: Date.parse(t) }]))
  if (timed.length === 0)
    throw new OperationError(
      'VALIDATION',
      'This manual track has no times; add them to its positions to compare it.',
    )
  const track = timed.filter(({ t }) => t >= from && t <= to).sort((one, two) => one.t - two.t)
  return { ref, label: plotted.name, track, ship: null, plotted }
}

/** Returns the likeness of two tracks by their own identities. */
export function likenessOf(a: Subject, b: Subject): Likeness {
  if (a.plotted !== null && b.plotted !== null) return nameLikeness(a.plotted.name, b.plotted.name)
  const plotted = a.plotted ?? b.plotted
  const other = a.plotted === null ? a : b
  if (plotted !== null) {
    const mmsi = 'mmsi' in other.ref ? other.ref.mmsi : ''
    if (plotted.linked_mmsi !== null)
      return plotted.linked_mmsi === mmsi
        ? { score: 1, measured: 'linked to this MMSI when it was plotted' }
        : { score: 0, measured: `linked to MMSI ${plotted.linked_mmsi} when it was plotted` }
    const name = other.ship?.ship_name ?? null
    const isNamed = name !== null && plotted.name.toUpperCase().includes(name.toUpperCase())
    return isNamed ? { score: 0.8, measured: `plotted as ${plotted.name}` } : NOTHING
  }
  if (isSameShip(a.ref, b.ref)) return { score: 1, measured: 'one MMSI' }
  return a.ship === null || b.ship === null ? NOTHING : shipLikeness(a.ship, b.ship)
}

const NOTHING: Likeness = { score: null, measured: 'nothing to compare' }
const nameLikeness = (a: string, b: string): Likeness =>
  a.trim().toUpperCase() === b.trim().toUpperCase() ? { score: 1, measured: 'one name' } : NOTHING

const isSameShip = (a: TrackRef, b: TrackRef) =>
  'mmsi' in a && 'mmsi' in b && a.mmsi === b.mmsi && (a.split_id ?? 0) === (b.split_id ?? 0)

/** Returns the agreement of two vessels: the hull number weighs most, manually entered fields least. */
function shipLikeness(a: Ship, b: Ship): Likeness {
  const reported: { word: string; weight: number; isSame: boolean }[] = []
  const compare = <T>(
    word: string,
    weight: number,
    one: T | null,
    two: T | null,
    isSame: (one: T, two: T) => boolean,
  ) => {
    if (one !== null && two !== null) reported.push({ word, weight, isSame: isSame(one, two) })
  }
  const equal = (one: string, two: string) => one.trim().toUpperCase() === two.trim().toUpperCase()
  compare('IMO number', 4, a.imo, b.imo, equal)
  compare('call sign', 2, a.call_sign, b.call_sign, equal)
  compare('name', 2, a.ship_name, b.ship_name, equal)
  compare('length', 1, a.length, b.length, (one, two) => Math.abs(one - two) <= 0.05 * Math.max(one, two))
  if (reported.length === 0) return NOTHING
  const weight = (some: typeof reported) => some.reduce((sum, one) => sum + one.weight, 0)
  const same = reported.filter((one) => one.isSame)
  const words = (some: typeof reported) => some.map((one) => one.word).join(', ')
  const other = reported.filter((one) => !one.isSame)
  const parts = [
    same.length > 0 ? `same ${words(same)}` : '',
    other.length > 0 ? `other ${words(other)}` : '',
  ]
  return { score: weight(same) / weight(reported), measured: parts.filter(Boolean).join('; ') }
}
