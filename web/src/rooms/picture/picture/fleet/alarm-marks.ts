import { showsAlarms, useAlarmed, useHiddenAlarms, type Alarm } from '../../../../map/alarmed.store.ts'
import type { Chart } from '../../../../map/chart/chart.ts'
import { Glass } from '../../../../map/chart/glass.ts'
import type { ShipColours } from '../../../../map/chart/ship-colours.ts'
import type { Fleet } from './fleet.ts'
import { AlarmStamps, SIGN_PX, signOffset } from './alarm-stamps.ts'
import { symbolSize } from './fleet.layer.ts'
import { Marked } from './marked.ts'

type Point = { x: number; y: number }
/** Where contacts are drawn in the frame that stands. */
type Places = { placeOnScreen: (place: number) => Point | null; colours: ShipColours }
type Shown = { alarm: Alarm; at: Point; isOfShip: boolean; rank: number }
/** More do not move at once, the gravest do. */
const MOST_PULSES = 24
/** Size of the cells of rings, in px; only the most severe ring of a cell is drawn. */
const CELL_PX = 6
const NONE: readonly Alarm[] = []
const WEIGHTS: readonly Alarm['weight'][] = ['light', 'middling', 'grave']
const rankOf = ({ isNew, weight }: Alarm) => WEIGHTS.indexOf(weight) + (isNew ? WEIGHTS.length : 0)

/** The gravest of each place, above the others. */
function topmost(shown: readonly Shown[]): Shown[] {
  const taken = new Set<number>()
  return shown
    .toSorted((a, b) => b.rank - a.rank)
    .filter(({ at }) => {
      const cell = Math.floor(at.x / CELL_PX) * 65_536 + Math.floor(at.y / CELL_PX)
      return !taken.has(cell) && taken.add(cell)
    })
    .toReversed()
}

/**
 * Rings with a sign around vessels with open alerts, and at alert places without such a vessel. Rings of new alerts
 * pulse; the compositor does that, so that a calm chart is not repainted for it.
 */
export class AlarmMarks {
  private readonly chart: Chart
  private readonly places: Places
  private readonly glass: Glass
  private readonly marked: Marked<Alarm>
  private readonly stamps = new AlarmStamps()
  private drawn: readonly Shown[] = []
  private counted: readonly Alarm[] = NONE
  private readonly pulses: HTMLElement[] = []
  private readonly stop: () => void

  constructor(chart: Chart, fleet: Fleet, places: Places) {
    this.chart = chart
    this.places = places
    this.glass = new Glass(chart, 'overlay')
    this.marked = new Marked(fleet)
    chart.on('render', this.draw)
    chart.on('webglcontextlost', this.clear)
    showsAlarms((point) => this.alarmAt(point))
    this.stop = useAlarmed.subscribe(() => chart.triggerRepaint())
  }

  private get radius() {
    return Math.max(9, symbolSize(this.chart.getZoom()) * 0.85)
  }

  remove() {
    showsAlarms(() => null)
    this.stop()
    this.chart.off('render', this.draw)
    this.chart.off('webglcontextlost', this.clear)
    this.clear()
    this.glass.remove()
  }

  private readonly clear = () => {
    this.glass.putAway()
    this.pulse([])
  }

  private readonly draw = () => {
    const { ofShip, ofPlace, isFiltered } = useAlarmed.getState()
    this.marked.follow(ofShip)
    const { absent } = this.marked
    this.count(isFiltered ? absent : NONE)
    const shown = topmost(this.shown(isFiltered ? ofPlace : [...absent, ...ofPlace]))
    this.drawn = shown
    if (shown.length === 0) return this.clear()
    this.glass.wipe()
    const { radius } = this
    const { halo } = this.places.colours
    for (const { alarm, at } of shown)
      this.stamps.put(this.glass.g, { colour: this.colourOf(alarm), halo, isNew: alarm.isNew, radius }, at)
    this.pulse(shown.filter(({ alarm }) => alarm.isNew).slice(-MOST_PULSES))
  }

  /** The alarm whose sign is at a point, or whose ring where no ship is in it. */
  private alarmAt({ x, y }: Point): Alarm | null {
    const near = (one: Point, px: number) => Math.hypot(one.x - x, one.y - y) <= px
    const radius = this.radius
    const sign = signOffset(radius)
    const isHit = ({ at, isOfShip }: Shown) =>
      near({ x: at.x + sign.x, y: at.y + sign.y }, SIGN_PX + 4) || (!isOfShip && near(at, radius))
    return this.drawn.findLast(isHit)?.alarm ?? null
  }

  private shown(atPlaces: readonly Alarm[]): Shown[] {
    const shown: Shown[] = []
    for (const { place, sign } of this.marked.places) {
      const at = this.places.placeOnScreen(place)
      if (at !== null) shown.push({ alarm: sign, at, isOfShip: true, rank: rankOf(sign) })
    }
    const { width, height } = this.glass.size
    for (const alarm of atPlaces) {
      const at = this.chart.project([alarm.lon, alarm.lat])
      if (at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height)
        shown.push({ alarm, at, isOfShip: false, rank: rankOf(alarm) })
    }
    return shown
  }

  private count(hidden: readonly Alarm[]) {
    if (hidden === this.counted) return
    this.counted = hidden
    const count = new Set(hidden.flatMap(({ ids }) => ids)).size
    if (useHiddenAlarms.getState().count !== count) useHiddenAlarms.setState({ count })
  }

  private colourOf({ weight }: Alarm): string {
    const { flag, warning, text } = this.places.colours
    return weight === 'grave' ? flag : weight === 'middling' ? warning : text
  }

  private pulse(shown: readonly { alarm: Alarm; at: Point }[]) {
    while (this.pulses.length < shown.length) {
      const pulse = document.createElement('div')
      pulse.className = 'alarm-pulse'
      this.chart.getCanvasContainer().append(pulse)
      this.pulses.push(pulse)
    }
    for (const pulse of this.pulses.splice(shown.length)) pulse.remove()
    this.pulses.forEach((pulse, i) => {
      const { alarm, at } = shown[i]!
      pulse.style.translate = `${at.x}px ${at.y}px`
      pulse.style.borderColor = this.colourOf(alarm)
    })
  }
}
