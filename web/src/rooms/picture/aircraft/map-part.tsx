import { later } from '../../../kit/pages/later.tsx'
import { attachLater } from '../../../map/chart/attach-later.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { MapPart } from '../../../map/workbench/part.ts'
import './aircraft.css'
import { useSky } from './sky.store.ts'

const AircraftCard = later(() => import('./AircraftCard.tsx').then((code) => code.AircraftCard), {
  isWanted: () => useSky(({ selected }) => selected !== null),
})
const AircraftHover = later(() => import('./AircraftHover.tsx').then((code) => code.AircraftHover), {
  isWanted: () => useSky(({ hovered }) => hovered !== null),
})

function Over({ chart }: { chart: Chart }) {
  return (
    <>
      <AircraftHover />
      <AircraftCard chart={chart} />
    </>
  )
}

/** Aircraft on the map. */
export const aircraftPart: MapPart = {
  layers: [
    {
      id: 'aircraft',
      label: 'Aircraft',
      group: 'Contacts',
      note: 'Received by ADS-B, located by MLAT or reported by TIS-B',
      isOn: false,
      opacity: 1,
      isAbove: true,
      attach: attachLater(() => import('./sky-view.ts').then((code) => code.attachSky)),
      Legend: later(() => import('./AircraftLegend.tsx').then((code) => code.AircraftLegend)),
    },
  ],
  Over,
}
