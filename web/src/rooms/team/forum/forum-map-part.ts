import { IconMessage2 } from '@tabler/icons-react'
import { discuss } from '../../../kit/share/discuss.store.ts'
import type { MapPart } from '../../../map/workbench/part.ts'

/** Way from a vessel of the map to its topics of the forum. */
export const forumPart: MapPart = {
  menu: ({ ship }) =>
    ship === null
      ? []
      : [
          {
            id: 'forum-of-vessel',
            label: 'Forum topics…',
            Icon: IconMessage2,
            section: 'Ship' as const,
            rank: 9,
            act: () => discuss({ kind: 'vessel', id: ship.mmsi, label: ship.name || `MMSI ${ship.mmsi}` }),
          },
        ],
}
