import type { UtilsSample } from '@samudra/contract/system'

const FIELDS = [
  'cpu_pct',
  'mem_pct',
  'loop_lag_ms',
  'fixes_per_s',
  'waiting',
  'clients',
  'out_per_s',
  'rss_mb',
] as const
type Field = (typeof FIELDS)[number]
/** A sample with its time as epoch ms. */
export type Measurement = Record<Field, number> & { at: number }

/** The newest samples, in columns of a fixed size; the oldest makes room. */
export class Ring {
  readonly #size: number
  readonly #at: Float64Array
  readonly #columns: Record<Field, Float64Array>
  #count = 0

  constructor(size: number) {
    this.#size = size
    this.#at = new Float64Array(size)
    this.#columns = Object.fromEntries(FIELDS.map((field) => [field, new Float64Array(size)])) as Record<
      Field,
      Float64Array
    >
  }

  add(sample: Measurement): void {
    const place = this.#count++ % this.#size
    this.#at[place] = sample.at
    for (const field of FIELDS) this.#columns[field][place] = sample[field]
  }

  /** Samples from a time on, oldest first. */
  since(from: number): UtilsSample[] {
    const samples: UtilsSample[] = []
    for (let n = Math.max(0, this.#count - this.#size); n < this.#count; n++) {
      const place = n % this.#size
      if (this.#at[place]! >= from) samples.push(this.#sample(place))
    }
    return samples
  }

  newest(): UtilsSample | null {
    return this.#count === 0 ? null : this.#sample((this.#count - 1) % this.#size)
  }

  #sample(place: number): UtilsSample {
    const values = Object.fromEntries(FIELDS.map((field) => [field, this.#columns[field][place]!])) as Record<
      Field,
      number
    >
    return { at: new Date(this.#at[place]!).toISOString(), ...values }
  }
}
