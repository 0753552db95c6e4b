import type { Chart } from '../../../../map/chart/chart.ts'
import { Glass } from '../../../../map/chart/glass.ts'
import { now } from '../../../../time/clock.ts'
import type { Fleet } from './fleet.ts'
import { symbolSize } from './fleet.layer.ts'
import { GROUP_ZOOM, Groups, type Group } from './groups.ts'
import { drawnPlace, LOOK, STRIDE, WORD, WORDS } from './instance.ts'
import { useListed } from '../../../../map/listed.store.ts'
import { Marked } from './marked.ts'
import { NameChooser, type View } from './names.ts'
import { scaleOf } from '../held/pace.ts'
import { latitudeOf, longitudeOf, mercatorX, mercatorY, metresPerUnit, nearestX } from './reckon.ts'
import type { ShipColours } from '../../../../map/chart/ship-colours.ts'

/** Seconds of the way ahead that the selected contact shows. */
const VECTOR_S = 360
const FONT = "500 11px 'Inter', system-ui, sans-serif"

/** Names and marks on a canvas above the chart, drawn with the chart's own frames so that they never lag behind. */
export class Overlay {
  colours: ShipColours
  selected = -1
  hovered = -1
  /** Contacts that cover each other are gathered while the chart is far out. */
  isGrouped = true
  isHidden = false
  private readonly groups = new Groups()
  private readonly chart: Chart
  private readonly fleet: Fleet
  private readonly glass: Glass
  private readonly g: CanvasRenderingContext2D
  private readonly names: NameChooser
  private readonly drawn = { x: 0, y: 0 }
  private readonly listed: Marked<string>

  constructor(chart: Chart, fleet: Fleet, colours: ShipColours) {
    this.chart = chart
    this.fleet = fleet
    this.colours = colours
    this.listed = new Marked(fleet)
    this.glass = new Glass(chart, 'overlay')
    const { g } = this.glass
    this.g = g
    g.font = FONT
    this.names = new NameChooser(fleet, (text) => g.measureText(text).width)
    chart.on('render', this.draw)
    chart.on('webglcontextlost', this.clear)
  }

  remove() {
    this.chart.off('render', this.draw)
    this.chart.off('webglcontextlost', this.clear)
    this.glass.remove()
  }

  /** No frame comes while the chart has lost its canvas: old marks would stand where nothing is true any more. */
  private readonly clear = () => this.glass.putAway()

  private readonly draw = () => {
    const { g, glass } = this
    if (this.fleet.count === 0 || this.isHidden) return glass.putAway()
    const view = this.view()
    // Names are measured in it, and a canvas forgets its font.
    g.font = FONT
    const chosen = this.names.choose(view, this.selected)
    this.listed.follow(useListed.getState().colourOf)
    const isMarked =
      this.listed.places.length > 0 || chosen.length > 0 || this.hovered >= 0 || this.selected >= 0
    if (!isMarked && !this.showsGroups) return glass.putAway()
    glass.wipe()
    if (this.showsGroups) this.groups.draw(g, view, this.colours)
    this.drawListed(view)
    g.font = FONT
    g.textBaseline = 'middle'
    g.lineJoin = 'round'
    g.lineWidth = 3
    g.strokeStyle = this.colours.halo
    g.fillStyle = this.colours.text
    const gap = symbolSize(view.zoom) / 2 + 5
    for (const place of chosen) this.drawName(place, view, gap)
    if (this.hovered >= 0 && this.hovered !== this.selected) this.drawRing(this.hovered, view)
    if (this.selected >= 0) this.drawSelected(this.selected, view)
  }

  get showsGroups() {
    return this.isGrouped && this.chart.getZoom() < GROUP_ZOOM
  }

  /** Where a contact is drawn, in degrees; null when it is not held. */
  placeOnEarth(place: number): { lon: number; lat: number } | null {
    if (place < 0) return null
    drawnPlace(this.fleet.rows, place, this.view().now, this.drawn)
    return { lon: longitudeOf(this.drawn.x), lat: latitudeOf(this.drawn.y) }
  }

  /** Where a contact is drawn, in pixels of the chart; null when it is not held or off the chart. */
  placeOnScreen(place: number): { x: number; y: number } | null {
    if (place < 0 || this.isHidden) return null
    const view = this.view()
    const at = this.screen(place, view)
    return at.x < 0 || at.y < 0 || at.x > view.width || at.y > view.height ? null : at
  }

  /** The group at a point of the screen while groups are drawn. */
  groupAt(point: { x: number; y: number }): Group | null {
    if (!this.showsGroups || this.isHidden) return null
    const view = this.view()
    return this.groups.hit(view, point)
  }

  /** Gathers the contacts of the next frame. */
  gather() {
    this.groups.gather(this.fleet, this.showsGroups ? this.view() : null)
  }

  private view(): View {
    const { lng, lat } = this.chart.getCenter()
    return {
      ...this.glass.size,
      x: mercatorX(lng),
      y: mercatorY(lat),
      scale: scaleOf(this.chart),
      zoom: this.chart.getZoom(),
      now: (now() - this.fleet.epochMs) / 1000,
    }
  }

  private screen(place: number, view: View): { x: number; y: number } {
    drawnPlace(this.fleet.rows, place, view.now, this.drawn)
    return {
      x: view.width / 2 + nearestX(this.drawn.x - view.x) * view.scale,
      y: view.height / 2 + (this.drawn.y - view.y) * view.scale,
    }
  }

  private drawName(place: number, view: View, gap: number) {
    const name = this.fleet.names[place]
    if (name === undefined) return
    const { x, y } = this.screen(place, view)
    const beside = x + Math.max(gap, this.reachEast(place, view.scale) + 5)
    this.g.strokeText(name, beside, y)
    this.g.fillText(name, beside, y)
  }

  /** Returns how far a hull in true size extends to the right, in pixels. */
  private reachEast(place: number, scale: number): number {
    const { u16, bytes } = this.fleet.rows
    const shape = (place * WORDS + WORD.shape) * 2
    const angle = (u16[shape]! / 65_536) * 2 * Math.PI
    const halfs = [u16[shape + 1]! / 2, bytes[place * STRIDE + LOOK.beam]! / 2] as const
    const metres = Math.abs(Math.sin(angle)) * halfs[0] + Math.abs(Math.cos(angle)) * halfs[1]
    return (metres * scale) / metresPerUnit(this.drawn.y)
  }

  /** Draws a ring in the colour of its list around every listed vessel. */
  private drawListed(view: View) {
    const { g, fleet, listed } = this
    const radius = Math.max(7, symbolSize(view.zoom) * 0.6)
    g.lineWidth = 2
    for (const { place, sign: colour } of listed.places) {
      if (fleet.gathered[place] === 1) continue
      const { x, y } = this.screen(place, view)
      if (x < -radius || y < -radius || x > view.width + radius || y > view.height + radius) continue
      g.beginPath()
      g.arc(x, y, radius, 0, 2 * Math.PI)
      g.strokeStyle = colour
      g.stroke()
    }
  }

  private drawRing(place: number, view: View) {
    const { g } = this
    const { x, y } = this.screen(place, view)
    g.beginPath()
    g.arc(x, y, Math.max(9, symbolSize(view.zoom) * 0.72), 0, 2 * Math.PI)
    g.lineWidth = 1.5
    g.strokeStyle = this.colours.text
    g.stroke()
  }

  /** Four corners, the mark of a selected target, and where it will be in six minutes. */
  private drawSelected(place: number, view: View) {
    const { g } = this
    const { x, y } = this.screen(place, view)
    const half = Math.max(12, symbolSize(view.zoom) * 0.9)
    const arm = half * 0.45
    g.beginPath()
    for (const [sx, sy] of CORNERS) {
      g.moveTo(x + sx * half, y + sy * (half - arm))
      g.lineTo(x + sx * half, y + sy * half)
      g.lineTo(x + sx * (half - arm), y + sy * half)
    }
    const at = place * WORDS
    const ahead = VECTOR_S * view.scale
    const [dx, dy] = [this.fleet.rows.f32[at + WORD.vx]! * ahead, this.fleet.rows.f32[at + WORD.vy]! * ahead]
    const bow = symbolSize(view.zoom) / 2 / Math.hypot(dx, dy)
    if (bow < 1) {
      g.moveTo(x + dx * bow, y + dy * bow)
      g.lineTo(x + dx, y + dy)
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
}

const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const
