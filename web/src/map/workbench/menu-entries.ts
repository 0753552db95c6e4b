import type { MenuEntry } from './part.ts'

const AT_HAND = 5

/** The five that are used most with a ship, and what stands behind them. */
export function selected(entries: readonly MenuEntry[]): { first: MenuEntry[]; rest: MenuEntry[] } {
  const first = entries
    .filter(({ section, rank }) => section === 'Ship' && rank !== undefined)
    .sort((a, b) => a.rank! - b.rank!)
    .slice(0, AT_HAND)
  return { first, rest: entries.filter((entry) => !first.includes(entry)) }
}
