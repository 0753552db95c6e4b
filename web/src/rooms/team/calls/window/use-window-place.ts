import { useState, type CSSProperties, type PointerEvent } from 'react'

/** Distance that a moved window keeps from the edges, px. */
const EDGE = 8

type Place = { left: number; top: number }

/** Keeps a window of a size inside the screen. */
export function placeInside(at: Place, size: { width: number; height: number }, screen: typeof size): Place {
  const inside = (value: number, most: number) => Math.max(EDGE, Math.min(value, most - EDGE))
  return {
    left: inside(at.left, screen.width - size.width),
    top: inside(at.top, screen.height - size.height),
  }
}

/** Moves a window by its head, so that it hides nothing that is needed. A double click puts it back. */
export function useWindowPlace(isMovable: boolean) {
  const [place, setPlace] = useState<Place | null>(null)
  const begin = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget: head, pointerId, clientX, clientY, target } = event
    const element = head.parentElement
    if (!isMovable || element === null || (target as Element).closest('button') !== null) return
    const from = element.getBoundingClientRect()
    head.setPointerCapture(pointerId)
    const move = (to: globalThis.PointerEvent) => {
      const at = { left: from.left + to.clientX - clientX, top: from.top + to.clientY - clientY }
      setPlace(placeInside(at, from, { width: innerWidth, height: innerHeight }))
    }
    head.addEventListener('pointermove', move)
    head.addEventListener('lostpointercapture', () => head.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  const style: CSSProperties | undefined =
    place === null || !isMovable ? undefined : { ...place, right: 'auto', bottom: 'auto' }
  return { style, head: { onPointerDown: begin, onDoubleClick: () => setPlace(null) } }
}
