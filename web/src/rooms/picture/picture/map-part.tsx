import { getAisFilters } from '@samudra/contract/filter'
import { IconFilter, IconListDetails, IconPin, IconRadar2, IconViewfinder } from '@tabler/icons-react'
import { useEffect } from 'react'
import { call } from '../../../wire/call.ts'
import { positionText } from '../../../kit/text/quantity-text.ts'
import { later } from '../../../kit/pages/later.tsx'
import { chartColours } from '../../../map/chart/chart-colours.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { AttachedLayer, MapPart } from '../../../map/workbench/part.ts'
import type { ShipKey } from '../../../map/workbench/workbench.store.ts'
import { plainLayer, type Painted } from '../../../map/chart/plain-layer.ts'
import { changeFilter, clauseCount, useFilter } from '../../../map/filter.store.ts'
import { FilterOver } from './filter/FilterOver.tsx'
import './filter/filter.css'
import { FLEET_LAYER } from './fleet/fleet.layer.ts'
import { endFollow, follow, useFollow } from './held/follow.ts'
import { FollowBar } from './card/FollowBar.tsx'
import { CONTACTS, GROUPED } from './fleet/layer-ids.ts'
import { findNearby } from './nearby/find-nearby.ts'
import { usePicture } from './held/picture.store.ts'
import { pinPopup } from './card/popups.ts'
import { listenToPorts, showPort, usePort } from './ports/port.store.ts'

const FilterPanel = later(() => import('./filter/FilterPanel.tsx').then((code) => code.FilterPanel))
const PortPopup = later(() => import('./ports/PortPopup.tsx').then((code) => code.PortPopup), {
  isWanted: () => usePort(({ port }) => port !== null),
})

/** The view of the picture follows the choice of layers by itself; the host sees to what the chart can do. */
const none: AttachedLayer = { ids: () => [], show: () => undefined, remove: () => undefined }

const AREA = 'filter_area'
const areaStyle = (theme: ChartTheme): Painted[] => [
  {
    id: AREA,
    type: 'line',
    source: AREA,
    paint: {
      'line-color': chartColours(theme.base, theme.palette).seaLabel,
      'line-width': 2,
      'line-dasharray': [4, 2],
    },
  },
]

function FilterBadge() {
  const count = useFilter((state) => clauseCount(state.filter))
  return count === 0 ? null : <span className="tool-badge" data-count={count} aria-hidden />
}

const isFollowed = ({ mmsi, split }: ShipKey) => {
  const { ship } = useFollow.getState()
  return ship?.mmsi === mmsi && ship.split === split
}

function PictureOver({ chart }: { chart: Chart }) {
  useEffect(() => listenToPorts(chart), [chart])
  return (
    <>
      <FilterOver chart={chart} />
      <FollowBar />
      <PortPopup chart={chart} />
    </>
  )
}

/** The live contacts on the map. */
export const picturePart: MapPart = {
  tools: [
    {
      id: 'filter',
      label: 'AIS filter',
      Icon: IconFilter,
      hotkey: 'f',
      order: 20,
      Panel: FilterPanel,
      Badge: FilterBadge,
    },
  ],
  opens: {
    vessel: ({ mmsi, split_id, latitude, longitude }) =>
      usePicture.getState().bring({ mmsi, split: split_id }, { lon: longitude, lat: latitude }),
    port: ({ id, label, locode, latitude, longitude }) =>
      showPort({ id, name: label, code: locode, lon: longitude, lat: latitude, isFound: true }),
    destination: ({ value }) => changeFilter({ destination: value }),
    filter: async ({ id }) => {
      const { items } = await call(getAisFilters, { ids: [id] })
      const saved = items.find((one) => one.id === id)
      if (saved !== undefined) useFilter.setState({ filter: saved.filter, saved })
    },
  },
  Over: PictureOver,
  menu: ({ lat, lon, ship }) => [
    ...(ship === null
      ? []
      : [
          {
            id: 'details',
            label: 'Details',
            Icon: IconListDetails,
            section: 'Ship' as const,
            isOfMenu: true,
            rank: 1,
            act: () => usePicture.getState().select({ mmsi: ship.mmsi, split: ship.split }),
          },
          {
            id: 'follow',
            label: isFollowed(ship) ? 'Stop following' : 'Follow vessel',
            Icon: IconViewfinder,
            section: 'Ship' as const,
            rank: 2,
            act: () => (isFollowed(ship) ? endFollow() : follow(ship)),
          },
          {
            id: 'pin',
            label: 'Pin label',
            Icon: IconPin,
            section: 'Ship' as const,
            act: () => pinPopup({ mmsi: ship.mmsi, split: ship.split }),
          },
        ]),
    {
      id: 'nearby',
      label: 'Find nearby vessels',
      Icon: IconRadar2,
      section: ship === null ? ('Place' as const) : ('Ship' as const),
      act: () =>
        findNearby({ lat, lon, name: ship === null ? positionText(lat, lon) : ship.name || ship.mmsi }),
    },
  ],
  layers: [
    {
      id: AREA,
      label: 'Filter area',
      group: 'Analysis',
      isOn: true,
      attach: (chart, theme) => {
        const layer = plainLayer(chart, AREA, areaStyle, theme)
        const draw = () => {
          const { area } = useFilter.getState().filter
          const features =
            area === undefined ? [] : [{ type: 'Feature' as const, properties: {}, geometry: area }]
          layer.set({ type: 'FeatureCollection', features })
        }
        draw()
        const stop = useFilter.subscribe(draw)
        return {
          ...layer,
          remove: () => {
            stop()
            layer.remove()
          },
        }
      },
    },
    {
      id: CONTACTS,
      label: 'AIS MSIS',
      group: 'Contacts',
      note: 'All vessels and stations received by AIS',
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
      note: 'Cluster overlapping vessels',
      isOn: true,
      isAbove: true,
      attach: () => none,
    },
  ],
}
