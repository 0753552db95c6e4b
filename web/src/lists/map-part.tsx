import { getAisDetailsByVessel } from '@samudra/contract/picture'
import { tableUpdate } from '@samudra/contract/settings'
import { getVesselList, getVesselListByMmsi, getVesselsByVesselList } from '@samudra/contract/vessel-lists'
import { IconListCheck, IconPlaylistAdd } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { MapPart } from '../map/part.ts'
import { onKnowledge } from '../time/clock.store.ts'
import { usePush } from '../wire/push.ts'
import { useStale } from '../wire/use-answer.ts'
import { AddDialog } from './AddDialog.tsx'
import { ListsPanel } from './ListsPanel.tsx'
import { openPanel } from '../map/workbench.store.ts'
import { addToList, readLists, useLists } from './lists.store.ts'

function Over() {
  const makeStale = useStale()
  useEffect(() => {
    void readLists()
    return onKnowledge(() => void readLists())
  }, [])
  usePush(tableUpdate, ({ table }) => {
    if (table !== 'vessel_lists') return
    void readLists()
    makeStale(getVesselList, getVesselListByMmsi, getVesselsByVesselList, getAisDetailsByVessel)
  })
  return <AddDialog />
}

/** Lists of vessels on the map. */
export const listsPart: MapPart = {
  tools: [
    { id: 'lists', label: 'Vessel lists', Icon: IconListCheck, hotkey: 'v', order: 35, Panel: ListsPanel },
  ],
  opens: {
    list: ({ id }) => {
      useLists.setState({ open: id })
      openPanel('lists')
    },
  },
  menu: ({ ship }) =>
    ship === null
      ? []
      : [
          {
            id: 'add-to-list',
            label: 'Add to list…',
            Icon: IconPlaylistAdd,
            section: 'Ship',
            rank: 7,
            act: () => addToList({ mmsi: ship.mmsi, name: ship.name }),
          },
        ],
  Over,
}
