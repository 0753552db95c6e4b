import type { AttachedLayer, MapPart } from '../map/part.ts'
import { FLEET_LAYER } from './fleet.layer.ts'
import { CONTACTS, GROUPED } from './layer-ids.ts'

/** The view of the picture follows the choice of layers by itself; the host sees to what the chart can do. */
const none: AttachedLayer = { ids: () => [], show: () => undefined, remove: () => undefined }

/** The live contacts on the map. */
export const picturePart: MapPart = {
  layers: [
    {
      id: CONTACTS,
      label: 'AIS MSIS',
      group: 'Contacts',
      note: 'All vessels and stations heard by AIS',
      isOn: true,
      isAbove: true,
      attach: (chart) => ({
        ids: () => [FLEET_LAYER],
        show: (isVisible) => {
          if (chart.getLayer(FLEET_LAYER))
            chart.setLayoutProperty(FLEET_LAYER, 'visibility', isVisible ? 'visible' : 'none')
        },
        remove: () => undefined,
      }),
    },
    {
      id: GROUPED,
      label: 'Group/Ungroup',
      group: 'Contacts',
      note: 'Counts instead of single vessels from afar',
      isOn: true,
      isAbove: true,
      attach: () => none,
    },
  ],
}
