/** Counts by second over the last minute; `perSecond` over the last ten, `perMinute` over all. */
export class Meter {
  readonly #bySecond = new Float64Array(61)
  #second = 0
  /** Everything counted since the start. */
  total = 0

  add(count: number, now: number): void {
    this.#forward(now)
    const slot = this.#second % 61
    this.#bySecond[slot] = this.#bySecond[slot]! + count
    this.total += count
  }
  perMinute(now: number): number {
    this.#forward(now)
    let sum = 0
    for (let back = 1; back <= 60; back++) sum += this.#bySecond[(this.#second - back + 61) % 61]!
    return sum
  }
  perSecond(now: number): number {
    this.#forward(now)
    let sum = 0
    for (let back = 1; back <= 10; back++) sum += this.#bySecond[(this.#second - back + 61) % 61]!
    return sum / 10
  }

  #forward(now: number) {
    const second = Math.floor(now / 1000)
    if (second - this.#second > 61) {
      this.#bySecond.fill(0)
      this.#second = second
    }
    while (this.#second < second) this.#bySecond[++this.#second % 61] = 0
  }
}

/** Latencies by bucket: bucket n holds those below 0.25 s x 2^n, the last one the rest. */
export const LATENCY_BUCKETS = 20
export function latencyBucket(ms: number): number {
  const bucket = Math.ceil(Math.log2(Math.max(ms, 1) / 250))
  return Math.min(LATENCY_BUCKETS - 1, Math.max(0, bucket))
}

/** The value a share of the counted lies below, interpolated within its bucket; null when nothing was counted. */
export function bucketQuantile(buckets: ArrayLike<number>, share: number, first: number): number | null {
  let total = 0
  for (let i = 0; i < buckets.length; i++) total += buckets[i]!
  if (total === 0) return null
  let before = 0
  for (let i = 0; i < buckets.length; i++) {
    const count = buckets[i]!
    if (before + count >= share * total && count > 0) {
      const low = i === 0 ? 0 : first * 2 ** (i - 1)
      const high = first * 2 ** i
      return low + ((share * total - before) / count) * (high - low)
    }
    before += count
  }
  return first * 2 ** (buckets.length - 1)
}
