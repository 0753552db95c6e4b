import type { ZoneVisit } from '@samudra/contract/visits'

type Answer = { data: { items: readonly ZoneVisit[] } | undefined; error: Error | null }

/**
 * Returns a vessel's last visits to waters and areas together, the latest first. Without any it returns the fault, or
 * that answers are pending. Only complete answers mean no visits.
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
