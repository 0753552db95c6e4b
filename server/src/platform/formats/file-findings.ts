const MOST_FAULTS = 200
const SHOWN = 20

/** Findings of a reading so far: the first rows and faults; rows are passed on in batches and not held. */
export class FileFindings<Row> {
  /** Rows found, and lines that are wrong. */
  found = 0
  faults = 0
  readonly errors: { line: number; field: string; why: string }[] = []
  readonly sample: Row[] = []
  #waiting: Row[] = []

  get waiting() {
    return this.#waiting.length
  }
  add(row: Row) {
    this.found++
    if (this.sample.length < SHOWN) this.sample.push(row)
    this.#waiting.push(row)
  }
  fault(line: number, field: string, why: string) {
    this.faults++
    if (this.errors.length < MOST_FAULTS) this.errors.push({ line, field, why })
  }
  /** Returns the rows found since the last call. */
  take(): Row[] {
    const rows = this.#waiting
    this.#waiting = []
    return rows
  }
}
