import type { MapMouseEvent } from 'maplibre-gl'
import type { Chart } from './chart.ts'
import type { MenuPlace } from './part.ts'
import { useWorkbench } from './workbench.store.ts'

const RIGHT_BUTTON = 2

/**
 * Opens the context menu where the chart is clicked with the right button or pressed long, and in its middle for the
 * menu key. `shipAt` names the contact at a point of the screen. Returns the end of it.
 */
export function hearMenu(
  chart: Chart,
  shipAt: (point: { x: number; y: number }) => MenuPlace['ship'],
): () => void {
  const open = (event: MapMouseEvent) => {
    event.preventDefault()
    event.originalEvent.preventDefault()
    if (useWorkbench.getState().pointerOf !== null) return
    const { pointerType } = event.originalEvent as Partial<PointerEvent>
    const isPointed = event.originalEvent.button === RIGHT_BUTTON || pointerType === 'touch'
    const canvas = chart.getCanvas()
    const point = isPointed ? event.point : { x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 }
    const { lng, lat } = chart.unproject([point.x, point.y]).wrap()
    useWorkbench.setState({
      menu: { place: { lon: lng, lat, ship: shipAt(point) }, x: point.x, y: point.y },
    })
  }
  chart.on('contextmenu', open)
  return () => void chart.off('contextmenu', open)
}
