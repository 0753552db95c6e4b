import { DEFAULT_USER_SETTINGS, type UserSettings } from '@samudra/contract/identity'
import { visibilityOf, type CallerVisibility } from './caller-visibility.ts'

/** User or process that makes a call. */
export type Caller = {
  userId: string
  username: string
  email: string
  isAdmin: boolean
  /** `*` in sources or zones means all, an empty list none; `visibility` is both compiled. */
  sources: string[]
  zones: string[]
  visibility: CallerVisibility
  groups: string[]
  sessionId: string
  mustChangePassword: boolean
  mustAddSecondFactor: boolean
  /** True when the account may put itself on duty as watch officer. */
  mayTakeWatch: boolean
  settings: UserSettings
}

/** Caller of a public operation without a token. */
export const ANONYMOUS: Caller = {
  userId: '',
  username: '',
  email: '',
  isAdmin: false,
  sources: [],
  zones: [],
  visibility: visibilityOf([], []),
  groups: [],
  sessionId: '',
  mustChangePassword: false,
  mustAddSecondFactor: false,
  mayTakeWatch: false,
  settings: DEFAULT_USER_SETTINGS,
}

/** Caller of actions without a person. */
export const SAMUDRA: Caller = {
  ...ANONYMOUS,
  username: 'Samudra',
  isAdmin: true,
  visibility: visibilityOf(['*'], '*'),
}
