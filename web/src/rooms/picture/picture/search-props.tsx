import { IconSearch } from '@tabler/icons-react'

export const QUICK_SEARCH = 'quick-search'
/** Input of the search box made before its search code loaded. */
export type Begun = { text: string; isSent: boolean; isTyping: boolean }
/** Properties of the search box, before and after its search code loads. */
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
