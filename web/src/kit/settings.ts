import type { UserSettings } from '@samudra/contract/identity'
import { create } from 'zustand'

/** How this user reads distances and times; the defaults of the specification until somebody signs in. */
export const useSettings = create<UserSettings>(() => ({
  'distance.unit': 'Nautical Miles',
  'datetime.format': 'YYYY-MM-DD HH:mm:ss',
  'datetime.zone': 'IST',
  sound: true,
  theme: 'dusk',
  'ship.colours': 'standard',
}))
