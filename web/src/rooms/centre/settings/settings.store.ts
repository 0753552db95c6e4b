import { pageKind, profileKind, getMapProfiles, staticPage } from '@samudra/contract/settings'
import { create } from 'zustand'
import { declareStore } from '../../../stored/stores.ts'
import { call } from '../../../wire/call.ts'

/** The pages of the centre that are read after the login. */
export const pages = declareStore(pageKind, {
  isOfNow: true,
  ask: async () => ({ items: [await call(staticPage, { key: 'help' })], next: null }),
})

/** Profile this user chose; returned with every answer about profiles. */
export const useActiveProfile = create<{ id: string | null }>(() => ({ id: null }))
export const profiles = declareStore(profileKind, {
  isOfNow: true,
  ask: async (query) => {
    const page = await call(getMapProfiles, { limit: 500, ...query })
    useActiveProfile.setState({ id: page.active_id })
    return page
  },
})
