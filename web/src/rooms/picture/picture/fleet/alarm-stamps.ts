/** Half the height of the triangle that is the sign of an alert, px. */
export const SIGN_PX = 5
/** Where the sign stands about the middle of its ring. */
export const signOffset = (radius: number) => ({ x: radius * 0.7, y: -radius * 0.7 - SIGN_PX })

/** Look of an alert: `colour` by its weight, filled and stronger until it is acknowledged. */
export type AlarmLook = { colour: string; halo: string; isNew: boolean; radius: number }

/** Maximum number of stored looks; those of another zoom or palette are dropped. */
const MOST_STORED = 24
/** Beside the ring, for the sign and the widths of lines. */
const ROOM_PX = 14

/** Rings with their signs, each look drawn once and stamped where it is shown, as there may be thousands in a frame. */
export class AlarmStamps {
  readonly #saved = new Map<string, HTMLCanvasElement>()

  /** Puts one about a point of the canvas, in pixels of the window. */
  put(g: CanvasRenderingContext2D, look: AlarmLook, { x, y }: { x: number; y: number }) {
    const ratio = window.devicePixelRatio
    const stamp = this.#stampOf(look, ratio)
    const half = stamp.width / 2 / ratio
    const whole = (at: number) => Math.round((at - half) * ratio) / ratio
    g.drawImage(stamp, whole(x), whole(y), half * 2, half * 2)
  }

  #stampOf(look: AlarmLook, ratio: number): HTMLCanvasElement {
    const { colour, halo, isNew, radius } = look
    const key = [colour, halo, isNew, radius, ratio].join()
    const saved = this.#saved.get(key)
    if (saved !== undefined) return saved
    if (this.#saved.size >= MOST_STORED) this.#saved.clear()
    const stamp = document.createElement('canvas')
    stamp.width = stamp.height = 2 * Math.ceil((radius + ROOM_PX) * ratio)
    const g = stamp.getContext('2d')!
    g.setTransform(ratio, 0, 0, ratio, stamp.width / 2, stamp.height / 2)
    drawAlarm(g, look)
    this.#saved.set(key, stamp)
    return stamp
  }
}

/** Draws a ring around the origin, and a triangle at its upper right, filled until the alert is acknowledged. */
function drawAlarm(g: CanvasRenderingContext2D, { colour, halo, isNew, radius }: AlarmLook) {
  const stroke = (style: string, width: number) => {
    g.strokeStyle = style
    g.lineWidth = width
    g.stroke()
  }
  g.beginPath()
  g.arc(0, 0, radius, 0, 2 * Math.PI)
  stroke(halo, isNew ? 4 : 3)
  stroke(colour, isNew ? 2 : 1.25)
  const { x, y } = signOffset(radius)
  g.beginPath()
  g.moveTo(x, y - SIGN_PX)
  g.lineTo(x + SIGN_PX, y + SIGN_PX * 0.75)
  g.lineTo(x - SIGN_PX, y + SIGN_PX * 0.75)
  g.closePath()
  stroke(halo, 3)
  g.fillStyle = isNew ? colour : halo
  g.fill()
  stroke(colour, 1.25)
}
