import type { UserSettings } from '@samudra/contract/identity'
import { create } from 'zustand'

/** Formats of distances and times of this user; defaults of the specification before login. */
export const useSettings = create<UserSettings>(() => ({
  'distance.unit': 'Nautical Miles',
  'datetime.format': 'YYYY-MM-DD HH:mm:ss',
  'datetime.zone': 'IST',
  sound: true,
  theme: 'dusk',
  'ship.colours': 'standard',
}))
