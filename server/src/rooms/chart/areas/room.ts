import { boxOf } from '@samudra/nautical/polygons/box'
import { room } from '../../../platform/ground.ts'
import { picture } from '../../picture/picture/room.ts'
import { filterInputs } from '../filter-inputs/room.ts'
import { findObjects } from '../../../sea/name-search.ts'
import { areaOps } from './areas.ops.ts'

/** Areas of interest as people draw and change them, and how many contacts are inside. */
export const areas = room({
  name: 'areas',
  uses: { filterInputs, picture },
  open: async (ground, { filterInputs, picture }) => {
    const { areas } = filterInputs
    const door = {
      find: findObjects(areas, {
        kind: 'area',
        namesOf: ({ name }) => [name],
        show: ({ body }) => ({
          label: body.name,
          detail: 'Area of interest',
          bbox: boxOf(body.geometry),
        }),
      }),
    }
    return {
      door,
      ops: areaOps({
        ...ground,
        areas,
        countInside: picture.countInside,
      }),
    }
  },
})
