import { addressText, squawkText } from '@samudra/nautical/adsb/adsb-columns'
import { countText } from '../../../kit/text/quantity-text.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import { Glass } from '../../../map/chart/glass.ts'
import { now } from '../../../time/clock.ts'
import { EMERGENCIES, isStale } from './aircraft-words.ts'
import { shapeOf, Silhouettes } from './silhouettes.ts'
import { colourOf, type SkyColours } from './sky-colours.ts'
import { drawnPlace, type Flown, type Sky } from './sky.ts'

const FONT = "500 11px 'Inter', system-ui, sans-serif"
const LABEL_ZOOM = 6.5
const MOST_LABELS = 120
/** Maximum distance of the pointer from the edge of a silhouette. */
const REACH_PX = 4
/** An airliner is drawn again when it has moved this far on the screen. */
const STEP_PX = 0.5
const BRISK_MPS = 250
const EARTH_M = 40_075_017
const [SOONEST_MS, LATEST_MS] = [50, 2000]
/** Bits of a source type that is not the aircraft's own word. */
const MLAT = 1
const TISB = 2

type Drawn = { one: Flown; x: number; y: number }

/** Aircraft on a canvas above the chart: drawn with its frames, and between them as often as their motion can be seen. */
export class SkyOverlay {
  colours: SkyColours
  opacity = 1
  isShown = false
  selected: number | null = null
  hovered: number | null = null
  readonly #chart: Chart
  readonly #sky: Sky
  readonly #glass: Glass
  readonly #g: CanvasRenderingContext2D
  readonly #silhouettes = new Silhouettes()
  #drawn: Drawn[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(chart: Chart, sky: Sky, colours: SkyColours) {
    this.#chart = chart
    this.#sky = sky
    this.colours = colours
    this.#glass = new Glass(chart, 'overlay sky-overlay')
    this.#g = this.#glass.g
    chart.on('render', this.draw)
  }

  remove() {
    clearTimeout(this.#timer)
    this.#chart.off('render', this.draw)
    this.#glass.remove()
  }

  /** The aircraft at a point of the screen, the uppermost first. */
  at(point: { x: number; y: number }): Flown | null {
    if (!this.isShown) return null
    const reach = this.#size() / 2 + REACH_PX
    let [found, least]: [Flown | null, number] = [null, reach * reach]
    for (const { one, x, y } of this.#drawn) {
      const distance = (x - point.x) ** 2 + (y - point.y) ** 2
      if (distance <= least) [found, least] = [one, distance]
    }
    return found
  }

  readonly draw = () => {
    clearTimeout(this.#timer)
    const g = this.#g
    this.#drawn = this.isShown ? this.#place() : []
    if (this.#drawn.length === 0) this.#glass.putAway()
    else this.#glass.wipe()
    if (!this.isShown) return
    g.globalAlpha = this.opacity
    for (const drawn of this.#drawn) this.#aircraft(drawn)
    this.#labels()
    g.globalAlpha = 1
    this.#timer = setTimeout(this.draw, this.#interval())
  }

  #size() {
    return Math.min(26, 12 + Math.max(0, this.#chart.getZoom() - 3) * 2)
  }

  /** Where each aircraft stands on the screen, without those outside of it. */
  #place(): Drawn[] {
    const { width, height } = this.#glass.size
    const { lng } = this.#chart.getCenter()
    const at = now()
    const drawn: Drawn[] = []
    for (const one of this.#sky.aircraft.values()) {
      const { lat, lon } = drawnPlace(one, at)
      const { x, y } = this.#chart.project([lng + nearest(lon - lng), lat])
      if (x > -40 && y > -40 && x < width + 40 && y < height + 40) drawn.push({ one, x, y })
    }
    return drawn
  }

  #aircraft({ one, x, y }: Drawn) {
    const g = this.#g
    const size = this.#size()
    const colour = colourOf(this.colours, one)
    const shape = shapeOf(one)
    const sprite = this.#silhouettes.get(shape, colour, this.colours.edge, size, window.devicePixelRatio)
    const side = size * 1.3
    g.save()
    g.translate(x, y)
    if (isStale(one.placedAt, now())) g.globalAlpha = this.opacity * 0.45
    g.rotate(((one.track ?? 0) * Math.PI) / 180)
    g.drawImage(sprite, -side / 2, -side / 2, side, side)
    g.restore()
    if (one.sourceType === MLAT || one.sourceType === TISB)
      this.#ring(x, y, size * 0.72, colour, one.sourceType === TISB)
    if (one.squawk !== null && one.squawk in EMERGENCIES)
      this.#ring(x, y, size * 0.95, this.colours.alarm, false, 2.5)
    if (one.address === this.selected) this.#corners(x, y, size * 0.85)
    else if (one.address === this.hovered) this.#ring(x, y, size * 0.8, this.colours.text, false)
  }

  #ring(x: number, y: number, radius: number, colour: string, isDashed: boolean, width = 1.4) {
    const g = this.#g
    g.beginPath()
    g.setLineDash(isDashed ? [3, 3] : [])
    g.arc(x, y, radius, 0, 2 * Math.PI)
    g.lineWidth = width
    g.strokeStyle = colour
    g.stroke()
    g.setLineDash([])
  }

  #corners(x: number, y: number, half: number) {
    const g = this.#g
    const arm = half * 0.45
    g.beginPath()
    for (const [sx, sy] of CORNERS) {
      g.moveTo(x + sx * half, y + sy * (half - arm))
      g.lineTo(x + sx * half, y + sy * half)
      g.lineTo(x + sx * (half - arm), y + sy * half)
    }
    for (const [width, colour] of [
      [4, this.colours.halo],
      [1.8, this.colours.text],
    ] as const) {
      g.lineWidth = width
      g.strokeStyle = colour
      g.stroke()
    }
  }

  /** Names and heights once the view is near enough, and always of what is selected or in distress. */
  #labels() {
    const g = this.#g
    const isNear = this.#chart.getZoom() >= LABEL_ZOOM && this.#drawn.length <= MOST_LABELS
    g.font = FONT
    g.textBaseline = 'middle'
    g.lineJoin = 'round'
    const taken = new Set<string>()
    for (const { one, x, y } of this.#drawn) {
      const isQuery = one.address === this.selected || (one.squawk !== null && one.squawk in EMERGENCIES)
      if (!isNear && !isQuery) continue
      const cell = `${Math.round(x / 90)} ${Math.round(y / 28)}`
      if (taken.has(cell) && !isQuery) continue
      taken.add(cell)
      const beside = x + this.#size() / 2 + 8
      this.#text(nameOf(one), beside, y - 6)
      this.#text(heightOf(one), beside, y + 7)
    }
  }

  #text(text: string, x: number, y: number) {
    const g = this.#g
    g.lineWidth = 3
    g.strokeStyle = this.colours.halo
    g.fillStyle = this.colours.text
    g.strokeText(text, x, y)
    g.fillText(text, x, y)
  }

  #interval(): number {
    if (this.#drawn.length === 0) return LATEST_MS
    const metresPerPx =
      (EARTH_M * Math.cos((this.#chart.getCenter().lat * Math.PI) / 180)) / (512 * 2 ** this.#chart.getZoom())
    return Math.min(LATEST_MS, Math.max(SOONEST_MS, (1000 * STEP_PX * metresPerPx) / BRISK_MPS))
  }
}

const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const

const nearest = (degrees: number) => degrees - 360 * Math.round(degrees / 360)

function nameOf(one: Flown): string {
  const name = one.callSign ?? addressText(one.address).toUpperCase()
  return one.squawk !== null && one.squawk in EMERGENCIES ? `${name} ${squawkText(one.squawk)}` : name
}

/** Feet with the sign of a climb or descent worth the name. */
function heightOf({ altitude, onGround, verticalRate }: Flown): string {
  if (onGround === true) return 'ground'
  if (altitude === null) return ''
  const arrow = verticalRate === null || Math.abs(verticalRate) < 200 ? '' : verticalRate > 0 ? ' ↑' : ' ↓'
  return `${countText(altitude)} ft${arrow}`
}
