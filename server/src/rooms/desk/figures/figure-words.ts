import { CATEGORY_LOOKS } from '@samudra/contract/event-types'
import { BY_LABELS, NARROWING, type FigureBy, type Measure } from '@samudra/contract/figures'
import { ALERT_STATE_LABELS, SEVERITY_LABELS, SHIP_TYPE_LABELS } from '@samudra/contract/labels'
import { countryNameOf } from '@samudra/nautical/iso-countries'
import { OTHER_GROUPS } from '@samudra/contract/traffic'
import { AGE_LABELS, typeLabel } from './found-measures.ts'
import type { FigureRequest } from './figure-measures.ts'

/** Names of areas and ports that a caller may know. */
export type Naming = {
  areaName: (id: string) => string | undefined
  portName: (id: string) => string | undefined
}

const PARTS: Readonly<Record<string, string>> = { NORMAL: 'Without anomalies', ABNORMAL: 'With anomalies' }
const capital = (text: string) => `${text.slice(0, 1)}${text.slice(1).toLowerCase()}`
const nameIn = (table: Readonly<Record<string, string>>) => (key: string) => table[key]

const NAMES: Partial<Record<FigureBy, (key: string) => string | undefined>> = {
  kind: nameIn(SHIP_TYPE_LABELS),
  country: (key) => (key === 'UNKNOWN' ? 'Unknown' : countryNameOf(key)),
  type: typeLabel,
  category: (key) => CATEGORY_LOOKS[key as keyof typeof CATEGORY_LOOKS].label,
  severity: nameIn(SEVERITY_LABELS),
  status: capital,
  age: nameIn(AGE_LABELS),
  definition: (key) => (key === '' ? 'Without definition' : undefined),
}

/** Returns the name of a group. */
export function groupLabel(
  { by, measure }: Pick<FigureRequest, 'by' | 'measure'>,
  key: string,
  { areaName, portName }: Naming,
): string {
  if (key === OTHER_GROUPS) return 'Other'
  const known =
    by === 'state'
      ? measure === 'abnormal'
        ? PARTS[key]
        : nameIn(ALERT_STATE_LABELS)(key)
      : by === 'area'
        ? areaName(key)
        : by === 'port'
          ? portName(key)
          : by === undefined
            ? ''
            : NAMES[by]?.(key)
  return known ?? key
}

const SUBJECTS: Record<Measure, string> = {
  vessels: 'Vessels received',
  positions: 'Positions received',
  abnormal: 'Vessels with anomalies',
  anomalies: 'Anomalies found',
  events: 'Events that started',
  alerts: 'Alerts raised',
  arrivals: 'Arrivals',
  departures: 'Departures',
}
const minute = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
const whole = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const LISTS: readonly {
  field: 'kinds' | 'countries' | 'sources' | 'types' | 'categories' | 'severities' | 'states'
  by: FigureBy
}[] = [
  { field: 'kinds', by: 'kind' },
  { field: 'countries', by: 'country' },
  { field: 'sources', by: 'source' },
  { field: 'types', by: 'type' },
  { field: 'categories', by: 'category' },
  { field: 'severities', by: 'severity' },
  { field: 'states', by: 'state' },
]

/** Returns what is counted, in one sentence. */
export function querySentence(request: FigureRequest, naming: Naming): string {
  const { measure, by, bucket, from, to, area, port, bbox, compare, asOf } = request
  const parts = [`${SUBJECTS[measure]} from ${minute(from)} to ${minute(to)} UTC`]
  if (by !== undefined) parts.push(`by ${BY_LABELS[by].toLowerCase()}`)
  parts.push(`in each ${bucket}`)
  if (area !== undefined) parts.push(`in ${naming.areaName(area) ?? area}`)
  if (port !== undefined) parts.push(`at ${naming.portName(port) ?? port}`)
  if (bbox !== undefined) parts.push(`within ${bbox.join(', ')} degrees (west, south, east, north)`)
  for (const { field, by: group } of LISTS) {
    const values = request[field]
    if (values !== undefined && NARROWING[measure].includes(field))
      parts.push(
        `${BY_LABELS[group].toLowerCase()} ${values.map((value) => groupLabel({ by: group, measure }, value, naming)).join(' or ')}`,
      )
  }
  if (compare === 'previous') parts.push('compared with the previous period')
  if (compare === 'baseline') parts.push('compared with the eight weeks before')
  return `${parts.join(', ')}; as known at ${whole(asOf)} UTC.`
}
