import { attachLater } from '../../../map/chart/attach-later.ts'
import type { MapPart } from '../../../map/workbench/part.ts'
import { SILENT_LAYER } from './layer-id.ts'

/** Silent vessels on the map. */
export const silentVesselsPart: MapPart = {
  layers: [
    {
      id: SILENT_LAYER,
      label: 'Silent vessels',
      group: 'Contacts',
      note: 'Not received for 20 min or more; the open one with its reachable area',
      isOn: false,
      opacity: 1,
      attach: attachLater(() => import('./silent-layer.ts').then((code) => code.attachSilent)),
    },
  ],
}
