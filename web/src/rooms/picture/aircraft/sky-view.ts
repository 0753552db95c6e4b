import { AIRCRAFT_DELTA, getPastSky, WATCH_AIRCRAFT, type WatchAircraft } from '@samudra/contract/aircraft'
import type { Bbox } from '@samudra/contract/kernel'
import { decodeAircraftFrame } from '@samudra/contract/wire/aircraft-frame'
import type { MapMouseEvent } from 'maplibre-gl'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { AttachedLayer } from '../../../map/workbench/part.ts'
import { useWorkbench } from '../../../map/workbench/workbench.store.ts'
import { now, onInstant, useClock } from '../../../time/clock.store.ts'
import { download } from '../../../wire/call.ts'
import { onPush, transport } from '../../../wire/transport.ts'
import { skyColours } from './sky-colours.ts'
import { SkyOverlay } from './sky-overlay.ts'
import { selectAircraft, useSky } from './sky.store.ts'
import { Sky } from './sky.ts'

/** The view is watched with this margin, so that a small move shows no empty rim. */
const MARGIN = 0.15
const WATCH_EVERY_MS = 300
/**
 * Minimum interval between queries of the past, and the minimum move of the instant; in between, aircraft are dead
 * reckoned.
 */
const PAST_EVERY_MS = 500
const PAST_STEP_MS = 10_000
const isPast = () => useClock.getState().mode !== 'LIVE'

const coloursOf = (theme: ChartTheme) => skyColours(theme.base, theme.palette)

/** Aircraft layer outside React: receives frames, draws an overlay, and updates the store with what React shows. */
class SkyView {
  readonly #chart: Chart
  readonly #sky = new Sky()
  readonly #overlay: SkyOverlay
  readonly #stops: (() => void)[]
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Instant of the past that is drawn, and the time of its request. */
  #seenAt = Number.NaN
  #requestedAt = -Infinity
  #isAsking = false

  constructor(chart: Chart, theme: ChartTheme) {
    this.#chart = chart
    this.#overlay = new SkyOverlay(chart, this.#sky, coloursOf(theme))
    chart.on('move', this.#watchSoon)
    chart.on('resize', this.#watchSoon)
    chart.on('mousemove', this.#hover)
    chart.on('mouseout', this.#leave)
    chart.on('click', this.#click)
    this.#stops = [
      onPush((wire, payload) => {
        if (wire === AIRCRAFT_DELTA) this.#take(payload)
      }),
      onInstant(() => this.#lookBack()),
      useClock.subscribe(({ mode }, before) => {
        if ((mode === 'LIVE') !== (before.mode === 'LIVE')) this.#turn()
      }),
      useSky.subscribe((state, before) => {
        if (state.filter !== before.filter) this.#watch()
        if (state.selected !== before.selected) this.#select(state.selected)
      }),
      // One card at a time: a contact that is opened takes its place.
      useWorkbench.subscribe((state, before) => {
        if (state.ship !== before.ship && state.ship !== null) selectAircraft(null)
      }),
    ]
  }

  show(isShown: boolean, opacity: number) {
    const isChanged = isShown !== this.#overlay.isShown
    this.#overlay.isShown = isShown
    this.#overlay.opacity = opacity
    if (isChanged) {
      useSky.setState({ isShown })
      if (isShown) this.#watch()
      else this.#forget()
    }
    this.#overlay.draw()
  }

  dress(theme: ChartTheme) {
    this.#overlay.colours = coloursOf(theme)
    this.#overlay.draw()
  }

  remove() {
    for (const stop of this.#stops) stop()
    this.#chart.off('move', this.#watchSoon)
    this.#chart.off('resize', this.#watchSoon)
    this.#chart.off('mousemove', this.#hover)
    this.#chart.off('mouseout', this.#leave)
    this.#chart.off('click', this.#click)
    this.#forget()
    this.#overlay.remove()
  }

  #forget() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    transport().watch(WATCH_AIRCRAFT, null)
    this.#sky.clear()
    useSky.setState({ inView: 0, total: 0, selected: null, card: null, hovered: null, isShown: false })
  }

  /** Present and past are never seen in one sky. */
  #turn() {
    this.#sky.clear()
    this.#seenAt = Number.NaN
    this.#overlay.draw()
    if (isPast()) transport().watch(WATCH_AIRCRAFT, null)
    else this.#watch(true)
  }

  /** Requests the sky of the instant shown when that has moved on. */
  #lookBack() {
    const at = now()
    const isDue = performance.now() - this.#requestedAt >= PAST_EVERY_MS
    if (!this.#overlay.isShown || !isPast() || this.#isAsking || !isDue) return this.#overlay.draw()
    if (Math.abs(at - this.#seenAt) < PAST_STEP_MS) return this.#overlay.draw()
    this.#requestedAt = performance.now()
    this.#isAsking = true
    const { filter } = useSky.getState()
    const query = { as_of: new Date(at).toISOString(), bbox: viewOf(this.#chart), filter }
    download(getPastSky, query)
      .then(({ bytes }) => {
        if (!isPast()) return
        this.#seenAt = at
        this.#sky.take(decodeAircraftFrame(bytes), now())
        this.#notify()
      })
      // The next instant requests again; meanwhile the sky stays unchanged.
      .catch(() => undefined)
      .finally(() => (this.#isAsking = false))
  }

  #take(payload: unknown) {
    if (isPast()) return
    if (!this.#overlay.isShown || !(payload instanceof ArrayBuffer)) return
    if (!this.#sky.take(decodeAircraftFrame(new Uint8Array(payload)), now())) return this.#watch(true)
    this.#notify()
  }

  #notify() {
    const { inView, total, aircraft } = this.#sky
    const { selected } = useSky.getState()
    const card = selected === null ? null : (aircraft.get(selected) ?? null)
    useSky.setState({ inView, total, card })
    this.#overlay.draw()
  }

  readonly #watchSoon = () => {
    if (!this.#overlay.isShown || this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#watch()
    }, WATCH_EVERY_MS)
  }

  #watch(resync = false) {
    if (!this.#overlay.isShown) return
    if (isPast()) {
      this.#seenAt = Number.NaN
      return this.#lookBack()
    }
    const { filter } = useSky.getState()
    const view: WatchAircraft = { bbox: viewOf(this.#chart), filter, ...(resync ? { resync } : {}) }
    transport().watch(WATCH_AIRCRAFT, view)
  }

  #select(selected: number | null) {
    this.#overlay.selected = selected
    useSky.setState({ card: selected === null ? null : (this.#sky.aircraft.get(selected) ?? null) })
    this.#overlay.draw()
  }

  readonly #click = ({ point, originalEvent }: MapMouseEvent) => {
    if (!this.#overlay.isShown || useWorkbench.getState().pointerOf !== null) return
    const found = originalEvent.defaultPrevented ? null : this.#overlay.at(point)
    if (found !== null) originalEvent.preventDefault()
    selectAircraft(found?.address ?? null)
  }

  readonly #hover = ({ point }: MapMouseEvent) => {
    const { pointerOf, isOnContact } = useWorkbench.getState()
    const found = pointerOf === null && !isOnContact ? this.#overlay.at(point) : null
    this.#point(found === null ? null : { one: found, x: point.x, y: point.y })
  }
  readonly #leave = () => this.#point(null)

  #point(hovered: ReturnType<typeof useSky.getState>['hovered']) {
    const before = useSky.getState().hovered
    if (before === null && hovered === null) return
    useSky.setState({ hovered })
    // The canvas itself has the sign of contacts and tools; an empty one shows that of what holds it.
    this.#chart.getCanvasContainer().style.cursor = hovered === null ? '' : 'pointer'
    if (this.#overlay.hovered === (hovered?.one.address ?? null)) return
    this.#overlay.hovered = hovered?.one.address ?? null
    this.#overlay.draw()
  }
}

/** The view with its margin; one as wide as the world is the whole world. */
function viewOf(chart: Chart): Bbox {
  const bounds = chart.getBounds()
  const [west, east, south, north] = [
    bounds.getWest(),
    bounds.getEast(),
    bounds.getSouth(),
    bounds.getNorth(),
  ]
  const [padLon, padLat] = [(east - west) * MARGIN, (north - south) * MARGIN]
  const [bottom, top] = [Math.max(-90, south - padLat), Math.min(90, north + padLat)]
  if (east - west + 2 * padLon >= 360) return [-180, bottom, 180, top]
  const wrapped = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180
  return [wrapped(west - padLon), bottom, wrapped(east + padLon), top]
}

export function attachSky(chart: Chart, theme: ChartTheme): AttachedLayer {
  const view = new SkyView(chart, theme)
  return {
    ids: () => [],
    show: (isVisible, opacity) => view.show(isVisible, opacity),
    dress: (next) => view.dress(next),
    remove: () => view.remove(),
  }
}
