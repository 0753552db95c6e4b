import { ERRORS_STORED, ROWS_SHOWN, type ImportError, type ImportJob } from '@samudra/contract/exchange'
import { mmsiText, type PassedFix } from './passed-fix.ts'
import type { Sink } from './read/sink.ts'

/** Findings of a reading so far; fixes are passed on in batches and not held. */
export class Gathered implements Sink {
  rows = 0
  skipped = 0
  faults = 0
  readonly errors: ImportError[] = []
  readonly #ships = new Set<number>()
  #first = Infinity
  #last = -Infinity
  #sample: PassedFix[] = []
  #fixes: PassedFix[] = []
  #found = 0

  get waiting() {
    return this.#fixes.length
  }
  get found() {
    return this.#found
  }

  fix(fix: PassedFix) {
    this.rows++
    this.#found++
    this.#ships.add(fix.mmsi)
    this.#first = Math.min(this.#first, fix.at)
    this.#last = Math.max(this.#last, fix.at)
    if (this.#sample.length < ROWS_SHOWN) this.#sample.push(fix)
    this.#fixes.push(fix)
  }
  skip() {
    this.rows++
    this.skipped++
  }
  fault(line: number, field: string, why: string) {
    this.rows++
    this.faults++
    if (this.errors.length < ERRORS_STORED) this.errors.push({ line, field, why })
  }

  take(): PassedFix[] {
    const fixes = this.#fixes
    this.#fixes = []
    return fixes
  }

  /** Returns the findings as reported. */
  report(): Partial<ImportJob> {
    const instant = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : null)
    return {
      rows: this.rows,
      skipped: this.skipped,
      fixes: this.#found,
      ships: this.#ships.size,
      first_at: instant(this.#first),
      last_at: instant(this.#last),
      errors: this.errors,
      error_count: this.faults,
      sample: this.#sample.map(({ mmsi, at, lat, lon, sog, cog, source }) => ({
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
