import type { AisFilter } from './filter.ts'
import { clausesOf } from './filter-match.ts'

/** Returns the condition of a filter as a sentence; empty for an empty filter. */
export function filterText(filter: AisFilter | null | undefined): string {
  if (filter === null || filter === undefined) return ''
  try {
    return clausesOf(filter)
      .map(({ clause, wants }) => `${clause}: ${wants}`)
      .join('; ')
  } catch {
    return 'Invalid area'
  }
}
