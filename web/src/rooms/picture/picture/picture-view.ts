import { pictureStatus } from '@samudra/contract/socket'
import type { MapMouseEvent } from 'maplibre-gl'
import { onUnfetched } from '../../../kit/pages/fetch-code.ts'
import { useSettings } from '../../../kit/settings.ts'
import { toast } from '../../../kit/toasts.ts'
import { applyTheme, createChart, type Chart } from '../../../map/chart/chart.ts'
import { operatorBase, useChart } from '../../../map/chart/chart.store.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import { freeOffset } from '../../../map/coordinates/free-part.ts'
import { listenToMenu } from '../../../map/workbench/menu-events.ts'
import type { MenuPlace } from '../../../map/workbench/part.ts'
import { setOperatorBase, watchOperatorBase } from '../../../map/chart/operator-base.ts'
import { onTheme, themeNow } from '../../../map/chart/theme.ts'
import { useWorkbench } from '../../../map/workbench/workbench.store.ts'
import { now, setServerOffset } from '../../../time/clock.ts'
import { onPush, transport, useWire } from '../../../wire/transport.ts'
import { clauseCount, useFilter } from '../../../map/filter.store.ts'
import { useReplayed } from '../../../time/replayed.ts'
import { Fleet } from './fleet/fleet.ts'
import { FLEET_LAYER, FleetLayer, symbolSize } from './fleet/fleet.layer.ts'
import type { Patch } from './held/held.ts'
import { WORD, WORDS } from './fleet/instance.ts'
import { AlarmMarks } from './fleet/alarm-marks.ts'
import { Overlay } from './fleet/overlay.ts'
import { Pace, scaleOf } from './held/pace.ts'
import { paddedView } from './fleet/padded-view.ts'
import { pick } from './fleet/picking.ts'
import { usePicture, type ContactKey } from './held/picture.store.ts'
import { CONTACTS, GROUPED } from './fleet/layer-ids.ts'
import { latitudeOf, mercatorX, mercatorY } from './fleet/reckon.ts'
import { pinPopup, placeFollowers, onFollower } from './card/popups.ts'
import { findContacts, showsFleet } from './held/held-contacts.ts'
import { setHeldFinds } from '../../../map/explanation/held-finds.ts'
import { offsetFrom } from './held/server-offset.ts'
import { keepPicture, savedPicture } from './held/saved-picture.ts'
import { followCamera } from './held/follow.ts'
import { followReplay } from './held/follow-replay.ts'
import { goToContact } from './go-to-contact.ts'
import { shipColours } from '../../../map/chart/ship-colours.ts'
import type { FromWorker, ToWorker } from './held/worker-words.ts'

const WATCH_EVERY_MS = 250
/** Pause for a user typing a filter, so that not every letter requests another picture. */
const FILTER_PAUSE_MS = 150
/** Maximum distance of the pointer from a symbol's edge. */
const REACH_PX = 6
const GO_ZOOM = 11
const KEEP_EVERY_MS = 30_000

setHeldFinds(findContacts)

/**
 * Live chart outside React: takes data from the worker, draws fleet layer and overlay, and updates the store with what
 * React shows.
 */
export class PictureView {
  readonly chart: Chart
  private readonly fleet = new Fleet()
  private readonly layer: FleetLayer
  private readonly overlay: Overlay
  private readonly alarms: AlarmMarks
  private readonly pace: Pace
  private readonly worker: Worker
  private readonly stops: (() => void)[] = []
  private watchTimer: ReturnType<typeof setTimeout> | undefined
  private pointer: { x: number; y: number } | null = null
  private hoverFrame = 0
  private selected: ContactKey | null = null
  private selectedSeen = 0
  private readonly followed = new Map<number, number>()

  constructor(container: HTMLElement) {
    const theme = themeNow()
    const colours = coloursOf(theme)
    this.chart = createChart(container, theme)
    this.overlay = new Overlay(this.chart, this.fleet, colours)
    this.alarms = new AlarmMarks(this.chart, this.fleet, this.overlay)
    this.layer = new FleetLayer(this.fleet, colours, () => this.overlay.gather())
    this.pace = new Pace(this.chart)
    this.worker = new Worker(new URL('./held/picture.worker.ts', import.meta.url), { type: 'module' })
    this.worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.hear(data))
    onUnfetched(this.worker, (words) => toast(words, 'bad'))
    this.chart.on('style.load', () => {
      if (!this.chart.getLayer(FLEET_LAYER)) this.chart.addLayer(this.layer)
      this.dress()
    })
    this.follow()
    this.showLayers()
    this.listen()
    this.start()
    this.showSaved()
    this.setSelected(usePicture.getState().selected)
    showsFleet(this.fleet)
  }

  remove() {
    this.keep()
    showsFleet(null)
    for (const stop of this.stops) stop()
    clearTimeout(this.watchTimer)
    cancelAnimationFrame(this.hoverFrame)
    this.worker.terminate()
    this.pace.stop()
    this.alarms.remove()
    this.overlay.remove()
    this.chart.remove()
  }

  private say(message: ToWorker) {
    this.worker.postMessage(message, [])
  }

  private start() {
    const { port1, port2 } = new MessageChannel()
    this.worker.postMessage({ say: 'start', port: port1 } satisfies ToWorker, [port1])
    transport().showPicture(port2)
    this.watchSoon(0)
    const follow = () => usePicture.setState({ link: useWire.getState().link })
    follow()
    this.stops.push(
      () => transport().showPicture(null),
      followReplay(
        (message) => this.say(message),
        () => this.chart.triggerRepaint(),
      ),
      useWire.subscribe(follow),
      onPush((wire, raw) => {
        if (wire === pictureStatus.wire) this.hearStatus(raw)
      }),
    )
  }

  private hearStatus(raw: unknown) {
    const reading = pictureStatus.payload(raw)
    if (!reading.ok) return
    const offsetMs = offsetFrom(Date.parse(reading.value.at))
    this.say({ say: 'clock', offsetMs })
    setServerOffset(offsetMs)
    usePicture.setState({ status: reading.value, offsetMs })
  }

  private hear(message: FromWorker) {
    switch (message.say) {
      case 'patch':
        this.take(message.patch, message.epochMs)
        if (usePicture.getState().lastFrameAt === null) performance.mark('first picture')
        usePicture.setState({ lastFrameAt: performance.now(), savedAt: null })
        break
      case 'counts':
        usePicture.setState({ inView: message.inView, total: message.total, byGroup: message.byGroup })
        break
      case 'frame':
        useReplayed.setState({ frame: message.frame })
    }
  }

  private take(patch: Patch, epochMs: number) {
    this.fleet.epochMs = epochMs
    this.fleet.apply(patch)
    this.followed.clear()
    this.findSelected()
    this.pace.changed(patch.longestStep)
    // Ships move on under a pointer that rests.
    if (this.pointer !== null) this.pointTo(this.pointer)
  }

  /** After a reload the picture stands as it was, and as old as it is, until the first frame comes. */
  private showSaved() {
    const saved = useReplayed.getState().replayed === null ? savedPicture() : null
    if (saved !== null) {
      this.take(saved.patch, saved.epochMs)
      usePicture.setState({ ...saved.counts, savedAt: saved.at })
    }
    const timer = setInterval(() => this.keep(), KEEP_EVERY_MS)
    this.stops.push(() => clearInterval(timer))
  }

  private keep() {
    const { link, inView, total, byGroup } = usePicture.getState()
    if (link === 'live' && useReplayed.getState().replayed === null)
      keepPicture(this.fleet, { inView, total, byGroup })
  }

  /** Follows the stores with theme, selection and requested places. */
  private follow() {
    this.stops.push(
      onTheme(() => this.dress()),
      useSettings.subscribe(() => this.dress()),
      useFilter.subscribe(({ filter }, before) => {
        if (filter !== before.filter) this.watchAfter(FILTER_PAUSE_MS)
      }),
      useWorkbench.subscribe(({ wantedShip, bandwidth }, before) => {
        if (bandwidth !== before.bandwidth) this.watchSoon(0)
        this.showLayers()
        if (wantedShip === null) return
        useWorkbench.setState({ wantedShip: null })
        void goToContact(wantedShip.mmsi, wantedShip.split)
      }),
      usePicture.subscribe((state, before) => {
        if (state.selected !== before.selected) this.setSelected(state.selected)
        if (state.goTo !== null && state.goTo !== before.goTo) this.go(state.goTo)
      }),
    )
    watchOperatorBase(this.chart, () => {
      const { base, failed } = useChart.getState()
      useChart.setState({ failed: [...failed, base] })
      toast(`The tile server of ${base} does not answer. The built-in chart is shown instead.`, 'bad')
    })
  }

  /** The layers of the picture itself: all contacts, and whether they are counted in groups from afar. */
  private showLayers() {
    const { layers } = useWorkbench.getState()
    const isGrouped = layers[GROUPED]?.visible ?? true
    const isHidden = layers[CONTACTS]?.visible === false
    if (isGrouped === this.overlay.isGrouped && isHidden === this.overlay.isHidden) return
    this.overlay.isGrouped = isGrouped
    this.overlay.isHidden = isHidden
    this.chart.triggerRepaint()
  }

  private dressed = ''

  private dress() {
    if (!this.chart.isStyleLoaded() && !this.chart.getLayer(FLEET_LAYER)) return
    const theme = themeNow()
    const operator = operatorBase(useChart.getState())
    const colours = coloursOf(theme)
    const dressed = JSON.stringify([theme, operator, colours])
    if (dressed === this.dressed) return
    this.dressed = dressed
    setOperatorBase(this.chart, operator)
    applyTheme(this.chart, theme)
    this.layer.colours = colours
    this.overlay.colours = colours
    this.chart.triggerRepaint()
  }

  private go({ lon, lat }: { lon: number; lat: number }) {
    usePicture.setState({ goTo: null })
    // Once the card of what was selected stands, beside which there must be room.
    requestAnimationFrame(() => {
      const zoom = Math.max(this.chart.getZoom(), GO_ZOOM)
      this.chart.flyTo({ center: [lon, lat], zoom, duration: 900, offset: freeOffset(this.chart) })
    })
  }

  private listen() {
    const { chart } = this
    chart.on('move', () => this.watchSoon(WATCH_EVERY_MS))
    chart.on('moveend', () => this.watchSoon(0))
    chart.on('resize', () => this.watchSoon(WATCH_EVERY_MS))
    chart.on('mousemove', (event: MapMouseEvent) => this.pointTo(event.point))
    chart.on('mouseout', () => this.pointTo(null))
    chart.on('dragstart', () => this.pointTo(null))
    chart.on('click', (event: MapMouseEvent) => this.click(event))
    onFollower(() => chart.triggerRepaint())
    chart.on('render', () => placeFollowers((ship) => this.overlay.placeOnScreen(this.placeOf(ship))))
    this.stops.push(
      listenToMenu(chart, (at) => this.shipAt(at)),
      followCamera(chart, (ship) => this.overlay.placeOnEarth(this.placeOf(ship))),
    )
  }

  private click({ point, originalEvent }: MapMouseEvent) {
    if (useWorkbench.getState().pointerOf !== null || originalEvent.defaultPrevented) return
    const place = this.pickAt(point)
    const group = place < 0 ? this.overlay.groupAt(point) : null
    // A click on a contact belongs to it alone.
    if (group !== null || place >= 0) originalEvent.preventDefault()
    if (group !== null) return this.openGroup(group)
    const ship = place < 0 ? null : this.keyOf(place)
    if (ship !== null && originalEvent.shiftKey) pinPopup(ship)
    else usePicture.getState().select(ship)
  }

  private openGroup({ x, y }: { x: number; y: number }) {
    const center: [number, number] = [x * 360 - 180, latitudeOf(y)]
    this.chart.easeTo({ center, zoom: Math.max(this.chart.getZoom() + 1.6, 3.5), duration: 500 })
  }

  /** The contact at a point, as the context menu names it. */
  private shipAt(point: { x: number; y: number }): MenuPlace['ship'] {
    const place = this.pickAt(point)
    return place < 0 ? null : { ...this.keyOf(place), name: this.fleet.names[place] ?? '' }
  }

  private watchSoon(ms: number) {
    if (ms > 0 && this.watchTimer !== undefined) return
    this.watchAfter(ms)
  }

  private watchAfter(ms: number) {
    clearTimeout(this.watchTimer)
    this.watchTimer = setTimeout(() => {
      this.watchTimer = undefined
      const { filter } = useFilter.getState()
      this.say({
        say: 'watch',
        bbox: paddedView(this.chart),
        zoom: this.chart.getZoom(),
        filter: clauseCount(filter) === 0 ? null : filter,
        isThin: useWorkbench.getState().bandwidth === 'LOW',
      })
    }, ms)
  }

  private pointTo(point: { x: number; y: number } | null) {
    this.pointer = point
    if (this.hoverFrame === 0) this.hoverFrame = requestAnimationFrame(() => this.hover())
  }

  private hover() {
    this.hoverFrame = 0
    const place = this.pointer === null ? -1 : this.pickAt(this.pointer)
    const isGroup = place < 0 && this.pointer !== null && this.overlay.groupAt(this.pointer) !== null
    const isOnContact = place >= 0 || isGroup
    if (useWorkbench.getState().isOnContact !== isOnContact) useWorkbench.setState({ isOnContact })
    // Who holds the pointer for a tool sets its own sign.
    if (useWorkbench.getState().pointerOf === null)
      this.chart.getCanvas().style.cursor = place < 0 && !isGroup ? '' : 'pointer'
    if (place !== this.overlay.hovered) {
      this.overlay.hovered = place
      this.chart.triggerRepaint()
    }
    if (place < 0 || this.pointer === null) {
      if (usePicture.getState().hovered !== null) usePicture.setState({ hovered: null })
      return
    }
    const observed = this.fleet.rows.f32[place * WORDS + WORD.observed]!
    usePicture.setState({
      hovered: {
        name: this.fleet.names[place] ?? '',
        mmsi: this.keyOf(place).mmsi,
        at: this.fleet.epochMs + observed * 1000,
        x: this.pointer.x,
        y: this.pointer.y,
      },
    })
  }

  private pickAt(point: { x: number; y: number }): number {
    if (this.overlay.isHidden) return -1
    const { lng, lat } = this.chart.unproject([point.x, point.y])
    const sight = { scale: scaleOf(this.chart), now: (now() - this.fleet.epochMs) / 1000 }
    const reach = REACH_PX + symbolSize(this.chart.getZoom()) / 2
    const at = { x: mercatorX(lng) - Math.floor(mercatorX(lng)), y: mercatorY(lat) }
    return pick(this.fleet, at, sight, reach)
  }

  private keyOf(place: number): ContactKey {
    const mmsi = this.fleet.mmsi[place]!
    return { mmsi: mmsi === 0 ? '' : String(mmsi).padStart(9, '0'), split: this.fleet.split[place]! }
  }

  /** Where a ship stands among the rows; looked for again only when rows changed. */
  private placeOf({ mmsi, split }: ContactKey): number {
    const { fleet, followed } = this
    const number = Number(mmsi)
    const known = followed.get(number * 256 + split)
    if (known !== undefined && (known < 0 || fleet.isAt(known, number, split))) return known
    const found = fleet.placeOfMmsi(number, split)
    followed.set(number * 256 + split, found)
    return found
  }

  /** Where the selected contact stands on the screen; null out of view. */
  readonly placeOfSelected = () => this.overlay.placeOnScreen(this.overlay.selected)

  private setSelected(selected: ContactKey | null) {
    this.selected = selected
    useWorkbench.setState({ ship: selected })
    this.selectedSeen = 0
    this.findSelected()
    this.chart.triggerRepaint()
  }

  private findSelected() {
    const { overlay, selected, fleet } = this
    if (selected === null) {
      overlay.selected = -1
      return
    }
    const mmsi = Number(selected.mmsi)
    const held = overlay.selected
    const isSame = held >= 0 && fleet.mmsi[held] === mmsi && fleet.split[held] === selected.split
    if (!isSame) overlay.selected = fleet.placeOfMmsi(mmsi, selected.split)
    if (overlay.selected < 0) return
    const seen = fleet.rows.f32[overlay.selected * WORDS + WORD.observed]!
    if (seen === this.selectedSeen) return
    this.selectedSeen = seen
    usePicture.setState(({ ais_update }) => ({ ais_update: ais_update + 1 }))
  }
}

const coloursOf = ({ base, palette }: ChartTheme) =>
  shipColours(base, palette, useSettings.getState()['ship.colours'])
