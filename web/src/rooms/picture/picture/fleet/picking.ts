import type { Fleet } from './fleet.ts'
import { drawnPlace, LOOK, STRIDE, WORD, WORDS } from './instance.ts'
import { metresPerUnit, nearestX } from './reckon.ts'

/** The part of the view picking needs; `scale` is pixels per mercator unit. */
export type VisibleContacts = { scale: number; now: number }

const drawn = { x: 0, y: 0 }
/** Two contacts this near in pixels are taken as equally near; the one drawn on top wins. */
const EVEN_PX = 1.5

/** The place of the contact drawn as itself nearest to a mercator point within `tolerance` pixels, or -1. */
export function pick(
  fleet: Fleet,
  at: { x: number; y: number },
  sight: VisibleContacts,
  tolerance: number,
): number {
  const { rows, count } = fleet
  let best = -1
  let bestPx = tolerance
  for (let i = 0; i < count; i++) {
    if (rows.bytes[i * STRIDE + LOOK.symbol] === 0 || fleet.gathered[i] === 1) continue
    drawnPlace(rows, i, sight.now, drawn)
    const dy = (drawn.y - at.y) * sight.scale
    const reach = bestPx + EVEN_PX + halfLengthPx(fleet, i, sight.scale)
    if (dy > reach || dy < -reach) continue
    const dx = nearestX(drawn.x - at.x) * sight.scale
    if (dx > reach || dx < -reach) continue
    const px = distanceToHull(fleet, i, dx, dy, sight.scale)
    if (px > bestPx + (best < 0 ? 0 : EVEN_PX)) continue
    best = i
    bestPx = Math.min(px, bestPx)
  }
  return best
}

function halfLengthPx(fleet: Fleet, i: number, scale: number): number {
  const length = fleet.rows.u16[i * WORDS * 2 + WORD.shape * 2 + 1]!
  return length === 0 ? 0 : ((length / 2) * scale) / metresPerUnit(drawn.y)
}

/** Distance in pixels from the pointer to the contact: to its centre line where its length is seen, else its centre. */
function distanceToHull(fleet: Fleet, i: number, dx: number, dy: number, scale: number): number {
  const half = halfLengthPx(fleet, i, scale)
  if (half < HULL_SEEN_PX) return Math.hypot(dx, dy)
  const angle = (fleet.rows.u16[i * WORDS * 2 + WORD.shape * 2]! / 65_536) * 2 * Math.PI
  const along = -dx * Math.sin(angle) + dy * Math.cos(angle)
  const across = dx * Math.cos(angle) + dy * Math.sin(angle)
  const past = Math.max(0, Math.abs(along) - half)
  return Math.hypot(past, across)
}

const HULL_SEEN_PX = 12
