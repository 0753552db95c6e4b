import { getAois, type Aoi } from '@samudra/contract/areas'
import { create } from 'zustand'
import type { DrawKind } from '../map/draw/drawing.ts'
import type { Position } from '../map/draw/shapes.ts'
import { askedAsOf } from '../time/clock.store.ts'
import { call } from '../wire/call.ts'

/** How an area is drawn; a corridor is a line with a width. */
export type AreaKind = Exclude<DrawKind, 'point' | 'line'> | 'corridor' | 'paste'

type State = {
  areas: Aoi[]
  fault: string | null
  isRead: boolean
  /** What is being drawn or edited; null while the editor is closed. */
  editing: { area: Aoi | null; kind: AreaKind | null; at: Position | null } | null
}

/** The areas of interest this user sees. */
export const useAreas = create<State>(() => ({ areas: [], fault: null, isRead: false, editing: null }))

export const newArea = (kind: AreaKind, at: Position | null = null) =>
  useAreas.setState({ editing: { area: null, kind, at } })
export const editArea = (area: Aoi) => useAreas.setState({ editing: { area, kind: null, at: null } })
export const closeEditor = () => useAreas.setState({ editing: null })

let reading: Promise<void> | null = null
let isStale = false

/** Reads all of them; asked while it reads, it reads once more. */
export function readAreas(): Promise<void> {
  isStale = true
  reading ??= (async () => {
    try {
      while (isStale) {
        isStale = false
        useAreas.setState({ areas: await readPages(), fault: null, isRead: true })
      }
    } catch (error) {
      useAreas.setState({ fault: (error as Error).message, isRead: true })
    } finally {
      reading = null
    }
  })()
  return reading
}

async function readPages(): Promise<Aoi[]> {
  const areas: Aoi[] = []
  const asOf = askedAsOf()
  let cursor: string | undefined
  do {
    const page = await call(getAois, { limit: 500, ...asOf, ...(cursor === undefined ? {} : { cursor }) })
    areas.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return areas
}
