import { saveTimezones, updateUser, type UserSettings } from '@samudra/contract/identity'
import { useSettings } from '../kit/settings.ts'
import { call } from '../wire/call.ts'
import { keepSession, signedIn } from '../wire/session.ts'

/** Shows a change of the user's settings at once, and keeps it with the account. Throws what the server refused. */
export async function saveDisplay(change: Partial<UserSettings>): Promise<void> {
  const user = signedIn()
  if (user === null) return
  const next = { ...user.userSettings, ...change }
  useSettings.setState(next)
  const saved =
    'sound' in change || 'theme' in change
      ? await saveOwn(user.id, change)
      : (await call(saveTimezones, displayOf(next))).userSettings
  const latest = signedIn()
  if (latest !== null) keepSession({ ...latest, userSettings: saved })
}

const displayOf = (settings: UserSettings) => ({
  'datetime.zone': settings['datetime.zone'],
  'datetime.format': settings['datetime.format'],
  'distance.unit': settings['distance.unit'],
})

async function saveOwn(id: string, change: Partial<UserSettings>): Promise<UserSettings> {
  const saved = await call(updateUser, { id, userSettings: change })
  return saved.userSettings ?? { ...useSettings.getState(), ...change }
}
