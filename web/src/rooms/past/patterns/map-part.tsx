import { IconChartHistogram } from '@tabler/icons-react'
import { later } from '../../../kit/pages/later.tsx'
import type { MapPart } from '../../../map/workbench/part.ts'
import { queryBaseline, useUsualPlace } from './place.store.ts'

const UsualPopup = later(() => import('./UsualPopup.tsx').then((code) => code.UsualPopup), {
  isWanted: () => useUsualPlace(({ query: request }) => request !== null),
})

/** Map part for the baseline of a place, queried from the menu of the map. */
export const patternsPart: MapPart = {
  menu: ({ lon, lat }) => [
    {
      id: 'usual',
      label: 'Show baseline here',
      Icon: IconChartHistogram,
      section: 'Place',
      act: () => queryBaseline(lat, lon),
    },
  ],
  Over: UsualPopup,
}
