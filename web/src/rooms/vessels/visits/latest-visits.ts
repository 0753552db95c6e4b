import type { ZoneVisit } from '@samudra/contract/visits'

type Answer = { data: { items: readonly ZoneVisit[] } | undefined; error: Error | null }

/**
 * The last visits of a ship to waters and areas together, the latest first. Without any: why they could not be read, or that
 * they are on their way. Only what was read whole says that she was nowhere.
 */
export function latestVisits(
  answers: readonly Answer[],
  most: number,
): { visits: readonly ZoneVisit[]; fault: Error | null; isWaiting: boolean } {
  const visits = answers
    .flatMap(({ data }) => data?.items ?? [])
    .toSorted((a, b) => (a.entered_at < b.entered_at ? 1 : -1))
    .slice(0, most)
  const missing = answers.filter(({ data }) => data === undefined)
  const fault = missing.find(({ error }) => error !== null)?.error ?? null
  return { visits, fault, isWaiting: fault === null && missing.length > 0 }
}
