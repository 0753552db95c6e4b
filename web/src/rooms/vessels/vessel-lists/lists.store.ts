import { create } from 'zustand'
import { keepStore } from '../../../store/saved-stores.ts'

/** A ship to be put on a list. */
export type Wanted = { mmsi: string; name: string }
/** Subject of the dialog: one vessel, or vessels typed or from a file; for any list, or for this one. */
export type Adding = { ship: Wanted | null; list: string | null }

type State = {
  /** The list whose members are shown. */
  open: string | null
  adding: Adding | null
  /** Lists whose ships are not coloured on the map. */
  plain: readonly string[]
}

export const useLists = create<State>(() => ({ open: null, adding: null, plain: [] }))

keepStore(useLists, {
  name: 'planning.lists',
  of: 'tab',
  read: ({ open, plain }) => ({ open, plain }),
  restore: ({ open, plain }) => ({
    open: typeof open === 'string' ? open : null,
    plain: Array.isArray(plain) ? plain.filter((one) => typeof one === 'string') : [],
  }),
})

export const addToList = (ship: Wanted) => useLists.setState({ adding: { ship, list: null } })
/** A new list, or more ships for one. */
export const addShips = (list: string | null) => useLists.setState({ adding: { ship: null, list } })
export const closeDialog = () => useLists.setState({ adding: null })
