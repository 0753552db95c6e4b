import { IconId } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { create } from 'zustand'
import type { MapPart } from '../../../map/workbench/part.ts'
import { shipLink, vesselLink } from '../../../kit/pages/links.ts'

const useWish = create<{ ship: { mmsi: string; split: number } | null }>(() => ({ ship: null }))

/** Opens the page of a vessel chosen on a map. */
function Leads() {
  const ship = useWish((state) => state.ship)
  const navigate = useNavigate()
  useEffect(() => {
    if (ship === null) return
    useWish.setState({ ship: null })
    void navigate(shipLink(ship.mmsi, ship.split))
  }, [ship, navigate])
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
            act: () => useWish.setState({ ship }),
          },
        ],
}
