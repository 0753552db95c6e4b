import { getAois, type Aoi } from '@samudra/contract/areas'
import { boxOf } from '@samudra/nautical/box'
import { create } from 'zustand'
import { keepStore } from '../store/keep.ts'
import { keepShapes, keptShapes } from '../store/shapes.ts'
import { lookAtBox } from '../map/chart.store.ts'
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
/** The editor, under the names of the specification; what is drawn in it begins anew. */
keepStore(useAreas, {
  name: 'planning.areaOfInterest',
  of: 'own tab',
  read: ({ editing }) =>
    editing === null ? null : { open: true, isEdit: editing.area !== null, editData: editing.area, editing },
  restore: ({ editing }) => ({ editing: editing as State['editing'] }),
})

export const newArea = (kind: AreaKind, at: Position | null = null) =>
  useAreas.setState({ editing: { area: null, kind, at } })
export const showArea = ({ geometry }: Aoi) => lookAtBox(boxOf(geometry))
/** Shows it and opens the editor on it. */
export function openArea(area: Aoi) {
  showArea(area)
  useAreas.setState({ editing: { area, kind: null, at: null } })
}
export const closeEditor = () => useAreas.setState({ editing: null })

/** Under this name the browser keeps what was drawn last. */
const SHAPES = 'areas of interest'

let reading: Promise<void> | null = null
let isStale = false

/** Reads all of them; asked while it reads, it reads once more. */
export function readAreas(): Promise<void> {
  isStale = true
  reading ??= (async () => {
    if (!useAreas.getState().isRead && askedAsOf().as_of === undefined) {
      const kept = await keptShapes<Aoi[]>(SHAPES)
      if (kept !== undefined) useAreas.setState({ areas: kept })
    }
    try {
      while (isStale) {
        isStale = false
        const isNow = askedAsOf().as_of === undefined
        const areas = await readPages()
        useAreas.setState({ areas, fault: null, isRead: true })
        if (isNow) keepShapes(SHAPES, areas)
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
