import type { AisFilter } from './filter.ts'
import { clausesOf } from './filter-match.ts'

/** What a filter asks, as a sentence; nothing of one that asks nothing. */
export function asksText(filter: AisFilter | null | undefined): string {
  if (filter === null || filter === undefined) return ''
  try {
    return clausesOf(filter)
      .map(({ clause, wants }) => `${clause}: ${wants}`)
      .join('; ')
  } catch {
    return 'An area that cannot be one'
  }
}
