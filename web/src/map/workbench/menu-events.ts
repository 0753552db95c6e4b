import type { MapMouseEvent } from 'maplibre-gl'
import type { Chart } from '../chart/chart.ts'
import { onLongPress } from '../chart/long-press.ts'
import type { MenuPlace } from './part.ts'
import { closeMenu, useWorkbench } from './workbench.store.ts'

const RIGHT_BUTTON = 2

/**
 * Opens the context menu where the chart is clicked with the right button or pressed long, and in its middle for the
 * menu key. `shipAt` names the contact at a point of the screen. Returns the end of it.
 */
export function listenToMenu(
  chart: Chart,
  shipAt: (point: { x: number; y: number }) => MenuPlace['ship'],
): () => void {
  const openAt = (point: { x: number; y: number }) => {
    if (useWorkbench.getState().pointerOf !== null) return
    const { lng, lat } = chart.unproject([point.x, point.y]).wrap()
    useWorkbench.setState({
      menu: { place: { lon: lng, lat, ship: shipAt(point) }, x: point.x, y: point.y },
    })
  }
  const hear = (event: MapMouseEvent) => {
    event.preventDefault()
    event.originalEvent.preventDefault()
    if (isClicked(event.originalEvent)) openAt(event.point)
  }
  const canvas = chart.getCanvas()
  // After any movement the chart keeps this event until a mouse button is pressed, so the key is received here.
  const hearKey = (event: MouseEvent) => {
    if (isClicked(event) || isTouched(event)) return
    event.preventDefault()
    openAt({ x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 })
  }
  chart.on('contextmenu', hear)
  canvas.addEventListener('contextmenu', hearKey)
  const deafen = onLongPress(canvas, openAt, closeMenu)
  return () => {
    deafen()
    chart.off('contextmenu', hear)
    canvas.removeEventListener('contextmenu', hearKey)
  }
}

const isClicked = (event: MouseEvent) => event.button === RIGHT_BUTTON && !isTouched(event)
/** Returns true for the touch event that some browsers send for a resting finger; it was handled already. */
const isTouched = (event: MouseEvent) => (event as Partial<PointerEvent>).pointerType === 'touch'
