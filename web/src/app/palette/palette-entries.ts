import type { Found } from '@samudra/contract/search'
import type { Icon } from '@tabler/icons-react'
import { screensFor } from '../screens.ts'

/** Something the palette offers: it leads to an address, it is done, or it is shown on the map. */
export type Entry = { id: string; label: string; detail?: string; Icon: Icon; keywords?: string } & (
  | { to: string }
  | { act: () => void }
  | { found: Found }
)

/** Entries that hold every word typed, in any order; those whose label holds them all come first. */
export function answering(query: string, entries: readonly Entry[]): Entry[] {
  const words = query.toLowerCase().split(/\s+/)
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const answers = entries.filter(({ label, keywords = '' }) => holds(`${label} ${keywords}`))
  return answers.toSorted((a, b) => Number(holds(b.label)) - Number(holds(a.label)))
}

/** The screens this user may open. */
export const screenEntries = (isAdministrator: boolean): Entry[] =>
  screensFor(isAdministrator).map(({ path, label, keywords, Icon }) => ({
    id: path,
    label,
    keywords,
    Icon,
    to: path,
  }))
