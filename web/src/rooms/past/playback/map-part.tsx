import { IconTimeline } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { MapPart } from '../../../map/workbench/part.ts'
import { useClock } from '../../../time/clock.store.ts'
import { keyOf, PLAYBACK, playbackLink } from './playback-link.ts'
import { usePlotWish } from './playback.store.ts'

/** Opens the screen of a vessel chosen on a map. */
function Leads() {
  const ship = usePlotWish((state) => state.ship)
  const navigate = useNavigate()
  useEffect(() => {
    if (ship === null) return
    usePlotWish.setState({ ship: null })
    const { mode, period } = useClock.getState()
    const of = ship.from !== undefined && ship.to !== undefined ? { from: ship.from, to: ship.to } : period
    const isPast = ship.from !== undefined || mode !== 'LIVE'
    void navigate(
      isPast ? playbackLink({ ships: [ship], ...of, isRaw: false }) : `${PLAYBACK}/${keyOf(ship)}`,
    )
  }, [ship, navigate])
  return null
}

/** On every map: the way to the track of a ship. */
export const plotPart: MapPart = {
  Over: Leads,
  menu: ({ ship }) =>
    ship === null || ship.mmsi === ''
      ? []
      : [
          {
            id: 'plot',
            label: 'Plot track',
            Icon: IconTimeline,
            section: 'Ship',
            rank: 4,
            act: () => usePlotWish.setState({ ship: { mmsi: ship.mmsi, split: ship.split } }),
          },
        ],
}
