import type { Aoi } from '@samudra/contract/areas'
import { boxOf } from '@samudra/nautical/polygons/box'
import { create } from 'zustand'
import { keepStore } from '../../../store/saved-stores.ts'
import { lookAtBox } from '../../../map/chart/chart.store.ts'
import type { DrawKind } from '../../../map/draw/drawing.ts'
import type { Position } from '../../../map/draw/shapes.ts'

/** Way of drawing an area; a corridor is a line with a width. */
export type AreaKind = Exclude<DrawKind, 'point' | 'line'> | 'corridor' | 'paste'

type State = {
  /** Area being drawn or edited; null while the editor is closed. */
  editing: { area: Aoi | null; kind: AreaKind | null; at: Position | null } | null
}

export const useAreas = create<State>(() => ({ editing: null }))
/** Stores the editor under the names of the specification; its drawing starts again. */
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
