import { aircraftColumns, type AircraftColumns } from './adsb-columns.ts'

/** Counts since the creation of a decoder. */
export type AdsbCounters = {
  /** Frames or lines of the right form. */
  messages: number
  /** Number of position reports, and of those whose place could be determined. */
  positions: number
  places: number
  badParity: number
  /** Number of replies whose address was not received otherwise in the last minute. */
  unknownAddress: number
  /** Formats that carry nothing of use here. */
  unsupported: number
  /** Lines and frames that break the format. */
  malformed: number
  /** Lines too long to be one, and aircraft there was no room for. */
  overflow: number
}

export const newAdsbCounters = (): AdsbCounters => ({
  messages: 0,
  positions: 0,
  places: 0,
  badParity: 0,
  unknownAddress: 0,
  unsupported: 0,
  malformed: 0,
  overflow: 0,
})

/** The batch being filled; it is handed over when it is full and when it is flushed. */
export class Rows {
  readonly columns: AircraftColumns
  readonly #capacity: number
  readonly #onBatch: (columns: AircraftColumns) => void

  constructor(capacity: number, onBatch: (columns: AircraftColumns) => void) {
    this.columns = aircraftColumns(capacity)
    this.#capacity = capacity
    this.#onBatch = onBatch
  }

  /** The number of a new, empty row; it counts once `end` is called. */
  begin(address: number, sourceType: number, observedAt: number): number {
    const { columns } = this
    const row = columns.count
    columns.address[row] = address
    columns.sourceType[row] = sourceType
    columns.observedAt[row] = observedAt
    columns.has[row] = 0
    return row
  }
  end(): void {
    if (++this.columns.count === this.#capacity) this.flush()
  }
  flush(): void {
    if (this.columns.count === 0) return
    this.#onBatch(this.columns)
    this.columns.count = 0
  }
}
