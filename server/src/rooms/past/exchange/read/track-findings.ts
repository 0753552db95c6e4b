import type { ImportJob } from '@samudra/contract/exchange'
import { FileFindings } from '../../../../platform/formats/file-findings.ts'
import { mmsiText, type PassedFix } from '../passed-fix.ts'
import type { Sink } from './sink.ts'

/** Findings of a file of tracks so far. */
export class TrackFindings extends FileFindings<PassedFix> implements Sink {
  skipped = 0
  readonly #ships = new Set<number>()
  #first = Infinity
  #last = -Infinity

  fix(fix: PassedFix) {
    this.add(fix)
    this.#ships.add(fix.mmsi)
    this.#first = Math.min(this.#first, fix.at)
    this.#last = Math.max(this.#last, fix.at)
  }
  skip() {
    this.skipped++
  }

  /** Returns the findings as reported. */
  report(): Partial<ImportJob> {
    const instant = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : null)
    return {
      rows: this.found + this.skipped + this.faults,
      skipped: this.skipped,
      fixes: this.found,
      ships: this.#ships.size,
      first_at: instant(this.#first),
      last_at: instant(this.#last),
      errors: this.errors,
      error_count: this.faults,
      sample: this.sample.map(({ mmsi, at, lat, lon, sog, cog, source }) => ({
        mmsi: mmsiText(mmsi),
        observed_at: new Date(at).toISOString(),
        lat,
        lon,
        sog,
        cog,
        source: source ?? '',
      })),
    }
  }
}
