import {
  CATEGORY_LOOKS,
  EVENT_CATEGORIES,
  type CategoryLooks,
  type EventCategory,
} from '@samudra/contract/event-types'
import type { Chart } from '../../../map/chart/chart.ts'

/** Filled shapes in a square of 24; the shape alone identifies each category. */
export const MARK_PATHS: Record<CategoryLooks['icon'], string> = {
  diamond: 'M12 2 L22 12 L12 22 L2 12 Z',
  cross: 'M8 2 H16 V8 H22 V16 H16 V22 H8 V16 H2 V8 H8 Z',
  hexagon: 'M7 3 H17 L22 12 L17 21 H7 L2 12 Z',
  fish: 'M2 12 C5 5 12 4 16 10 L22 6 V18 L16 14 C12 20 5 19 2 12 Z',
  boat: 'M11 2 V13 H3 L6 21 H18 L21 13 H13 V10 L19 9 Z',
  square: 'M4 4 H20 V20 H4 Z',
  wave: 'M2 9 C5 3 9 3 12 9 C15 15 19 15 22 9 V15 C19 21 15 21 12 15 C9 9 5 9 2 15 Z',
  drop: 'M12 2 C16 8 19 11 19 15 A7 7 0 0 1 5 15 C5 11 8 8 12 2 Z',
  bolt: 'M13 2 L4 14 H11 L9 22 L20 9 H13 Z',
  circle: 'M12 3 A9 9 0 1 1 11.99 3 Z',
}
const SIZE = 24
const RATIO = 2

export const markOf = (category: string) => `event-${category}`
/** Returns the hollow mark, for an unconfirmed event. */
export const hollowMarkOf = (category: string) => `${markOf(category)}-hollow`

/** Draws the marks of all categories in the colours of the contract, with a rim that shows on every chart. */
export function addMarks(chart: Chart, halo: string): void {
  for (const category of EVENT_CATEGORIES)
    for (const isHollow of [false, true]) {
      const image = drawn(category, halo, isHollow)
      const id = (isHollow ? hollowMarkOf : markOf)(category)
      if (chart.hasImage(id)) chart.updateImage(id, image)
      else chart.addImage(id, image, { pixelRatio: RATIO })
    }
}

function drawn(category: EventCategory, halo: string, isHollow: boolean): ImageData {
  const { color, icon } = CATEGORY_LOOKS[category]
  const canvas = new OffscreenCanvas(SIZE * RATIO, SIZE * RATIO)
  const pen = canvas.getContext('2d')!
  pen.scale(RATIO, RATIO)
  const path = new Path2D(MARK_PATHS[icon])
  pen.lineJoin = 'round'
  pen.strokeStyle = halo
  pen.lineWidth = isHollow ? 5 : 3.5
  pen.stroke(path)
  if (isHollow) {
    pen.strokeStyle = color
    pen.lineWidth = 2.5
    pen.stroke(path)
  } else {
    pen.fillStyle = color
    // A canvas is no array.
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
    pen.fill(path)
  }
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}
