import { AvrReader } from './avr.ts'
import { BeastReader } from './beast.ts'
import type { AircraftColumns } from './adsb-columns.ts'
import type { CprPlace } from './cpr.ts'
import { ReceivedAircraft } from './receiver-range.ts'
import { ModeSReader } from './mode-s.ts'
import { newAdsbCounters, Rows, type AdsbCounters } from './rows.ts'
import { SbsReader } from './sbs.ts'

/** Formats of a receiver's bytes. */
export type AdsbFormat = 'sbs' | 'beast' | 'avr'

/**
 * Decodes one stream of bytes of one receiver into rows. Batches are reused, so a listener must copy the data it
 * needs.
 */
export class AdsbDecoder {
  readonly counters: AdsbCounters = newAdsbCounters()
  readonly #rows: Rows
  readonly #reader: { feed(chunk: Uint8Array, receivedAt: number): void; end?(receivedAt: number): void }

  constructor(options: {
    format: AdsbFormat
    onBatch: (columns: AircraftColumns) => void
    rows?: number
    /** Position of the receiver: needed for aircraft that are first received on the ground. */
    receiver?: CprPlace | null
  }) {
    this.#rows = new Rows(options.rows ?? 1024, options.onBatch)
    const frames = () =>
      new ModeSReader(this.#rows, new ReceivedAircraft(options.receiver ?? null), this.counters)
    this.#reader =
      options.format === 'sbs'
        ? new SbsReader(this.#rows, this.counters)
        : options.format === 'beast'
          ? new BeastReader(frames(), this.counters)
          : new AvrReader(frames(), this.counters)
  }

  /** Bytes as they arrived, cut anywhere. */
  feed(chunk: Uint8Array, receivedAt: number): void {
    this.#reader.feed(chunk, receivedAt)
  }
  /** The stream ended: its last line may lack its end. */
  end(receivedAt: number): void {
    this.#reader.end?.(receivedAt)
    this.flush()
  }
  /** Hands over what has been decoded so far. */
  flush(): void {
    this.#rows.flush()
  }
}
