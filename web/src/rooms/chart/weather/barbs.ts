/** Wind as the chart room writes it: a staff towards where it comes from, 5 kn a half feather, 10 a whole one, 50 a flag. */
export const BARB_STEP_KN = 5
export const BARB_MOST_KN = 100
const SIDE = 44
const STAFF = 17
const FEATHER = 7
const GAP = 3.2

/** The sign of a wind rounded to 5 kn, coming from above; `isSouth` for the southern hemisphere, where feathers stand on the other side. */
export function barbOf(knots: number, isSouth: boolean, ratio: number): ImageData {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE * ratio
  canvas.height = SIDE * ratio
  const g = canvas.getContext('2d')
  if (g === null) throw new Error('this browser does not support a 2D canvas')
  g.scale(ratio, ratio)
  g.translate(SIDE / 2, SIDE / 2)
  if (isSouth) g.scale(-1, 1)
  g.lineWidth = 1.6
  g.lineCap = 'round'
  g.beginPath()
  if (knots < BARB_STEP_KN) {
    g.arc(0, 0, 2.6, 0, 2 * Math.PI)
    g.stroke()
  } else drawBarb(g, knots)
  return g.getImageData(0, 0, canvas.width, canvas.height)
}

function drawBarb(g: CanvasRenderingContext2D, knots: number) {
  g.moveTo(0, 0)
  g.lineTo(0, -STAFF)
  let left = knots
  let y = -STAFF
  for (; left >= 50; left -= 50) {
    g.moveTo(0, y)
    g.lineTo(FEATHER, y + 1)
    g.lineTo(0, y + 4)
    y += 5
  }
  g.fill()
  for (; left >= 10; left -= 10) {
    g.moveTo(0, y)
    g.lineTo(FEATHER, y - 2.5)
    y += GAP
  }
  if (left >= BARB_STEP_KN) {
    // A lone half feather stands off the end, so that it is not taken for a whole one.
    const at = y === -STAFF ? y + GAP : y
    g.moveTo(0, at)
    g.lineTo(FEATHER / 2, at - 1.25)
  }
  g.stroke()
}

export const barbName = (knots: number, isSouth: boolean) =>
  `barb-${Math.min(BARB_MOST_KN, Math.round(knots / BARB_STEP_KN) * BARB_STEP_KN)}${isSouth ? '-south' : ''}`
