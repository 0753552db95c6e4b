import { isAdministrator } from '@samudra/contract/identity'
import { IconAnchor } from '@tabler/icons-react'
import { later } from '../../../kit/pages/later.tsx'
import { useChart } from '../../../map/chart/chart.store.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { MapPart } from '../../../map/workbench/part.ts'
import { PORT_SIGNS } from '../../../map/chart/port-signs.ts'
import { plainLayer } from '../../../map/chart/plain-layer.ts'
import { openPanel } from '../../../map/workbench/workbench.store.ts'
import { signedIn } from '../../../wire/session.ts'
import { featuresOf, PORTS_ZOOM, portStyle } from './port-features.ts'
import { drawPortAt, ports, useDrawnPort } from './ports.store.ts'

const PortEditor = later(() => import('./PortEditor.tsx').then((code) => code.PortEditor), {
  isWanted: () => useDrawnPort(({ drawn }) => drawn !== null),
})

function Over({ chart }: { chart: Chart }) {
  const drawn = useDrawnPort((state) => state.drawn)
  if (drawn === null) return null
  return <PortEditor key={drawn.port?.id ?? String(drawn.at)} chart={chart} port={drawn.port} at={drawn.at} />
}

/** Near enough to see a harbour. */
const PORT_ZOOM = 11
const SOURCE = 'ports'

/** Ports with their harbours and anchorages. */
export const portsPart: MapPart = {
  layers: [
    {
      id: SOURCE,
      label: 'Ports',
      group: 'Places',
      note: 'Dotted: default harbour radius',
      isOn: true,
      attach: (chart, theme) => {
        const layer = plainLayer(chart, SOURCE, portStyle(SOURCE), theme)
        const draw = () => {
          const { drawn } = useDrawnPort.getState()
          // The one being corrected is drawn by the editor.
          const shown = ports.use.getState().rows.filter(({ id }) => id !== drawn?.port?.id)
          layer.set({ type: 'FeatureCollection', features: shown.flatMap(featuresOf) })
        }
        // From afar none is drawn, and none is read.
        let letGo: (() => void) | undefined
        const hold = () => {
          if (chart.getZoom() >= PORTS_ZOOM) letGo ??= ports.hold()
        }
        draw()
        hold()
        chart.on('zoomend', hold)
        const stops = [useDrawnPort.subscribe(draw), ports.use.subscribe(draw)]
        return {
          ...layer,
          above: () => [`${SOURCE}-anchorage-label`, PORT_SIGNS[1]],
          remove: () => {
            chart.off('zoomend', hold)
            letGo?.()
            for (const stop of stops) stop()
            layer.remove()
          },
        }
      },
    },
  ],
  opens: {
    port: ({ latitude, longitude }) =>
      useChart.getState().look({ center: [longitude, latitude], zoom: PORT_ZOOM }),
  },
  menu: ({ lon, lat, ship }) =>
    ship !== null || !isAdministrator(signedIn()?.role ?? '')
      ? []
      : [
          {
            id: 'port-here',
            label: 'Add port here',
            Icon: IconAnchor,
            section: 'Place',
            act: () => {
              openPanel(null)
              drawPortAt(lon, lat)
            },
          },
        ],
  Over,
}
