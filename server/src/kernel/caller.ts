import type { UserSettings } from '@samudra/contract/identity'

/** Who calls. `*` in sources or zones means all, an empty list none. */
export type Caller = {
  userId: string
  username: string
  email: string
  isAdmin: boolean
  sources: string[]
  zones: string[]
  sessionId: string
  mustChangePassword: boolean
  settings: UserSettings
}

/** Nobody: the caller of a public operation without a token. */
export const NOBODY: Caller = {
  userId: '',
  username: '',
  email: '',
  isAdmin: false,
  sources: [],
  zones: [],
  sessionId: '',
  mustChangePassword: false,
  settings: {
    'distance.unit': 'Nautical Miles',
    'datetime.format': 'YYYY-MM-DD HH:mm:ss',
    'datetime.zone': 'IST',
  },
}

/** May this caller see what a source reported? */
export const maySeeSource = (caller: Caller, source: string) =>
  caller.sources.includes('*') || caller.sources.includes(source)
