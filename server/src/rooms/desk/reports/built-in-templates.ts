import { CATEGORY_LOOKS, EVENT_CATEGORIES } from '@samudra/contract/event-types'
import type { ReportBlock } from '@samudra/contract/reports'
import type { Given } from '../../../platform/kernel/objects/objects.ts'
import type { TemplateBody } from './report-template.ts'

const COMMON = {
  zone: 'UTC',
  filters: {},
  recipients: { user_ids: [], addresses: [] },
  formats: ['pdf', 'csv', 'json'] as ('pdf' | 'csv' | 'json')[],
  schedule: null,
}
const heading = (title: string): ReportBlock => ({ kind: 'heading', title })

const DAILY: ReportBlock[] = [
  heading('Alerts'),
  { kind: 'number', title: 'Alerts', query: { measure: 'alerts', compare: 'previous' } },
  {
    kind: 'table',
    title: 'Alerts by severity',
    query: { measure: 'alerts', by: 'severity', compare: 'previous' },
  },
  {
    kind: 'list',
    title: 'Alerts of medium severity and above',
    query: { measure: 'alerts', severities: ['MEDIUM', 'HIGH', 'CRITICAL'] },
  },
  heading('Events'),
  {
    kind: 'table',
    title: 'Events by category',
    query: { measure: 'events', by: 'category', compare: 'previous' },
  },
  { kind: 'map', title: 'Events', query: { measure: 'events' } },
  { kind: 'list', title: 'Reported events and anomalies', query: { measure: 'events' } },
  heading('Traffic'),
  {
    kind: 'table',
    title: 'Vessels by type',
    query: { measure: 'vessels', by: 'kind', bucket: 'hour', compare: 'baseline' },
  },
  {
    kind: 'chart',
    title: 'Vessels per hour',
    query: { measure: 'vessels', bucket: 'hour', compare: 'baseline' },
  },
  heading('Ports'),
  {
    kind: 'table',
    title: 'Arrivals by port',
    query: { measure: 'arrivals', by: 'port', compare: 'previous' },
  },
]

/** A section of each category: its count beside the month before, its types and its events. */
const MONTHLY: ReportBlock[] = [
  heading('Summary'),
  {
    kind: 'table',
    title: 'Events by category',
    query: { measure: 'events', by: 'category', compare: 'previous' },
  },
  { kind: 'chart', title: 'Events per day', query: { measure: 'events', bucket: 'day' } },
  { kind: 'map', title: 'Events of the month', query: { measure: 'events' } },
  ...EVENT_CATEGORIES.flatMap((category): ReportBlock[] => {
    const query = { measure: 'events' as const, categories: [category] }
    return [
      heading(CATEGORY_LOOKS[category].label),
      { kind: 'number', title: 'Events', query: { ...query, compare: 'previous' } },
      { kind: 'table', title: 'By type', query: { ...query, by: 'type', compare: 'previous' } },
      { kind: 'list', title: 'Events', query },
    ]
  }),
]

const AREA: ReportBlock[] = [
  {
    kind: 'table',
    title: 'Vessels by type',
    query: { measure: 'vessels', by: 'kind', bucket: 'day', compare: 'previous' },
  },
  {
    kind: 'table',
    title: 'Vessels by flag',
    query: { measure: 'vessels', by: 'country', bucket: 'day', compare: 'previous' },
  },
  { kind: 'chart', title: 'Vessels per day', query: { measure: 'vessels', bucket: 'day' } },
  {
    kind: 'table',
    title: 'Vessels with anomalies',
    query: { measure: 'abnormal', by: 'state', bucket: 'day' },
  },
  {
    kind: 'table',
    title: 'Anomalies by type',
    query: { measure: 'anomalies', by: 'type', compare: 'previous' },
  },
  { kind: 'map', title: 'Events', query: { measure: 'events' } },
  { kind: 'list', title: 'Events', query: { measure: 'events' } },
]

const PORT: ReportBlock[] = [
  { kind: 'number', title: 'Arrivals', query: { measure: 'arrivals', compare: 'previous' } },
  { kind: 'number', title: 'Departures', query: { measure: 'departures', compare: 'previous' } },
  { kind: 'chart', title: 'Arrivals per day', query: { measure: 'arrivals', bucket: 'day' } },
  {
    kind: 'table',
    title: 'Arrivals by ship type',
    query: { measure: 'arrivals', by: 'kind', compare: 'previous' },
  },
  {
    kind: 'table',
    title: 'Arrivals by flag',
    query: { measure: 'arrivals', by: 'country', compare: 'previous' },
  },
]

const WATCH: ReportBlock[] = [
  { kind: 'number', title: 'Alerts', query: { measure: 'alerts', compare: 'previous' } },
  { kind: 'table', title: 'Alerts by state', query: { measure: 'alerts', by: 'state' } },
  { kind: 'table', title: 'Alerts by age', query: { measure: 'alerts', by: 'age' } },
  { kind: 'list', title: 'Alerts', query: { measure: 'alerts' } },
  { kind: 'list', title: 'Events', query: { measure: 'events' } },
]

/** Templates that a release brings; a centre copies them. */
export const BUILT_IN_TEMPLATES: readonly Given<TemplateBody>[] = [
  {
    id: 'daily-situation',
    body: { ...COMMON, name: 'Daily situation', kind: 'DAILY', period: 'LAST_DAY', blocks: DAILY },
  },
  {
    id: 'monthly-security-update',
    body: {
      ...COMMON,
      name: 'Monthly maritime security update',
      kind: 'MONTHLY',
      period: 'LAST_MONTH',
      blocks: MONTHLY,
    },
  },
  { id: 'area-report', body: { ...COMMON, name: 'Area', kind: 'AREA', period: 'LAST_WEEK', blocks: AREA } },
  { id: 'port-report', body: { ...COMMON, name: 'Port', kind: 'PORT', period: 'LAST_WEEK', blocks: PORT } },
  {
    id: 'watch-report',
    body: { ...COMMON, name: 'Watch', kind: 'WATCH', period: 'LAST_WATCH', blocks: WATCH },
  },
]
export const isBuiltIn = (id: string) => BUILT_IN_TEMPLATES.some((one) => one.id === id)
