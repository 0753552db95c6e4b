import type { Chart } from '../../../../map/chart/chart.ts'
import type { MapMouseEvent } from 'maplibre-gl'
import { create } from 'zustand'
import { PORT_SIGNS } from '../../../../map/chart/port-signs.ts'
import { useWorkbench } from '../../../../map/workbench/workbench.store.ts'

/** A port as the map has it. */
export type Port = {
  id: string
  name: string
  code: string
  lon: number
  lat: number
  /** A search led there; else its sign was clicked. */
  isFound?: true
}

/** The port that was clicked. */
export const usePort = create<{ port: Port | null }>(() => ({ port: null }))
export const showPort = (port: Port) => usePort.setState({ port })
export const closePort = () => usePort.setState({ port: null })

/** So near to its sign a port is meant. */
const NEAR_PX = 6
/** A click that a ship or a mark takes is theirs; they have taken it by then. */
const MEANT_MS = 50

/** Opens the port that is clicked, unless a ship lies on it or a tool has the pointer. */
export function listenToPorts(chart: Chart): () => void {
  const click = (event: MapMouseEvent) => {
    const { pointerOf, ship } = useWorkbench.getState()
    if (pointerOf !== null) return
    const { x, y } = event.point
    const layers = PORT_SIGNS.filter((id) => chart.getLayer(id) !== undefined)
    const found = chart.queryRenderedFeatures(
      [
        [x - NEAR_PX, y - NEAR_PX],
        [x + NEAR_PX, y + NEAR_PX],
      ],
      { layers },
    )
    const [feature] = found
    if (feature?.geometry.type !== 'Point') return
    const [lon = 0, lat = 0] = feature.geometry.coordinates
    const { id, name, code } = feature.properties
    setTimeout(() => {
      const isTaken = event.defaultPrevented || event.originalEvent.defaultPrevented
      const selected = useWorkbench.getState().ship
      if (isTaken || (selected !== null && selected !== ship)) return
      showPort({ id: String(id), name: String(name), code: String(code ?? ''), lon, lat })
    }, MEANT_MS)
  }
  chart.on('click', click)
  return () => {
    chart.off('click', click)
    closePort()
  }
}
