import { FaultLine } from '../../../kit/pages/FaultLine.tsx'
import type { VesselEvent } from '@samudra/contract/events'
import { CATEGORY_LOOKS, EVENT_CATEGORIES } from '@samudra/contract/event-types'
import { IconAlertOctagon } from '@tabler/icons-react'
import type { MapMouseEvent } from 'maplibre-gl'
import { later } from '../../../kit/pages/later.tsx'
import { lookAtBox } from '../../../map/chart/chart.store.ts'
import { chartColours } from '../../../map/chart/chart-colours.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { MapPart } from '../../../map/workbench/part.ts'
import { plainLayer } from '../../../map/chart/plain-layer.ts'
import { madeBy, type DrawingRecord } from '../../../map/drawing-record.ts'
import { chooseLayer, useWorkbench } from '../../../map/workbench/workbench.store.ts'
import { serverNow } from '../../../wire/transport.ts'
import { EVENTS, EVENT_LAYERS, PREVIEW, eventStyle, featuresOf, previewStyle } from './event-layers.ts'
import { attachLater } from '../../../map/chart/attach-later.ts'
import { DETECTED, useDetected } from './detected-open.store.ts'
import { addMarks } from './event-marks.ts'
import { EventMark } from './EventMark.tsx'
import { isDetected, showDetected } from './show-detected.ts'
import { useStored } from '../../../stored/stores.ts'
import { events, openEvent, useEvents, writeEvent } from './events.store.ts'
import './events.css'
import { countWords } from '../../../kit/text/quantity-text.ts'

const EventsPanel = later(() => import('./EventsPanel.tsx').then((code) => code.EventsPanel))
const EventDialog = later(() => import('./EventDialog.tsx').then((code) => code.EventDialog), {
  isWanted: () => useEvents(({ writing }) => writing !== null),
})
const EventDrawing = later(() => import('./EventDrawing.tsx').then((code) => code.EventDrawing), {
  isWanted: () => useEvents(({ drawing }) => drawing !== null),
})
const EventPopup = later(() => import('./EventPopup.tsx').then((code) => code.EventPopup), {
  isWanted: () => {
    const open = useEvents((state) => state.open)
    return events.use(({ byId }) => open !== null && byId.has(open))
  },
})
const DetectedPopup = later(() => import('./DetectedPopup.tsx').then((code) => code.DetectedPopup), {
  isWanted: () => useDetected(({ open, byId }) => open !== null && byId.has(open)),
})
const DetectedOfShip = later(() => import('./DetectedOfShip.tsx').then((code) => code.DetectedOfShip), {
  Meanwhile: () => null,
})
const PreviewBar = later(() => import('./PreviewBar.tsx').then((code) => code.PreviewBar), {
  isWanted: () => useEvents(({ preview }) => preview !== null),
})

const NEAR_PX = 4
/** Events that end are drawn as over soon after. */
const AGE_MS = 60_000

function attachEvents(chart: Chart, theme: ChartTheme) {
  addMarks(chart, chartColours(theme.base, theme.palette).halo)
  const layer = plainLayer(chart, EVENTS, eventStyle, theme)
  const draw = () => {
    const features = featuresOf(events.use.getState().rows, serverNow())
    layer.set({ type: 'FeatureCollection', features: features as never })
  }
  const click = (event: MapMouseEvent) => {
    const { x, y } = event.point
    if (useWorkbench.getState().pointerOf !== null) return
    const box: [[number, number], [number, number]] = [
      [x - NEAR_PX, y - NEAR_PX],
      [x + NEAR_PX, y + NEAR_PX],
    ]
    const [hit] = chart.queryRenderedFeatures(box, { layers: [...EVENT_LAYERS] })
    if (hit === undefined) return
    event.preventDefault()
    openEvent(String(hit.properties['id']))
  }
  draw()
  chart.on('click', click)
  const timer = setInterval(draw, AGE_MS)
  const stops = [
    events.use.subscribe((state, before) => {
      if (state.rows !== before.rows) draw()
    }),
    () => chart.off('click', click),
    () => clearInterval(timer),
  ]
  return {
    ...layer,
    dress: (next: ChartTheme) => {
      addMarks(chart, chartColours(next.base, next.palette).halo)
      layer.dress(next)
    },
    remove: () => {
      for (const stop of stops) stop()
      layer.remove()
    },
  }
}

function attachPreview(chart: Chart, theme: ChartTheme) {
  const layer = plainLayer(chart, PREVIEW, previewStyle, theme)
  const draw = () => {
    const features = (useEvents.getState().preview?.rows ?? []).map(({ geometry, properties }) => ({
      type: 'Feature',
      geometry,
      properties,
    }))
    layer.set({ type: 'FeatureCollection', features: features as never })
  }
  draw()
  const stop = useEvents.subscribe((state, before) => {
    if (state.preview !== before.preview) draw()
  })
  return {
    ...layer,
    remove: () => {
      stop()
      layer.remove()
    },
  }
}

function Legend() {
  const fault = events.use((state) => state.fault)
  const count = events.use((state) => state.rows.length)
  if (fault !== null) return <FaultLine fault={fault} again={() => events.read()} />
  return (
    <div className="event-legend">
      <p className="dim">{countWords(count, 'event')}; faint ones are over</p>
      <ul>
        {EVENT_CATEGORIES.map((category) => (
          <li key={category}>
            <EventMark category={category} size={14} /> {CATEGORY_LOOKS[category].label}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Over({ chart }: { chart: Chart }) {
  useStored(events)
  return (
    <>
      <EventPopup chart={chart} />
      <DetectedPopup chart={chart} />
      <EventDialog />
      <EventDrawing chart={chart} />
      <PreviewBar chart={chart} />
    </>
  )
}

const recordOf = (event: VesselEvent): DrawingRecord => ({
  title: event.title,
  category: CATEGORY_LOOKS[event.category].label,
  severity: event.severity,
  status: event.status,
  start: event.start_at,
  end: event.end_at,
  mmsi: event.mmsis,
  ...madeBy(event),
})

const recordOfDetected = (event: VesselEvent): DrawingRecord => ({
  title: event.title,
  states: event.text,
  severity: event.severity,
  status: event.status,
  start: event.start_at,
  end: event.end_at,
  mmsi: event.mmsis,
  why: event.explanation,
})

const showEvents = () => chooseLayer(EVENTS, { visible: true, opacity: 1 })

/** Vessel events and disasters on the map. */
export const eventsPart: MapPart = {
  layers: [
    {
      id: EVENTS,
      label: 'Vessel events and disasters',
      group: 'Events',
      isOn: true,
      opacity: 1,
      isAbove: true,
      attach: attachEvents,
      recordOf: ({ id }) => {
        const event = events.use.getState().byId.get(String(id))
        return event === undefined ? null : recordOf(event)
      },
      Legend,
    },
    {
      id: DETECTED,
      label: 'Detected events',
      group: 'Events',
      note: 'The last day; hollow = unconfirmed',
      isOn: true,
      opacity: 1,
      isAbove: true,
      attach: attachLater(() => import('./detected-layer.ts').then((code) => code.attachDetected), {
        mayWait: true,
      }),
      recordOf: ({ id }) => {
        const event = useDetected.getState().byId.get(String(id))
        return event === undefined ? null : recordOfDetected(event)
      },
    },
    {
      id: PREVIEW,
      label: 'Rows of an event file',
      group: 'Events',
      isOn: true,
      isAbove: true,
      attach: attachPreview,
    },
  ],
  opens: {
    event: ({ id, bbox }) => {
      if (isDetected(id)) return showDetected(id, bbox)
      showEvents()
      if (bbox !== null) lookAtBox(bbox)
      openEvent(id)
    },
  },
  tools: [
    { id: 'events', label: 'Events', Icon: IconAlertOctagon, hotkey: 'i', order: 45, Panel: EventsPanel },
  ],
  card: [{ id: 'detected', name: 'Detections of the vessel', place: 'foot', Part: DetectedOfShip }],
  menu: ({ lon, lat, ship }) => [
    {
      id: 'vessel-event',
      label: ship === null ? 'Vessel event here' : 'Event of this vessel',
      Icon: IconAlertOctagon,
      section: ship === null ? ('Place' as const) : ('Ship' as const),
      rank: 6,
      act: () => {
        // A new event must be visible on the map.
        showEvents()
        writeEvent({ kind: 'new', lon, lat, mmsis: ship === null ? [] : [ship.mmsi] })
      },
    },
  ],
  Over,
}
