import type { Dashboard, Panel, PanelLook } from '@samudra/contract/dashboards'
import type { FigureQuery } from '@samudra/contract/figures'

/** A panel on offer: what it shows in words, and the panel it adds. */
export type CatalogEntry = {
  name: string
  hint: string
  panel: Pick<Panel, 'look' | 'title' | 'w' | 'h' | 'text'> & { query?: FigureQuery }
}

const entry = (
  hint: string,
  title: string,
  look: PanelLook,
  [w, h]: readonly [number, number],
  query?: FigureQuery,
): CatalogEntry => ({
  name: title,
  hint,
  panel: { look, title, w, h, ...(query === undefined ? {} : { query }) },
})

const NUMBER = [2, 2] as const
const CHART = [4, 4] as const

/** Panels that can be added; each is changed afterwards like any other. */
export const CATALOG: readonly CatalogEntry[] = [
  entry('New alerts and events since the last handover', 'Since the last watch', 'brief', [4, 5]),
  entry('Open alerts by state and age', 'Open alerts', 'alerts', [3, 4]),
  entry('Sources with state and rate', 'Feeds', 'feeds', [4, 4]),
  entry('Your own text', 'Notes', 'text', [3, 3]),
  entry('Vessels received, with baseline', 'Vessels', 'number', NUMBER, {
    measure: 'vessels',
    compare: 'baseline',
  }),
  entry('Anomalies found, with baseline', 'Anomalies', 'number', NUMBER, {
    measure: 'anomalies',
    compare: 'baseline',
  }),
  entry('Alerts raised, with the previous period', 'Alerts', 'number', NUMBER, {
    measure: 'alerts',
    compare: 'previous',
  }),
  entry('Arrivals in ports, with baseline', 'Arrivals', 'number', NUMBER, {
    measure: 'arrivals',
    compare: 'baseline',
  }),
  entry('Departures from ports, with baseline', 'Departures', 'number', NUMBER, {
    measure: 'departures',
    compare: 'baseline',
  }),
  entry('Vessels that had an anomaly', 'Vessels with anomalies', 'number', NUMBER, {
    measure: 'abnormal',
    compare: 'previous',
  }),
  entry('Vessels per hour with baseline band', 'Vessels over time', 'line', CHART, {
    measure: 'vessels',
    compare: 'baseline',
  }),
  entry('Vessels by ship type over time', 'Vessels by type', 'stack', CHART, {
    measure: 'vessels',
    by: 'kind',
  }),
  entry('Vessels by flag', 'Vessels by flag', 'bar', CHART, {
    measure: 'vessels',
    by: 'country',
    compare: 'baseline',
  }),
  entry('Vessels by area', 'Vessels by area', 'bar', CHART, {
    measure: 'vessels',
    by: 'area',
    compare: 'baseline',
  }),
  entry('Positions by source over time; shows outages', 'Positions by source', 'line', CHART, {
    measure: 'positions',
    by: 'source',
  }),
  entry('Vessels with and without anomalies', 'Normal and abnormal', 'stack', CHART, {
    measure: 'abnormal',
    by: 'state',
  }),
  entry('Anomalies by type over time', 'Anomalies by type', 'stack', CHART, {
    measure: 'anomalies',
    by: 'type',
  }),
  entry('Anomalies by area', 'Anomalies by area', 'bar', CHART, { measure: 'anomalies', by: 'area' }),
  entry('Events by category', 'Events by category', 'bar', CHART, {
    measure: 'events',
    by: 'category',
    compare: 'previous',
  }),
  entry('Alerts by severity over time', 'Alerts by severity', 'stack', CHART, {
    measure: 'alerts',
    by: 'severity',
  }),
  entry('Arrivals by port, with baseline', 'Arrivals by port', 'bar', CHART, {
    measure: 'arrivals',
    by: 'port',
    compare: 'baseline',
  }),
  entry('Arrivals by port over time; shows strikes', 'Arrivals by port over time', 'heat', CHART, {
    measure: 'arrivals',
    by: 'port',
  }),
  entry('Arrivals over time with baseline band', 'Arrivals over time', 'line', CHART, {
    measure: 'arrivals',
    compare: 'baseline',
  }),
]

const named = (name: string) => CATALOG.find((one) => one.name === name)!.panel
type Place = readonly [name: string, x: number, y: number, w: number, h: number]
const PLACES: readonly Place[] = [
  ['Alerts', 0, 0, 2, 2],
  ['Anomalies', 2, 0, 2, 2],
  ['Vessels with anomalies', 4, 0, 2, 2],
  ['Vessels', 6, 0, 2, 2],
  ['Arrivals', 8, 0, 2, 2],
  ['Departures', 10, 0, 2, 2],
  ['Since the last watch', 0, 2, 4, 4],
  ['Vessels over time', 4, 2, 5, 4],
  ['Open alerts', 9, 2, 3, 4],
  ['Arrivals by port over time', 0, 6, 4, 4],
  ['Anomalies by type', 4, 6, 5, 4],
  ['Positions by source', 9, 6, 3, 2],
  ['Feeds', 9, 8, 3, 2],
]

/** The morning brief: what a user without a dashboard of his own sees, on one screen of 1366×768. */
export const MORNING_BRIEF: Pick<Dashboard, 'name' | 'period' | 'panels'> = {
  name: 'Morning brief',
  period: 'DAY',
  panels: PLACES.map(([name, x, y, w, h], i) => ({ ...named(name), id: `brief-${i}`, x, y, w, h })),
}
