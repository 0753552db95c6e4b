import { ON_WATCH, type Duty } from '@samudra/contract/duties'

/**
 * Returns the first time from an instant on, epoch ms, at which the watch is empty; null if it is covered until `to`.
 */
export function firstGap(duties: readonly Duty[], from: number, to: number): number | null {
  const saved = duties
    .filter(({ role }) => ON_WATCH.includes(role))
    .map((one) => ({ from: Date.parse(one.from), to: Date.parse(one.to) }))
    .sort((a, b) => a.from - b.from)
  let until = from
  for (const one of saved) {
    if (one.from > until) break
    until = Math.max(until, one.to)
  }
  return until < to ? until : null
}
