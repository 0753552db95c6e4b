import { saveTimezones, updateUser, type UserSettings } from '@samudra/contract/identity'
import { useSettings } from '../../../../kit/settings.ts'
import { call } from '../../../../wire/call.ts'
import { keepSession, signedIn } from '../../../../wire/session.ts'

/** Changes that are shown but not saved yet, the oldest first. */
const waiting: Partial<UserSettings>[] = []
/** Settings stored with the account while changes wait. */
let stored: UserSettings | null = null
let turn: Promise<unknown> = Promise.resolve()

/**
 * Shows a change of the user's settings at once, and keeps it with the account, one after another. Throws what the server
 * refused; then what the account holds is shown again.
 */
export async function saveDisplay(change: Partial<UserSettings>): Promise<void> {
  const user = signedIn()
  if (user === null) return
  if (waiting.length === 0) stored = user.userSettings
  waiting.push(change)
  useSettings.setState(change)
  const saved = turn.then(() => keep(user.id, change))
  turn = saved.catch(() => undefined)
  await saved
}

async function keep(id: string, change: Partial<UserSettings>): Promise<void> {
  try {
    if (signedIn()?.id === id && stored !== null) stored = await save(id, { ...stored, ...change }, change)
  } finally {
    waiting.shift()
    const latest = signedIn()
    if (latest?.id === id && stored !== null) {
      const userSettings = Object.assign({}, stored, ...waiting) as UserSettings
      useSettings.setState(userSettings)
      // A rejected change leaves the session unchanged; a palette that could not be saved stays for this tab.
      if (!isSame(userSettings, latest.userSettings)) keepSession({ ...latest, userSettings })
    }
  }
}

const isSame = (one: UserSettings, other: UserSettings) =>
  Object.entries(one).every(([name, value]) => other[name as keyof UserSettings] === value)

async function save(id: string, next: UserSettings, change: Partial<UserSettings>): Promise<UserSettings> {
  if ('sound' in change || 'theme' in change || 'ship.colours' in change)
    return (await call(updateUser, { id, userSettings: change })).userSettings ?? next
  return (await call(saveTimezones, displayOf(next))).userSettings
}

const displayOf = (settings: UserSettings) => ({
  'datetime.zone': settings['datetime.zone'],
  'datetime.format': settings['datetime.format'],
  'distance.unit': settings['distance.unit'],
})
