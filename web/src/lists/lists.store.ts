import { getVesselList, type VesselList } from '@samudra/contract/vessel-lists'
import { create } from 'zustand'
import { keepStore } from '../store/keep.ts'
import { askedAsOf } from '../time/clock.store.ts'
import { call } from '../wire/call.ts'

/** A ship to be put on a list. */
export type Wanted = { mmsi: string; name: string }

type State = {
  lists: VesselList[]
  fault: string | null
  isRead: boolean
  /** The list whose members are shown. */
  open: string | null
  /** The ship the dialog is open for. */
  adding: Wanted | null
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

export const addToList = (adding: Wanted | null) => useLists.setState({ adding })

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
