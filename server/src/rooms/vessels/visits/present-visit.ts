import type { LogRow, Passing, ZoneVisit } from '@samudra/contract/visits'
import { CLAIMS } from '@samudra/nautical/tracks/visit'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import type { LogEntry, SeenVisit } from './logs.sql.ts'
import type { ZoneRow } from './visit-zones.sql.ts'

const MINUTE = 60_000
const iso = (at: number) => new Date(at).toISOString()

type Row = NonNullable<SeenVisit['exit']>
const passing = (row: Row): Passing => ({
  claim: CLAIMS[row.claim]!,
  lat: row.lat / 1e6,
  lon: row.lon / 1e6,
  before_fix_id: row.before_id === 0 ? null : String(row.before_id),
  after_fix_id: String(row.after_id),
  earliest: iso(row.claim === CLAIMS.indexOf('CROSSED') ? row.at : row.before_at),
  latest: iso(row.claim === CLAIMS.indexOf('CROSSED') ? row.at : row.after_at),
})
export const isPlaceSeen = (row: Row, visibility: CallerVisibility) =>
  visibility.place(row.lat / 1e6, row.lon / 1e6)

/** A visit as the contract shows it. What may not be seen of its end is left out: then it is not known when it was over. */
export function presentVisit(row: SeenVisit, zone: ZoneRow, visibility: CallerVisibility): ZoneVisit {
  const isExitSeen = row.exit !== null && row.exit_seen && isPlaceSeen(row.exit, visibility)
  const exit = row.is_over && isExitSeen ? row.exit : null
  // A visit that crossed outwards and may return ends at its last position inside.
  const upto = row.exit === null ? row.last_at : row.exit.at
  const isEndKnown = row.exit === null ? visibility.all : isExitSeen
  const dwell = isEndKnown && upto !== null ? Math.max(0, upto - row.entry.at) / MINUTE : null
  const [sog, silence] =
    row.exit === null ? [row.min_sog, row.silence_ms] : [row.inside_sog, row.inside_silence_ms]
  return {
    id: `${row.zone}-${row.mmsi}-${row.split}-${row.entry.at}`,
    zone_id: zone.id,
    zone_kind: zone.kind,
    zone: zone.label,
    geometry_version: zone.geometry_version,
    mmsi: mmsiText(row.mmsi),
    split_id: row.split,
    entered_at: iso(row.entry.at),
    exited_at: exit === null ? null : iso(exit.at),
    dwell_min: dwell === null ? null : Math.round(dwell * 10) / 10,
    entry_fix_id: String(row.entry.after_id),
    exit_fix_id: exit === null ? null : String(exit.after_id),
    min_sog: visibility.all && sog >= 0 ? sog / 10 : null,
    silent_min: visibility.all ? Math.round(silence / MINUTE) : null,
    computed_from: row.is_backfill ? 'BACKFILL' : 'LIVE',
    entry: passing(row.entry),
    exit: exit === null ? null : passing(exit),
  }
}

/** Change of the area by a user, as in its log. */
export type Edit = {
  at: string
  version: number
  geometry_version: number
  by: string
  reason: string
  removed: boolean
}

export function presentEntry(
  { kind, at, version, visit }: LogEntry,
  of: {
    zones: ReadonlyMap<number, ZoneRow>
    edits: ReadonlyMap<number, Edit>
    visibility: CallerVisibility
    nameOf: (mmsi: number, split: number) => string | null
  },
): LogRow {
  if (visit === null) {
    const edit = of.edits.get(version!)!
    const { geometry_version, by, reason, removed } = edit
    return {
      id: `EDIT-${version}`,
      kind,
      at: at.toISOString(),
      geometry_version,
      mmsi: null,
      ship_name: null,
      visit: null,
      edit: { version: version!, by, reason, removed },
    }
  }
  const shown = presentVisit(visit, of.zones.get(visit.zone)!, of.visibility)
  return {
    id: `${kind}-${shown.id}`,
    kind,
    at: at.toISOString(),
    geometry_version: shown.geometry_version,
    mmsi: shown.mmsi,
    ship_name: of.nameOf(visit.mmsi, visit.split),
    visit: shown,
    edit: null,
  }
}
