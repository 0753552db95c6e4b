/** Time a finger rests until it counts as a press. Browsers create no tap from a finger that rested as long. */
const LONG_MS = 500
/** A finger never lies quite still. */
const STILL_PX = 9

type Press = { x: number; y: number }

/**
 * Detects one finger that rests on an element, and returns a function that stops it. Not every browser reports this as
 * a context menu, and those that do report it late. It calls `press` once, in pixels of the element. The event times
 * decide how long the finger rested. When a busy machine delivers the end of a tap late, `takeBack` is called and the
 * tap continues.
 */
export function onLongPress(
  element: HTMLElement,
  press: (point: Press) => void,
  takeBack: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let finger: { x: number; y: number; since: number; isPressed: boolean } | null = null
  const forget = () => {
    clearTimeout(timer)
    finger = null
  }
  const pressOnce = () => {
    if (finger === null || finger.isPressed) return
    finger.isPressed = true
    const { left, top } = element.getBoundingClientRect()
    press({ x: finger.x - left, y: finger.y - top })
  }
  const begin = ({ touches, timeStamp }: TouchEvent) => {
    forget()
    const [touch] = touches
    if (touch === undefined || touches.length > 1) return
    finger = { x: touch.clientX, y: touch.clientY, since: timeStamp, isPressed: false }
    timer = setTimeout(pressOnce, LONG_MS)
  }
  const move = ({ touches }: TouchEvent) => {
    const [touch] = touches
    if (touch === undefined || finger === null || finger.isPressed) return
    if (Math.hypot(touch.clientX - finger.x, touch.clientY - finger.y) > STILL_PX) forget()
  }
  const end = (event: TouchEvent) => {
    const isLong = finger !== null && event.timeStamp - finger.since >= LONG_MS
    if (isLong) pressOnce()
    else if (finger?.isPressed === true) takeBack()
    // The finger that leaves after a press is no tap.
    if (isLong && event.cancelable) event.preventDefault()
    forget()
  }
  element.addEventListener('touchstart', begin, { passive: true })
  element.addEventListener('touchmove', move, { passive: true })
  element.addEventListener('touchend', end)
  element.addEventListener('touchcancel', forget)
  return () => {
    forget()
    element.removeEventListener('touchstart', begin)
    element.removeEventListener('touchmove', move)
    element.removeEventListener('touchend', end)
    element.removeEventListener('touchcancel', forget)
  }
}
