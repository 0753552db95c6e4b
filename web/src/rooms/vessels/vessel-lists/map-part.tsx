import { getAisDetailsByVessel } from '@samudra/contract/picture'
import { getVesselListByMmsi, getVesselsByVesselList } from '@samudra/contract/vessel-lists'
import { IconListCheck, IconPlaylistAdd } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStored } from '../../../stored/stores.ts'
import { later } from '../../../kit/pages/later.tsx'
import type { MapPart } from '../../../map/workbench/part.ts'
import { useStale } from '../../../wire/use-answer.ts'
import './lists.css'
import { openPanel } from '../../../map/workbench/workbench.store.ts'
import { lists } from '../../../stored/shared.ts'
import { useColours } from './use-colours.ts'
import { addToList, useLists } from './lists.store.ts'

const ListsPanel = later(() => import('./ListsPanel.tsx').then((code) => code.ListsPanel))
const AddDialog = later(() => import('./AddDialog.tsx').then((code) => code.AddDialog), {
  isWanted: () => useLists(({ adding }) => adding !== null),
})

// Most ships are on none: nothing stands in its place meanwhile.
const OnLists = later(() => import('./OnLists.tsx').then((code) => code.OnLists), { Meanwhile: () => null })

function Over() {
  const makeStale = useStale()
  useStored(lists)
  useColours()
  // Data on other screens that depend on these lists.
  useEffect(
    () =>
      lists.use.subscribe(({ rows }, before) => {
        if (rows !== before.rows)
          makeStale(getVesselListByMmsi, getVesselsByVesselList, getAisDetailsByVessel)
      }),
    [makeStale],
  )
  return <AddDialog />
}

/** Lists of vessels on the map. */
export const listsPart: MapPart = {
  tools: [
    { id: 'lists', label: 'Vessel lists', Icon: IconListCheck, hotkey: 'v', order: 35, Panel: ListsPanel },
  ],
  card: [{ id: 'lists', name: 'Lists of the vessel', place: 'top', Part: OnLists }],
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
