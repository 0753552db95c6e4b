import type { EvaluatedRule } from '@samudra/contract/rules'
import { AIRCRAFT_STALE_MIN } from '@samudra/contract/aircraft'
import { addressText, categoryText, SOURCE_TYPES, squawkText } from '@samudra/nautical/adsb/adsb-columns'
import { stateOfAddress } from '@samudra/nautical/adsb/country'
import { Aircraft, type AircraftReport, type AircraftHitEvent } from '@samudra/rules/values/aircraft'
import type { Fault } from '@samudra/rules/running/guard'
import type { Report } from '../../../picture/aircraft/room.ts'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import type { CallerVisibility } from '../../../../platform/kernel/http/caller-visibility.ts'
import type { SourceNames } from '../../../../sea/names.ts'
import { NO_MMSI, type ResultRow } from '../findings/results.sql.ts'
import type { KnownWorld } from '../evaluation/world.ts'

const STALE_MS = AIRCRAFT_STALE_MIN * 60_000
const degrees = (udeg: number | null) => (udeg === null ? null : udeg / 1e6)
const orNaN = (value: number | null | undefined, scale = 1) => (value == null ? Number.NaN : value / scale)
const udegOrNull = (value: number) => (Number.isNaN(value) ? null : Math.round(value * 1e6))

/**
 * Returns the report of an aircraft at one instant from reports with the latest position first. A stale position is
 * left out.
 */
function reportOf(all: readonly Report[]): AircraftReport {
  const report = all[0]!
  const at = report.rec_time.getTime()
  const isPlaced = report.placed_at !== null && at - report.placed_at.getTime() <= STALE_MS
  const { squawk, category, on_ground } = report
  return {
    at,
    icao24: addressText(report.address),
    source: report.source_id,
    sources: all.map(({ source_id }) => source_id),
    lat: isPlaced ? orNaN(report.lat_udeg, 1e6) : Number.NaN,
    lon: isPlaced ? orNaN(report.lon_udeg, 1e6) : Number.NaN,
    sog: orNaN(report.ground_speed, 10),
    cog: orNaN(report.track, 10),
    callSign: report.call_sign,
    country: stateOfAddress(report.address)?.name ?? null,
    air: {
      altitude: report.altitude,
      verticalRate: report.vertical_rate,
      squawk: squawk === null ? null : squawkText(squawk),
      onGround: on_ground === null ? null : on_ground === 1,
      category: category === null ? null : categoryText(category),
      sourceType: SOURCE_TYPES[report.source_type]!,
    },
  }
}

/** Aircraft rules applied to stored sky data, and their results in stored form. */
export class SkyStage {
  readonly sky: Aircraft
  readonly rules: readonly EvaluatedRule[]
  readonly #rules: ReadonlyMap<string, EvaluatedRule>
  #changes: AircraftHitEvent[] = []
  #faults: Fault[] = []
  /** Number of reports taken. */
  count = 0

  /** Throws RuleFault for a rule that cannot be evaluated; `isGuarded`: one that fails is left out from there on. */
  constructor(rules: readonly EvaluatedRule[], world: KnownWorld, { isGuarded = false } = {}) {
    this.rules = rules
    this.#rules = new Map(rules.map((rule) => [`${rule.id}.${rule.version}`, rule]))
    this.sky = new Aircraft(rules, world, {
      hear: (text) => void this.#changes.push(text),
      fault: isGuarded ? (fault) => void this.#faults.push(fault) : undefined,
    })
  }

  /** Takes a portion of reports, in the order in which they were written down; with a visibility those alone that are seen. */
  async take(
    reports: readonly Report[],
    seen?: { visibility: CallerVisibility; names: SourceNames },
    signal?: AbortSignal,
  ): Promise<void> {
    let began = performance.now()
    for (let from = 0; from < reports.length;) {
      const { rec_time, address } = reports[from]!
      let to = from + 1
      while (reports[to]?.address === address && reports[to]!.rec_time.getTime() === rec_time.getTime()) to++
      const some = reports.slice(from, to)
      const shown =
        seen === undefined || seen.visibility.all
          ? some
          : some.filter(({ source_id, lat_udeg, lon_udeg }) =>
              seen.visibility.row(seen.names.sourceCode(source_id), degrees(lat_udeg), degrees(lon_udeg)),
            )
      if (shown.length > 0) this.sky.take(reportOf(shown))
      this.count += shown.length
      from = to
      began = await breathe(began, signal)
    }
  }

  takeChanges(): AircraftHitEvent[] {
    return this.#changes.splice(0)
  }
  get hasChanges(): boolean {
    return this.#changes.length > 0
  }
  /** Returns the rules stopped since the last call, with reasons. */
  takeFaults(): Fault[] {
    return this.#faults.splice(0)
  }

  mmsiOf = (): number => NO_MMSI
  /** Returns the sources that reported it last. */
  lastHeardBy = ({ icao24 }: AircraftHitEvent): number[][] => [this.sky.lastHeardBy(icao24)]

  /** Returns a new hit in its stored form. */
  rowOf(event: AircraftHitEvent, runId: string, now: number): ResultRow {
    const { severity } = this.#rules.get(`${event.rule}.${event.version}`)!
    return {
      mmsi: NO_MMSI,
      run_id: runId,
      id: event.id,
      rule_id: event.rule,
      rule_version: event.version,
      subject: 'AIRCRAFT',
      split: 0,
      other_mmsi: null,
      other_split: null,
      ships: null,
      source: null,
      icao24: event.icao24,
      first_at: event.firstAt,
      last_at: event.at,
      began_at: event.begunAt,
      ended_at: event.endedAt,
      known_at: now,
      lat_udeg: udegOrNull(event.lat),
      lon_udeg: udegOrNull(event.lon),
      severity,
      status: 'HIT',
      again: event.again,
      explanation: event.explanation,
      sources: event.sources.map((one) => [one]),
      of_past: false,
      judgement: null,
      judged_by: null,
      judged_reason: null,
      judged_at: null,
      changed_at: now,
    }
  }
}
