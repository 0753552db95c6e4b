import {
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import {
  CONTROL_COST,
  costAt,
  freePlace,
  partsOutside,
  type Box,
  type Place,
  type Size,
} from './free-place.ts'
import { useStoredPlace } from './window-place.store.ts'

/** Distance that the window keeps from the edges, and of one press of an arrow key, px. */
const [EDGE_PX, KEY_PX] = [8, 24]
/** Interval at which controls under the window are looked for, milliseconds. */
const LOOK_MS = 700

/** Keeps a window of a size inside an area. */
export function placeInside(at: Place, size: Size, area: Box): Place {
  const inside = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))
  return {
    left: inside(at.left, area.left, area.right - size.width),
    top: inside(at.top, area.top, area.bottom - size.height),
  }
}

/** Area under the bars of the application. */
function areaNow(): Box {
  const bars = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--frame-top'))
  return {
    left: EDGE_PX,
    top: EDGE_PX + (Number.isNaN(bars) ? 0 : bars),
    right: innerWidth - EDGE_PX,
    bottom: innerHeight - EDGE_PX,
  }
}

const shareOf = (value: number, from: number, to: number) => (to <= from ? 0 : (value - from) / (to - from))
/** Stores a place that the user chose. */
function store(at: Place, size: Size) {
  const area = areaNow()
  const { left, top } = placeInside(at, size, area)
  useStoredPlace.setState({
    x: shareOf(left, area.left, area.right - size.width),
    y: shareOf(top, area.top, area.bottom - size.height),
  })
}

/** Returns the place that the user chose, or a free one near the lower right corner. */
function placeFor(element: HTMLElement, before: Place | null): Place {
  const [area, size] = [areaNow(), element.getBoundingClientRect()]
  const { x, y } = useStoredPlace.getState()
  if (x !== null && y !== null) {
    const at = {
      left: area.left + x * (area.right - area.left - size.width),
      top: area.top + y * (area.bottom - area.top - size.height),
    }
    return placeInside(at, size, area)
  }
  const now = before === null ? null : placeInside(before, size, area)
  const parts = partsOutside(element)
  const cost = now === null ? Infinity : costAt(now, size, parts)
  if (now !== null && cost === 0) return now
  const free = freePlace(size, area, parts)
  const freeCost = costAt(free, size, parts)
  // Over a list that scrolls it stays: there each place covers something, another one every time.
  const isBetter = freeCost === 0 || (cost >= CONTROL_COST && freeCost < CONTROL_COST)
  return now === null || isBetter ? free : now
}

/**
 * Places a window over every screen where it covers no controls. The user moves it by its head or by arrow keys; the
 * place is stored in the browser. A double click, or the key Home, puts it back to a free place.
 */
export function useWindowPlace(isMovable: boolean) {
  const element = useRef<HTMLElement>(null)
  const [place, setPlace] = useState<Place | null>(null)
  const isChosen = useStoredPlace(({ x }) => x !== null)
  useLayoutEffect(() => {
    if (!isMovable) return undefined
    let at: Place | null = null
    const look = () => {
      const own = element.current
      if (own === null) return
      const next = placeFor(own, at)
      if (next.left !== at?.left || next.top !== at.top) setPlace((at = next))
    }
    // A window under the pointer does not run away from it.
    const lookAside = () => element.current?.matches(':hover') === false && look()
    look()
    const timer = setInterval(lookAside, LOOK_MS)
    const placeAgain = () => {
      at = null
      look()
    }
    window.addEventListener('resize', placeAgain)
    const end = useStoredPlace.subscribe(look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('resize', placeAgain)
      end()
    }
  }, [isMovable])
  const style: CSSProperties | undefined =
    place === null || !isMovable ? undefined : { ...place, right: 'auto', bottom: 'auto' }
  return {
    element,
    style,
    isChosen,
    head: { onPointerDown: isMovable ? drag : undefined, onDoubleClick: putBack },
    onMoveKey: (event: KeyboardEvent<HTMLElement>) => moveByKey(event, element.current),
  }
}

const putBack = () => useStoredPlace.setState({ x: null, y: null })

function drag(event: PointerEvent<HTMLElement>) {
  const { currentTarget: head, pointerId, clientX, clientY, target } = event
  const element = head.parentElement
  if (element === null || (target as Element).closest('button') !== null) return
  const from = element.getBoundingClientRect()
  head.setPointerCapture(pointerId)
  const move = (to: globalThis.PointerEvent) =>
    store({ left: from.left + to.clientX - clientX, top: from.top + to.clientY - clientY }, from)
  head.addEventListener('pointermove', move)
  head.addEventListener('lostpointercapture', () => head.removeEventListener('pointermove', move), {
    once: true,
  })
}

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
function moveByKey(event: KeyboardEvent<HTMLElement>, element: HTMLElement | null) {
  const by = ARROWS[event.key]
  if (element === null || (by === undefined && event.key !== 'Home')) return
  // The map has arrow keys of its own.
  event.preventDefault()
  event.stopPropagation()
  if (by === undefined) return putBack()
  const box = element.getBoundingClientRect()
  store({ left: box.left + by[0] * KEY_PX, top: box.top + by[1] * KEY_PX }, box)
}
