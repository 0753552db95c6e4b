import type { Chart } from '../map/chart.ts'
import type { MapPart } from '../map/part.ts'
import { AircraftCard } from './AircraftCard.tsx'
import { AircraftHover } from './AircraftHover.tsx'
import { AircraftLegend } from './AircraftLegend.tsx'
import { attachSky } from './sky-view.ts'

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
      note: 'Heard by ADS-B, located by MLAT or told by TIS-B',
      isOn: false,
      opacity: 1,
      isAbove: true,
      attach: attachSky,
      Legend: AircraftLegend,
    },
  ],
  Over,
}
