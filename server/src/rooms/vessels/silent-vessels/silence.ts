import type { SilenceConfidence, SilentVessel } from '@samudra/contract/silent-vessels'
import { deadReckon } from '@samudra/nautical/tracks/dead-reckoning'
import type { ShipGroup } from '@samudra/nautical/ship-types'
import { degrees, knots, place } from '@samudra/nautical/units'

const HOUR_MS = 3_600_000
/** Missed reports from which a vessel counts as silent, whatever the caller's minutes. */
const MISSED_REPORTS = 3
/** Share from which learned coverage expects a vessel to be received. */
const COVERED_FROM = 0.5
const WELL_COVERED_FROM = 0.8
/** Fewer neighbours say nothing about reception at a place. */
const LEAST_NEIGHBOURS = 5
const NEIGHBOURS_RECEIVED = 0.8
const NEIGHBOURS_MOSTLY_LOST = 0.5
/** Half the circumference of the earth: no place is farther away. */
const FARTHEST_NM = 10_800

/** Speeds that hardly any vessel of a type exceeds, knots. */
const MAX_KNOTS: Record<ShipGroup, number> = {
  UNKNOWN: 25,
  PLEASURECRAFT: 30,
  HIGHSPEED: 45,
  PASSENGER: 30,
  FISHING: 16,
  OTHERS: 25,
  TANKER: 18,
  CARGO: 25,
  'TUGS & SPECIAL CRAFTS': 30,
}

/** Milliseconds after the last report from which a vessel is silent. */
export const silentFromMs = (chosenMs: number, nominalS: number, receivedS: number | null): number =>
  Math.max(chosenMs, MISSED_REPORTS * Math.max(nominalS, receivedS ?? 0) * 1000)

/** Evidence for the confidence in one silence. */
export type SilenceEvidence = {
  /** Time from which the silence was observed by a source that received: last report or end of an outage; null if none receives. */
  observedMs: number | null
  /** Milliseconds of silence from which it counts. */
  fromMs: number
  learnedShare: number | null
  near: { total: number; received: number }
}

/**
 * Judges a silence. Before coverage is learned, neighbours that are still received support MEDIUM at most; most of them
 * lost means that reception ends here.
 */
export function confidenceOf({ observedMs, fromMs, learnedShare, near }: SilenceEvidence): SilenceConfidence {
  if (observedMs === null || observedMs < fromMs) return 'NOT_JUDGED'
  const hasNeighbours = near.total >= LEAST_NEIGHBOURS
  const nearShare = near.total === 0 ? 0 : near.received / near.total
  if (hasNeighbours && nearShare < NEIGHBOURS_MOSTLY_LOST) return 'LOW'
  if (learnedShare === null) return hasNeighbours && nearShare >= NEIGHBOURS_RECEIVED ? 'MEDIUM' : 'LOW'
  if (learnedShare >= WELL_COVERED_FROM) return 'HIGH'
  return learnedShare >= COVERED_FROM ? 'MEDIUM' : 'LOW'
}

type LastReport = { lat: number; lon: number; sog: number | null; cog: number | null }

/** Area a vessel can have reached since its last report. */
export function reachOf(last: LastReport, group: ShipGroup, elapsedMs: number): SilentVessel['reach'] {
  const hours = Math.max(0, elapsedMs) / HOUR_MS
  const radius = (speed: number) => Math.round(Math.min(FARTHEST_NM, speed * hours) * 10) / 10
  const max = Math.max(MAX_KNOTS[group], last.sog ?? 0)
  const expected = deadReckon(
    {
      place: place(last.lat, last.lon),
      sog: last.sog === null ? null : knots(last.sog),
      cog: last.cog === null ? null : degrees(last.cog),
    },
    elapsedMs,
  )
  return {
    last_speed_nm: last.sog === null ? null : radius(last.sog),
    max_speed_kn: max,
    max_speed_nm: radius(max),
    expected: expected === null ? null : { latitude: expected.lat, longitude: expected.lon },
  }
}
