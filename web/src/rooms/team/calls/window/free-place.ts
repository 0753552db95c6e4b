/** Rectangle on the screen, px from its upper left corner. */
export type Box = { left: number; top: number; right: number; bottom: number }
/** Part of a screen that a window should not cover, with the cost of covering it. */
export type Covered = Box & { cost: number }
/** Costs of covering a text, and a control or a panel. */
export const [TEXT_COST, CONTROL_COST] = [1, 1000]
export type Size = { width: number; height: number }
export type Place = { left: number; top: number }

/** Distance between places that are tried, px. */
const STEP_PX = 24

/** Returns the cost of what a window of a size covers at a place. */
export function costAt(at: Place, size: Size, parts: readonly Covered[]): number {
  const [right, bottom] = [at.left + size.width, at.top + size.height]
  let cost = 0
  for (const part of parts)
    if (part.left < right && part.right > at.left && part.top < bottom && part.bottom > at.top)
      cost += part.cost
  return cost
}

/** Returns the place of least cost within an area; among equals the nearest to its lower right corner. */
export function freePlace(size: Size, area: Box, parts: readonly Covered[]): Place {
  const corner = {
    left: Math.max(area.left, area.right - size.width),
    top: Math.max(area.top, area.bottom - size.height),
  }
  let best = { at: corner, cost: costAt(corner, size, parts), distance: 0 }
  for (const top of steps(corner.top, area.top))
    for (const left of steps(corner.left, area.left)) {
      const distance = corner.left - left + corner.top - top
      if (best.cost === 0 && distance >= best.distance) break
      const cost = costAt({ left, top }, size, parts)
      if (cost < best.cost || (cost === best.cost && distance < best.distance))
        best = { at: { left, top }, cost, distance }
    }
  return best.at
}

/** Values from one edge to the other, both included. */
function steps(from: number, to: number): number[] {
  const count = Math.max(0, Math.ceil((from - to) / STEP_PX))
  return Array.from({ length: count + 1 }, (_, i) => Math.max(to, from - i * STEP_PX))
}

const CONTROLS = `button, a[href], input, select, textarea, summary, aside, footer, [role=button], [role=option], [role=menuitem],
  [role=slider], [role=complementary], [role=alert], [role=row] [tabindex]`
const TEXTS = 'p, dt, dd, h1, h2, h3, h4, li, [role=cell], td, canvas, img'
/** Share of the screen from which an element is the ground of others. */
const GROUND_SHARE = 0.6

/** Returns the controls, panels and texts in sight outside of an element; of an open dialog alone, where there is one. */
export function partsOutside(own: Element): Covered[] {
  const dialogs = [...document.querySelectorAll('[role=dialog][aria-modal=true]')]
  const ground = dialogs.findLast((dialog) => isShown(dialog)) ?? document
  return [...ground.querySelectorAll(`${CONTROLS}, ${TEXTS}`)].flatMap((element) => {
    if (own.contains(element) || element.closest('[role=menu]') !== null || !isShown(element)) return []
    const box = element.getBoundingClientRect()
    const isGround = box.width * box.height > GROUND_SHARE * innerWidth * innerHeight
    if (isGround || !isOnTop(element, box, own)) return []
    const { left, top, right, bottom } = box
    return [{ left, top, right, bottom, cost: element.matches(CONTROLS) ? CONTROL_COST : TEXT_COST }]
  })
}

const isShown = (element: Element) =>
  element.getClientRects().length > 0 && (element.checkVisibility?.({ visibilityProperty: true }) ?? true)

/** Returns false for an element that is scrolled out of sight or lies under another one; a window may lie over it. */
function isOnTop(element: Element, box: DOMRect, own: Element): boolean {
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false
  const [top] = document.elementsFromPoint(x, y).filter((one) => !own.contains(one))
  return top !== undefined && (element.contains(top) || top.contains(element))
}
