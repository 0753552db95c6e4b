import { IconSearch } from '@tabler/icons-react'

export const QUICK_SEARCH = 'quick-search'
/** What was done in the box before what searches was there. */
export type Begun = { text: string; isSent: boolean; isTyping: boolean }
/** What the box of the search is, before and after what searches has come. */
export const SEARCH_BOX = {
  id: QUICK_SEARCH,
  className: 'quick-search',
  size: 'xs',
  'aria-label': 'Search contacts',
  placeholder: 'Name, MMSI, IMO, call sign, port, area, position',
  leftSection: <IconSearch size={14} aria-hidden />,
  rightSection: <kbd className="key">/</kbd>,
  autoComplete: 'off',
  spellCheck: false,
} as const
