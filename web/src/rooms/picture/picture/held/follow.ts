import { create } from 'zustand'
import { useChart } from '../../../../map/chart/chart.store.ts'
import type { Chart } from '../../../../map/chart/chart.ts'
import { freeOffset, OUR_MOVE } from '../../../../map/coordinates/free-part.ts'
import { useWorkbench, type ShipKey } from '../../../../map/workbench/workbench.store.ts'
import { usePicture } from './picture.store.ts'

type Followed = ShipKey & { name: string }

/** The ship the camera stays with. */
export const useFollow = create<{ ship: Followed | null }>(() => ({ ship: null }))
export const follow = (ship: Followed) => useFollow.setState({ ship })
export const endFollow = () => useFollow.setState({ ship: null })

/**
 * Maximum distance of the vessel from the middle before the camera follows, because a creeping chart is hard to read.
 */
const LEASH_PX = 24
const CATCH_UP_MS = 500
/** A view that was moved by less was not moved to look elsewhere. */
const SAME_PX = 3

type Moved = { originalEvent?: unknown; isOurs?: boolean }
type Place = { lon: number; lat: number }

/** Keeps the followed ship in the middle of what no float covers, until the chart is moved, Escape is pressed or a tool takes the pointer. */
export function followCamera(chart: Chart, placeOf: (ship: ShipKey) => Place | null): () => void {
  let from = chart.getCenter()
  const pixelsFromMiddle = ({ lon, lat }: Place, [right, down]: readonly [number, number]) => {
    const { x, y } = chart.project([lon, lat])
    const { clientWidth, clientHeight } = chart.getCanvas()
    return Math.hypot(x - clientWidth / 2 - right, y - clientHeight / 2 - down)
  }
  const catchUp = (leash: number) => {
    const { ship } = useFollow.getState()
    if (ship === null || chart.isMoving()) return
    const place = placeOf(ship)
    if (place === null) return
    const offset = freeOffset(chart)
    if (pixelsFromMiddle(place, offset) < leash) return
    chart.easeTo({ center: [place.lon, place.lat], duration: CATCH_UP_MS, offset }, OUR_MOVE)
  }
  const onRender = () => catchUp(LEASH_PX)
  const begin = () => {
    from = chart.getCenter()
  }
  const finish = ({ originalEvent, isOurs }: Moved) => {
    if (useFollow.getState().ship === null || isOurs === true) return
    // A wheel zooms about the pointer and moves the middle with it: the camera goes back to the ship.
    if (originalEvent !== undefined) return
    if (pixelsFromMiddle({ lon: from.lng, lat: from.lat }, [0, 0]) > SAME_PX) endFollow()
  }
  const press = (event: KeyboardEvent) => {
    if (useFollow.getState().ship === null || isElsewhere(event.target)) return
    if (event.key === 'Escape') event.stopPropagation()
    if (event.key === 'Escape' || event.key.startsWith('Arrow')) endFollow()
  }
  chart.on('render', onRender)
  chart.on('movestart', begin)
  chart.on('moveend', finish)
  chart.on('dragstart', endFollow)
  document.addEventListener('keydown', press, { capture: true })
  const stops = [
    useFollow.subscribe(() => catchUp(0)),
    useWorkbench.subscribe(({ pointerOf }) => pointerOf !== null && endFollow()),
    useChart.subscribe(({ wanted }) => wanted !== null && endFollow()),
    usePicture.subscribe(({ goTo }) => goTo !== null && endFollow()),
  ]
  return () => {
    chart.off('render', onRender)
    chart.off('movestart', begin)
    chart.off('moveend', finish)
    chart.off('dragstart', endFollow)
    document.removeEventListener('keydown', press, { capture: true })
    for (const stop of stops) stop()
    endFollow()
  }
}

/** Returns true for a target in an element open above the chart, which keeps its keys. */
const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null
