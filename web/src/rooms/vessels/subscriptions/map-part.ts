import { IconBellPlus } from '@tabler/icons-react'
import { follow } from '../../../map/follow.store.ts'
import type { MapPart } from '../../../map/workbench/part.ts'

/** Subscribes to the ship of the card or the context menu. */
export const subscriptionsPart: MapPart = {
  menu: ({ ship }) =>
    ship === null
      ? []
      : [
          {
            id: 'subscribe',
            label: 'Subscribe…',
            Icon: IconBellPlus,
            section: 'Ship',
            rank: 8,
            act: () => follow({ kind: 'VESSEL', id: ship.mmsi, name: ship.name || `MMSI ${ship.mmsi}` }),
          },
        ],
}
