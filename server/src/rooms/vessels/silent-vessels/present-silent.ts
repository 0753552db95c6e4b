import type { SilenceConfidence, SilentVessel } from '@samudra/contract/silent-vessels'
import { countryOfMmsi } from '@samudra/nautical/mmsi'
import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import type { CoverageNow } from '../../past/patterns/room.ts'
import type { SourceNames } from '../../../sea/names.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import type { LastReception } from './last-reception.ts'
import type { Reception } from './reception.ts'
import { reachOf } from './silence.ts'

const MINUTE = 60_000
/** Vessels that may share one MMSI. */
const SPLITS = 256
const iso = (at: number) => new Date(at).toISOString()

/** A silence with its confidence. */
export type JudgedSilence = LastReception & {
  receivingSince: number | null
  learnedShare: number | null
  confidence: SilenceConfidence
}

type Needs = {
  now: number
  names: SourceNames
  reception: ReadonlyMap<number, Reception>
  coverage: CoverageNow
}

/** A silent vessel as the contract shows it. */
export function presentSilent(one: JudgedSilence, { now, names, reception, coverage }: Needs): SilentVessel {
  const group = SHIP_GROUPS[one.group] ?? 'UNKNOWN'
  return {
    contact_id: one.mmsi * SPLITS + one.split,
    mmsi: mmsiText(one.mmsi),
    split_id: one.split,
    ship_name: one.name,
    country: countryOfMmsi(one.mmsi)?.name ?? null,
    ship_type: group,
    nav_status: one.navStatus,
    latitude: one.lat,
    longitude: one.lon,
    sog: one.sog,
    cog: one.cog,
    true_heading: one.heading,
    observed_at: iso(one.observedAt),
    rec_time: iso(one.recTime),
    source: names.sourceCode(one.source),
    silent_min: Math.floor((now - one.recTime) / MINUTE),
    nominal_interval_s: one.nominalS,
    received_interval_s: one.receivedS === null ? null : Math.round(one.receivedS),
    missed_reports: one.missed,
    confidence: one.confidence,
    basis: {
      learned_share: one.learnedShare === null ? null : Math.round(one.learnedShare * 100) / 100,
      learned_days: coverage.days,
      near_total: one.near.total,
      near_received: one.near.received,
      receiving_since: one.receivingSince === null ? null : iso(one.receivingSince),
      down_sources: one.sources
        .filter((source) => (reception.get(source)?.since ?? null) === null)
        .map((source) => names.sourceCode(source)),
    },
    reach: reachOf(one, group, now - one.observedAt),
  }
}
