import { eventTypeOf } from '@samudra/contract/event-types'
import { isOpen } from '@samudra/contract/alert-workflow'
import { boxOf, middleOf } from '@samudra/nautical/polygons/box'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { TrafficInterface } from '../../past/traffic/room.ts'
import type { PortCallsInterface } from '../../vessels/port-calls/room.ts'
import type { AlertsInterface } from '../../watch/alerts/room.ts'
import type { EventsInterface } from '../../watch/events/room.ts'
import type { RulesInterface } from '../../watch/rules/room.ts'
import type { Window } from '../../../sea/baseline.ts'
import { cellsOf, type FigureRequest, type MeasureSource } from './figure-measures.ts'

export type FoundNeeds = {
  traffic: TrafficInterface
  rules: RulesInterface
  events: EventsInterface
  alerts: AlertsInterface
  portCalls: PortCallsInterface
}

const isAmong = (wanted: readonly string[] | undefined, value: string) =>
  wanted === undefined || wanted.includes(value)

/** An event as it is counted. */
export type FoundEvent = {
  at: number
  type: string
  severity: string
  status: string
  category: string
  /** Makes title and text, which only lists show. */
  words: () => { title: string; text: string }
  lat: number
  lon: number
}

/** Returns detected events, and with `all` the reported ones too, that the caller may see and a query means. */
export async function foundEvents(
  { rules, events }: Pick<FoundNeeds, 'rules' | 'events'>,
  request: Pick<FigureRequest, 'asOf'> & { isAll: boolean },
  window: Window,
  caller: Caller,
): Promise<FoundEvent[]> {
  const { asOf } = request
  const found: FoundEvent[] = (await rules.detections({ ...window, asOf }, caller)).map(
    ({ at, type, severity, status, lat, lon, mmsis }) => ({
      at,
      type,
      severity,
      status,
      category: 'AIS_BEHAVIOUR',
      words: () => ({ title: typeLabel(type), text: mmsis.map(mmsiText).join(', ') }),
      lat,
      lon,
    }),
  )
  if (!request.isAll) return found
  for (const event of await events.reported(caller, new Date(asOf))) {
    const at = Date.parse(event.start_at)
    if (at < window.from || at >= window.to) continue
    const { type, severity, status, category, title, text } = event
    const words = () => ({ title, text })
    found.push({ at, type, severity, status, category, words, ...middleOf(boxOf(event.geometry)) })
  }
  return found
}

/** Returns the events that a query means, each with the counted areas that hold it where the query needs them. */
async function meantEvents(needs: FoundNeeds, request: FigureRequest, window: Window, caller: Caller) {
  const isAll = request.measure === 'events'
  const all = await foundEvents(needs, { asOf: request.asOf, isAll }, window, caller)
  const { by, area, bbox, types, categories, severities } = request
  const needsAreas = by === 'area' || area !== undefined
  const seen = new Set(needsAreas ? needs.traffic.areasSeenBy(caller).map(({ id }) => id) : [])
  return all.flatMap((event) => {
    const { lat, lon } = event
    const isMeant =
      isAmong(types, event.type) &&
      isAmong(categories, event.category) &&
      isAmong(severities, event.severity) &&
      (bbox === undefined || isInBox(bbox, lat, lon))
    if (!isMeant) return []
    const areas = needsAreas ? needs.traffic.areasAt(lat, lon).filter((id) => seen.has(id)) : []
    return area !== undefined && !areas.includes(area) ? [] : [{ event, areas }]
  })
}

/** Anomalies and events, by their start. */
export const eventMeasures = (needs: FoundNeeds): MeasureSource => ({
  async cells(request, window, caller) {
    const { by, area, bucket } = request
    const items = (await meantEvents(needs, request, window, caller)).map(({ event, areas }) => ({
      at: event.at,
      keys:
        by === 'area'
          ? areas.filter((id) => area === undefined || id === area)
          : [by === undefined ? '' : event[by as 'type']],
    }))
    return { cells: cellsOf(items, bucket, window), suppressed: 0 }
  },
})

/** One of the things that a figure counts. */
export type FoundItem = {
  at: number
  title: string
  text: string
  severity: string
  /** Degrees; null of alerts. */
  lat: number | null
  lon: number | null
}

/** Returns the events, anomalies or alerts that a query counts, the newest first; none of other measures. */
export async function foundItems(
  needs: FoundNeeds,
  request: FigureRequest,
  caller: Caller,
): Promise<FoundItem[]> {
  const newest = (items: FoundItem[]) =>
    items.sort((a, b) => b.at - a.at || (`${a.title} ${a.text}` < `${b.title} ${b.text}` ? -1 : 1))
  if (request.measure === 'events' || request.measure === 'anomalies')
    return newest(
      (await meantEvents(needs, request, request, caller)).map(
        ({ event: { at, words, severity, lat, lon } }) => ({ at, ...words(), severity, lat, lon }),
      ),
    )
  if (request.measure !== 'alerts') return []
  return newest(
    (await meantAlerts(needs, request, request, caller)).map(({ at, title, text, severity }) => ({
      at,
      title,
      text,
      severity,
      lat: null,
      lon: null,
    })),
  )
}

const isInBox = ([west, south, east, north]: readonly number[], lat: number, lon: number) =>
  lat >= south! &&
  lat <= north! &&
  (west! <= east! ? lon >= west! && lon <= east! : lon >= west! || lon <= east!)

const HOUR_MS = 3_600_000
/** Ages of open alerts, by their upper end; closed ones have none. */
export const AGES = [
  { key: 'UNDER_1_H', under: HOUR_MS },
  { key: 'UNDER_8_H', under: 8 * HOUR_MS },
  { key: 'UNDER_24_H', under: 24 * HOUR_MS },
  { key: 'OLDER', under: Infinity },
] as const
export const AGE_LABELS: Readonly<Record<string, string>> = {
  UNDER_1_H: 'Open less than 1 h',
  UNDER_8_H: 'Open 1 to 8 h',
  UNDER_24_H: 'Open 8 to 24 h',
  OLDER: 'Open longer',
  CLOSED: 'Closed',
}

/** Returns the alerts that a query means. */
async function meantAlerts({ alerts }: FoundNeeds, request: FigureRequest, window: Window, caller: Caller) {
  const { types, severities, states, asOf, isNow } = request
  const { from, to } = window
  return (await alerts.counted({ from, to, asOf: isNow ? undefined : asOf }, caller)).filter(
    ({ type, severity, state }) =>
      isAmong(types, type) && isAmong(severities, severity) && isAmong(states, state),
  )
}

/** Alerts, by the time at which they became known. */
export const alertMeasures = (needs: FoundNeeds): MeasureSource => ({
  async cells(request, window, caller) {
    const { by, bucket, asOf } = request
    const all = await meantAlerts(needs, request, window, caller)
    const labels = new Map(all.map((one) => [one.definition_id, one.definition]))
    const items = all.map((alert) => {
      const age = isOpen(alert.state) ? AGES.find(({ under }) => asOf - alert.at < under)!.key : 'CLOSED'
      const keys = { ...alert, definition: alert.definition_id, age }
      return { at: alert.at, keys: [by === undefined ? '' : keys[by as 'type']] }
    })
    return {
      cells: cellsOf(items, bucket, window),
      suppressed: 0,
      ...(by === 'definition' && { labels }),
    }
  },
})

/** Arrivals and departures of port calls. */
export const callMeasures = ({ portCalls }: FoundNeeds): MeasureSource => ({
  async cells(request, window, caller) {
    const { by, bucket, port, kinds, countries, asOf, isNow } = request
    const moment = request.measure === 'arrivals' ? 'arrival' : 'departure'
    const all = await portCalls.counted(
      {
        ...window,
        moment,
        ...(port !== undefined && { portId: port }),
        ...(!isNow && { at: asOf }),
      },
      caller,
    )
    const items = all.flatMap(({ at, port: portId, kind, country }) => {
      const keys = { port: portId, kind, country: country ?? 'UNKNOWN' }
      if (!isAmong(kinds, kind) || !isAmong(countries, keys.country)) return []
      return [{ at, keys: [by === undefined ? '' : keys[by as 'port']] }]
    })
    return { cells: cellsOf(items, bucket, window), suppressed: 0 }
  },
})

/** Label of a type of events or alerts. */
export const typeLabel = (code: string): string =>
  eventTypeOf(code)?.label ?? (code === 'RULE' ? 'Rule' : code === 'WATCH_EMPTY' ? 'Empty watch' : code)
