import {
  addVesselEvent,
  getVesselEventsAndDisasters,
  removeVesselEvent,
  type EventGeometry,
  type PreviewRow,
  type VesselEvent,
} from '@samudra/contract/events'
import type { EventCategory } from '@samudra/contract/event-types'
import { tableUpdate } from '@samudra/contract/settings'
import { create } from 'zustand'
import { keepStore } from '../store/keep.ts'
import { askedAsOf, onKnowledge } from '../time/clock.store.ts'
import { announceEvent } from './show-event.ts'
import { call } from '../wire/call.ts'
import { hearPushes } from '../wire/transport.ts'

/** What the dialog is about: a new event at a place or of a ship, or one that is changed. */
export type Writing =
  | { kind: 'new'; lon: number; lat: number; mmsis: string[] }
  | { kind: 'change'; event: VesselEvent; late: boolean }

/** A shape the form asks for, and who gets it. */
export type ShapeWanted = {
  kind: 'line' | 'polygon'
  category: EventCategory
  done: (geometry: EventGeometry) => void
}

type State = {
  events: ReadonlyMap<string, VesselEvent>
  state: 'none' | 'loading' | 'held'
  failed: string
  /** The one whose popup is open. */
  open: string | null
  writing: Writing | null
  drawing: ShapeWanted | null
  /** Rows of a file that are drawn on the map. */
  preview: { name: string; rows: PreviewRow[] } | null
}
export const useEvents = create<State>(() => ({
  events: new Map(),
  state: 'none',
  failed: '',
  open: null,
  writing: null,
  drawing: null,
  preview: null,
}))
keepStore(useEvents, {
  name: 'cards.event',
  of: 'tab',
  read: ({ open }) => (open === null ? null : { open }),
  restore: ({ open }) => ({ open: String(open) }),
})

const PAGE = 500
/** More are on the map than anybody reads; the list of the server has the rest. */
const MOST = 10_000

/** Fetches what may be seen, in place of what is held; what is pushed meanwhile counts. */
export async function fetchEvents(): Promise<void> {
  useEvents.setState(({ state }) => ({ state: state === 'held' ? 'held' : 'loading', failed: '' }))
  const asOf = askedAsOf()
  const heard = new Map<string, VesselEvent | null>()
  const stop = hearEvents((id, event) => heard.set(id, event))
  try {
    const events = new Map<string, VesselEvent>()
    let cursor: string | undefined
    do {
      const page = await call(getVesselEventsAndDisasters, {
        limit: PAGE,
        ...asOf,
        ...(cursor === undefined ? {} : { cursor }),
      })
      for (const event of page.items) events.set(event.id, event)
      cursor = page.next ?? undefined
    } while (cursor !== undefined && events.size < MOST)
    // What came while another state of knowledge was chosen is of no use.
    if (asOf.as_of !== askedAsOf().as_of) return
    if (asOf.as_of === undefined) for (const [id, event] of heard) put(events, id, event)
    useEvents.setState({ events, state: 'held' })
  } catch (error) {
    useEvents.setState(({ state }) => ({
      state: state === 'loading' ? 'none' : state,
      failed: (error as Error).message,
    }))
  } finally {
    stop()
  }
}

/** Keeps what is held as the server tells it; returns the end of it. */
export function followEvents(): () => void {
  const stops = [
    onKnowledge(() => void fetchEvents()),
    hearEvents((id, event) => {
      // The past does not change by what is reported now.
      if (askedAsOf().as_of !== undefined) return
      const held = useEvents.getState()
      // Shared with this user after it was made.
      if (event !== null && held.state === 'held' && !held.events.has(id)) announceEvent(event)
      const events = new Map(held.events)
      put(events, id, event)
      useEvents.setState({ events })
    }),
    // Rights or zones changed: something else may be seen now.
    hearPushes((wire, raw) => {
      if (wire !== tableUpdate.wire) return
      const reading = tableUpdate.payload(raw)
      if (reading.ok && ['users', 'zones'].includes(reading.value.table)) void fetchEvents()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function put(events: Map<string, VesselEvent>, id: string, event: VesselEvent | null) {
  if (event === null) events.delete(id)
  // Answers and pushes may overtake one another.
  else if (event.version >= (events.get(id)?.version ?? 0)) events.set(id, event)
}

const hearEvents = (hear: (id: string, event: VesselEvent | null) => void) =>
  hearPushes((wire, raw) => {
    if (wire === addVesselEvent.wire) {
      const reading = addVesselEvent.payload(raw)
      if (reading.ok) hear(reading.value.id, reading.value)
    } else if (wire === removeVesselEvent.wire) {
      const reading = removeVesselEvent.payload(raw)
      if (reading.ok) hear(reading.value.id, null)
    }
  })

export const openEvent = (open: string | null) => useEvents.setState({ open })
export const writeEvent = (writing: Writing | null) => useEvents.setState({ writing })
export const drawShape = (drawing: ShapeWanted | null) => useEvents.setState({ drawing })
export const drawPreview = (preview: State['preview']) => useEvents.setState({ preview })
