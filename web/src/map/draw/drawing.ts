import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import {
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawFreehandMode,
  TerraDrawLineStringMode,
  TerraDrawModeUndoRedo,
  TerraDrawPointMode,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
  TerraDrawSessionUndoRedo,
  type GeoJSONStoreFeatures,
  type SnapToCustom,
} from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import type { Chart } from '../chart/chart.ts'
import { leavePointer, takePointer } from '../workbench/workbench.store.ts'
import { faultOf } from './fault.ts'
import { CIRCLE_CORNERS, circleOf, type DrawnFeature, type DrawnGeometry, type Position } from './shapes.ts'

/** Kind of a drawing; a lasso is a polygon drawn in one stroke. */
export type DrawKind = 'point' | 'line' | 'polygon' | 'rectangle' | 'circle' | 'lasso'
const MODE_OF: Record<DrawKind, string> = {
  point: 'point',
  line: 'linestring',
  polygon: 'polygon',
  rectangle: 'rectangle',
  circle: 'circle',
  lasso: 'freehand',
}
/** Ten centimetres, finer than anything that is drawn; more digits are noise in stored shapes. */
const DIGITS = 6
const SNAP_PX = 12
export const TOOL = 'drawing'

/**
 * Shapes being drawn and edited on a chart, with undo and redo. One at a time has the pointer; `end` gives it back.
 * Keys: Enter ends a shape, Escape gives it up; with the canvas in focus Space places a point in the middle.
 */
export class Drawing {
  readonly #chart: Chart
  readonly #draw: TerraDraw
  readonly #changed: () => void
  #frame = 0
  #asHole = false
  #kind: DrawKind | null = null

  /** `snapTo` gives places of other shapes a corner may snap to. */
  constructor(
    chart: Chart,
    options: { changed: () => void; colour: string; snapTo?: () => readonly Position[] },
  ) {
    this.#chart = chart
    this.#changed = options.changed
    this.#draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map: chart, coordinatePrecision: DIGITS }),
      modes: modesFor(options.colour, options.snapTo ?? (() => [])),
      undoRedo: { modeLevel: new TerraDrawModeUndoRedo(), sessionLevel: new TerraDrawSessionUndoRedo() },
    })
    this.#draw.start()
    this.#draw.on('finish', (id) => this.#finished(String(id)))
    this.#draw.on('change', () => this.#notify())
    this.#draw.on('history', () => this.#notify())
    chart.getCanvas().addEventListener('keydown', this.#press)
    chart.getCanvas().addEventListener('pointerdown', this.#touch, true)
    takePointer(TOOL)
  }

  end() {
    this.#chart.getCanvas().removeEventListener('keydown', this.#press)
    this.#chart.getCanvas().removeEventListener('pointerdown', this.#touch, true)
    cancelAnimationFrame(this.#frame)
    this.#draw.stop()
    this.#chart.getCanvas().style.cursor = ''
    leavePointer(TOOL)
  }

  /** Returns the kind of the next drawing; null lets corners of finished shapes be moved. */
  get kind() {
    return this.#kind
  }
  begin(kind: DrawKind, asHole = false) {
    this.#kind = kind
    this.#asHole = asHole
    this.#draw.setMode(MODE_OF[kind])
    // So that arrows, Space and Enter are the drawing's without a way there by Tab.
    this.#chart.getCanvas().focus({ preventScroll: true })
    this.#notify()
  }
  /** `id` is taken in hand at once, else the only shape there is. */
  edit(id?: string) {
    this.#kind = null
    this.#draw.setMode('select')
    const [only, second] = this.features
    const chosen = id ?? (second === undefined ? only?.id : undefined)
    if (chosen !== undefined) this.#draw.selectFeature(chosen)
    this.#notify()
  }

  get features(): DrawnFeature[] {
    return this.#draw.getSnapshot().flatMap((feature) => (isOwn(feature) ? [drawnOf(feature)] : []))
  }

  /** Returns why the drawing cannot be saved in its present state; null when it can. */
  get fault(): string | null {
    const isUnderWay = this.#draw
      .getSnapshot()
      .some(({ properties }) => properties['currentlyDrawing'] === true)
    return faultOf(this.features, isUnderWay)
  }

  /** Puts shapes on the chart for editing; returns why one cannot be. */
  add(
    geometry: DrawnGeometry,
    more: { isHole?: boolean; circle?: DrawnFeature['circle'] } = {},
  ): string | null {
    const mode =
      geometry.type === 'Point' ? 'point' : geometry.type === 'LineString' ? 'linestring' : 'polygon'
    const rounded = JSON.parse(JSON.stringify(geometry), (_key, value: unknown) =>
      typeof value === 'number' ? Number(value.toFixed(DIGITS)) : value,
    ) as DrawnGeometry
    const id = this.#draw.getFeatureId()
    const [verdict] = this.#draw.addFeatures([
      {
        id,
        type: 'Feature',
        geometry: rounded,
        properties: { mode, hole: more.isHole === true, ...circleProperties(more.circle ?? null) },
      },
    ])
    this.#notify()
    return verdict?.valid === false ? (verdict.reason ?? 'this shape type cannot be drawn') : null
  }

  /** Other corners for a line or a ring, the closing one left out. */
  setCorners(id: string, corners: readonly Position[]) {
    const feature = this.#draw.getSnapshotFeature(id)
    if (feature === undefined) return
    const rounded = corners.map(([lon, lat]): Position => [
      Number(lon.toFixed(DIGITS)),
      Number(lat.toFixed(DIGITS)),
    ])
    if (feature.properties['selected'] === true) this.#draw.deselectFeature(id)
    this.#draw.updateFeatureGeometry(
      id,
      feature.geometry.type === 'LineString'
        ? { type: 'LineString', coordinates: rounded }
        : { type: 'Polygon', coordinates: [[...rounded, rounded[0]!]] },
    )
    this.edit(id)
  }

  /** A circle by its centre and radius, in place of what is drawn. */
  setCircle(center: Position, radiusNm: number) {
    this.clear()
    this.add(circleOf(center, radiusNm), { circle: { center, radiusNm } })
    this.edit()
  }

  remove(id: string) {
    this.#draw.removeFeatures([id])
    this.#notify()
  }
  clear() {
    const ids = this.features.map((feature) => feature.id)
    if (ids.length > 0) this.#draw.removeFeatures(ids)
    this.#notify()
  }

  get canUndo() {
    return this.#draw.canUndo()
  }
  get canRedo() {
    return this.#draw.canRedo()
  }
  undo() {
    this.#draw.undo()
    this.#notify()
  }
  redo() {
    this.#draw.redo()
    this.#notify()
  }

  #finished(id: string) {
    const feature = this.#draw.getSnapshotFeature(id)
    if (feature !== undefined && this.#kind === 'line' && feature.geometry.coordinates.length < 2) {
      // Ended before it had a leg.
      this.#draw.removeFeatures([id])
    } else if (feature !== undefined && this.#kind !== null) {
      if (this.#asHole) this.#draw.updateFeatureProperties(id, { hole: true })
      if (this.#kind === 'circle') this.#keepCircle(id, feature)
      if (this.#kind !== 'point') this.edit(id)
    } else if (feature !== undefined && feature.properties['centerLon'] !== undefined) {
      // A circle whose corner was moved is one no more.
      if (!isStillCircle(drawnOf(feature))) this.#draw.updateFeatureProperties(id, NO_CIRCLE)
    }
    this.#notify()
  }

  #keepCircle(id: string, feature: GeoJSONStoreFeatures) {
    const ring = (feature.geometry.coordinates as Position[][])[0]!
    const center = middleOf(ring)
    const [lon, lat] = ring[0]!
    const radiusNm = metresBetween(center[1], center[0], lat, lon) / METRES_PER_NM
    this.#draw.updateFeatureProperties(id, circleProperties({ center, radiusNm }))
  }

  #notify() {
    if (this.#frame !== 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.#changed()
    })
  }

  /**
   * Sends a move before the press of a finger, because the engine draws up to the last pointer position and a finger
   * arrives without earlier moves.
   */
  readonly #touch = ({ pointerType, clientX, clientY }: PointerEvent) => {
    if (pointerType !== 'touch' || this.#kind === null || this.#kind === 'lasso') return
    this.#point(['pointermove'], { clientX, clientY })
  }

  readonly #press = (event: KeyboardEvent) => {
    if (event.key === 'z' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (event.shiftKey) this.redo()
      else this.undo()
    } else if (event.key === ' ' && this.#kind !== null) {
      event.preventDefault()
      // Arrows move the chart below its middle.
      const { clientWidth, clientHeight } = this.#chart.getCanvas()
      this.#click({ x: clientWidth / 2, y: clientHeight / 2 })
    }
  }

  /** Ends the shape where it is, as Enter does; one with too few corners goes on. */
  finish() {
    const canvas = this.#chart.getCanvas()
    for (const type of ['keydown', 'keyup']) canvas.dispatchEvent(new KeyboardEvent(type, { key: 'Enter' }))
  }

  /** Places a corner, as if it were clicked. */
  clickAt([lon, lat]: Position) {
    this.#click(this.#chart.project([lon, lat]))
  }

  #click(at: { x: number; y: number }) {
    const { left, top } = this.#chart.getCanvas().getBoundingClientRect()
    const place = { clientX: left + at.x, clientY: top + at.y }
    this.#point(['pointermove', 'pointerdown', 'pointerup'], place)
  }

  #point(types: readonly string[], at: { clientX: number; clientY: number }) {
    const given = { ...at, bubbles: true, isPrimary: true, button: 0, pointerId: 1 }
    for (const type of types) this.#chart.getCanvas().dispatchEvent(new PointerEvent(type, given))
  }
}

const NO_CIRCLE = { centerLon: undefined, centerLat: undefined, radiusNm: undefined }
const circleProperties = (circle: DrawnFeature['circle']) =>
  circle === null
    ? {}
    : { centerLon: circle.center[0], centerLat: circle.center[1], radiusNm: circle.radiusNm }

/** Corners, midpoints and closing points the engine draws for its own use carry no shape of ours. */
function isOwn({ geometry, properties }: GeoJSONStoreFeatures): boolean {
  if (properties['mode'] === 'select') return false
  const isGuide = [
    'selectionPoint',
    'midPoint',
    'closingPoint',
    'snappingPoint',
    'coordinatePoint',
    'edited',
  ].some((key) => properties[key] === true)
  return !isGuide && (geometry.type !== 'Point' || properties['mode'] === 'point')
}

function drawnOf({ id, geometry, properties }: GeoJSONStoreFeatures): DrawnFeature {
  const { centerLon, centerLat, radiusNm, hole } = properties
  const isCircle =
    typeof centerLon === 'number' && typeof centerLat === 'number' && typeof radiusNm === 'number'
  return {
    id: String(id),
    geometry: structuredClone(geometry) as DrawnGeometry,
    isHole: hole === true,
    circle: isCircle ? { center: [centerLon, centerLat], radiusNm } : null,
  }
}

/** Corners of a circle may be off by a hundredth of its radius and it still counts as one. */
function isStillCircle({ geometry, circle }: DrawnFeature): boolean {
  if (circle === null || geometry.type !== 'Polygon') return false
  const { center, radiusNm } = circle
  return geometry.coordinates[0]!.every(([lon, lat]) => {
    const off = metresBetween(center[1], center[0], lat, lon) / METRES_PER_NM - radiusNm
    return Math.abs(off) < radiusNm * 0.01
  })
}

const middleOf = (ring: readonly Position[]): Position => {
  const lats = ring.map(([, lat]) => lat)
  const lons = ring.map(([lon]) => lon)
  return [(Math.min(...lons) + Math.max(...lons)) / 2, (Math.min(...lats) + Math.max(...lats)) / 2]
}

function modesFor(colour: string, snapTo: () => readonly Position[]) {
  const hex = colour as `#${string}`
  const area = { fillColor: hex, fillOpacity: 0.16, outlineColor: hex, outlineWidth: 2 }
  const snapping = { toCoordinate: true, toCustom: nearestOf(snapTo) }
  const editable = {
    feature: {
      draggable: true,
      coordinates: { midpoints: true, draggable: true, deletable: true, snappable: snapping },
    },
  }
  return [
    new TerraDrawPointMode({
      styles: { pointColor: hex, pointWidth: 6, pointOutlineColor: '#ffffff', pointOutlineWidth: 2 },
    }),
    new TerraDrawLineStringMode({
      styles: { lineStringColor: hex, lineStringWidth: 2.5, closingPointColor: hex },
      snapping,
    }),
    new TerraDrawPolygonMode({ styles: { ...area, closingPointColor: hex }, snapping }),
    new TerraDrawRectangleMode({ styles: area, drawInteraction: 'click-move-or-drag' }),
    new TerraDrawCircleMode({
      styles: area,
      segments: CIRCLE_CORNERS,
      drawInteraction: 'click-move-or-drag',
    }),
    new TerraDrawFreehandMode({ styles: area, drawInteraction: 'click-drag' }),
    new TerraDrawSelectMode({
      flags: {
        polygon: editable,
        rectangle: editable,
        circle: editable,
        freehand: editable,
        linestring: editable,
        point: { feature: { draggable: true } },
      },
      styles: {
        selectedPolygonColor: hex,
        selectedPolygonFillOpacity: 0.22,
        selectedPolygonOutlineColor: hex,
        selectedLineStringColor: hex,
        selectedPointColor: hex,
        selectionPointColor: hex,
        selectionPointWidth: 5,
        midPointColor: hex,
        midPointWidth: 3,
      },
    }),
  ]
}

const nearestOf =
  (snapTo: () => readonly Position[]): SnapToCustom =>
  (event, { project }) => {
    let best: Position | undefined
    let least = SNAP_PX
    for (const [lon, lat] of snapTo()) {
      const { x, y } = project(lon, lat)
      const px = Math.hypot(x - event.containerX, y - event.containerY)
      if (px >= least) continue
      least = px
      best = [lon, lat]
    }
    return best
  }
