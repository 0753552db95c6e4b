import type { AisFilter } from '@samudra/contract/filter'
import { create } from 'zustand'

/** Contacts that a user requested as a list, with its title and filter. */
export type WantedContacts = { title: string; filter: AisFilter }

/** Which contacts the drawer at the foot lists. */
export const useContactList = create<{ wanted: WantedContacts | null }>(() => ({ wanted: null }))

/** Lists the contacts behind a number: the room of the picture opens the drawer. */
export const listContacts = (title: string, filter: AisFilter) =>
  useContactList.setState({ wanted: { title, filter } })
