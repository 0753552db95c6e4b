import { IconId } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { create } from 'zustand'
import type { MapPart } from '../map/part.ts'
import { vesselLink } from '../kit/links.ts'

const useWish = create<{ mmsi: string | null }>(() => ({ mmsi: null }))

/** Leads to the page of a ship that somebody chose on a map. */
function Leads() {
  const mmsi = useWish((state) => state.mmsi)
  const navigate = useNavigate()
  useEffect(() => {
    if (mmsi === null) return
    useWish.setState({ mmsi: null })
    void navigate(vesselLink(mmsi))
  }, [mmsi, navigate])
  return null
}

/** On every map: the way to the page of a ship. */
export const registerPart: MapPart = {
  Over: Leads,
  opens: { ship: ({ id }, navigate) => navigate(vesselLink(id)) },
  menu: ({ ship }) =>
    ship === null || ship.mmsi === ''
      ? []
      : [
          {
            id: 'vessel-page',
            label: 'Vessel page',
            Icon: IconId,
            section: 'Ship',
            rank: 2,
            act: () => useWish.setState({ mmsi: ship.mmsi }),
          },
        ],
}
