import { getVesselList, type VesselList } from '@samudra/contract/vessel-lists'
import { create } from 'zustand'
import { keepStore } from '../store/keep.ts'
import { askedAsOf } from '../time/clock.store.ts'
import { call } from '../wire/call.ts'

/** A ship to be put on a list. */
export type Wanted = { mmsi: string; name: string }
/** What the dialog is for: one ship, or ships that are typed or come in a file; on any list, or on this one. */
export type Adding = { ship: Wanted | null; list: string | null }

type State = {
  lists: VesselList[]
  fault: string | null
  isRead: boolean
  /** The list whose members are shown. */
  open: string | null
  adding: Adding | null
}

/** The vessel lists this user sees. */
export const useLists = create<State>(() => ({
  lists: [],
  fault: null,
  isRead: false,
  open: null,
  adding: null,
}))

keepStore(useLists, {
  name: 'planning.lists',
  of: 'tab',
  read: ({ open }) => ({ open }),
  restore: ({ open }) => ({ open: typeof open === 'string' ? open : null }),
})

export const addToList = (ship: Wanted) => useLists.setState({ adding: { ship, list: null } })
/** A new list, or more ships for one. */
export const addShips = (list: string | null) => useLists.setState({ adding: { ship: null, list } })
export const closeDialog = () => useLists.setState({ adding: null })

let reading: Promise<void> | null = null
let isStale = false

/** Reads all of them; asked while it reads, it reads once more. */
export function readLists(): Promise<void> {
  isStale = true
  reading ??= (async () => {
    try {
      while (isStale) {
        isStale = false
        useLists.setState({ lists: await readPages(), fault: null, isRead: true })
      }
    } catch (error) {
      useLists.setState({ fault: (error as Error).message, isRead: true })
    } finally {
      reading = null
    }
  })()
  return reading
}

async function readPages(): Promise<VesselList[]> {
  const lists: VesselList[] = []
  const asOf = askedAsOf()
  let cursor: string | undefined
  do {
    const page = await call(getVesselList, {
      limit: 500,
      ...asOf,
      ...(cursor === undefined ? {} : { cursor }),
    })
    lists.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return lists
}
