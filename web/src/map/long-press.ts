/** How long a finger rests until it counts as a press; a tap is over by then. */
const LONG_MS = 550
/** A finger never lies quite still. */
const STILL_PX = 9

/**
 * Hears one finger that rests on an element. Not every browser tells of it as a context menu, and those that do tell
 * it late; `press` is called once, in pixels of the element. Returns the end of it.
 */
export function hearLongPress(
  element: HTMLElement,
  press: (point: { x: number; y: number }) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from = { x: 0, y: 0 }
  let isPressed = false
  const forget = () => clearTimeout(timer)
  const begin = ({ touches }: TouchEvent) => {
    forget()
    isPressed = false
    const [touch] = touches
    if (touch === undefined || touches.length > 1) return
    from = { x: touch.clientX, y: touch.clientY }
    timer = setTimeout(() => {
      isPressed = true
      const { left, top } = element.getBoundingClientRect()
      press({ x: from.x - left, y: from.y - top })
    }, LONG_MS)
  }
  const move = ({ touches }: TouchEvent) => {
    const [touch] = touches
    if (touch !== undefined && Math.hypot(touch.clientX - from.x, touch.clientY - from.y) > STILL_PX) forget()
  }
  const end = (event: TouchEvent) => {
    forget()
    // The finger that leaves after a press is no tap.
    if (isPressed && event.cancelable) event.preventDefault()
    isPressed = false
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
