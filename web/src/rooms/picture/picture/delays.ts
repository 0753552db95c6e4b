import type { PictureStatus } from '@samudra/contract/socket'

export type Delay = { source: string; p50_s: number; p95_s: number }

/**
 * From observation to screen by source, seconds, the slowest first: to arrival, into the picture, and until the next
 * frame, of which one comes each `frameEvery_s`.
 */
export function delaysToScreen(
  status: Pick<PictureStatus, 'delays' | 'p50_latency_ms' | 'p95_latency_ms'>,
  frameEvery_s: number,
): Delay[] {
  const [usual, late] = [(status.p50_latency_ms ?? 0) / 1000, (status.p95_latency_ms ?? 0) / 1000]
  return status.delays
    .map(({ source, p50_s, p95_s }) => ({
      source,
      p50_s: p50_s + usual + frameEvery_s / 2,
      p95_s: p95_s + late + frameEvery_s,
    }))
    .toSorted((a, b) => b.p50_s - a.p50_s || b.p95_s - a.p95_s)
}
