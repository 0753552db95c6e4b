import { ALERT_STATES, isOpen, type AlertState } from '@samudra/contract/alert-workflow'
import type { FigureBy, Measure } from '@samudra/contract/figures'
import { OTHER_GROUPS } from '@samudra/contract/traffic'
import { flagNameOf } from '@samudra/nautical/country-text'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { FigureRequest } from './figure-measures.ts'
import { AGES } from './found-measures.ts'

/** Fields of an address, in the order in which they are written; null where no list shows just what is counted. */
type Fields = Record<string, string> | null
type Values = Partial<Record<FigureBy, string>>

const iso = (at: number) => new Date(at).toISOString()
const listed = (field: string, group: string | undefined, values: readonly string[] | undefined) => {
  if (group !== undefined) return { [field]: group }
  return values === undefined ? {} : { [field]: values.join() }
}

/** Alerts that became known in the period. An age is a part of it, of alerts that are open. */
function alertFields(request: FigureRequest, { state, severity, type, definition, age }: Values): Fields {
  if (definition === '') return null
  const { states, severities, types, asOf } = request
  let [from, to] = [request.from, request.to]
  let meant: readonly string[] | undefined = state === undefined ? states : [state]
  if (age !== undefined) {
    const place = AGES.findIndex(({ key }) => key === age)
    if (place !== -1) {
      from = Math.max(from, asOf - AGES[place]!.under)
      to = Math.min(to, asOf - (AGES[place - 1]?.under ?? -Infinity))
    }
    const isMeant = (one: AlertState) => isOpen(one) === (place !== -1)
    meant = ALERT_STATES.filter((one) => isMeant(one) && meant?.includes(one) !== false)
  }
  return {
    state: state ?? 'ALL',
    from: iso(from),
    to: iso(to),
    ...(state === undefined && listed('states', undefined, meant)),
    ...(severity === undefined ? listed('severities', undefined, severities) : { severity }),
    ...listed('types', type, types),
    ...(definition === undefined ? {} : { definition }),
  }
}

/** Anomalies that were found in the period, of which vessels are counted; of all types and flags. */
function anomalyFields(request: FigureRequest, { kind, country, area, state }: Values): Fields {
  const isNarrowed = [kind, country, request.kinds, request.countries].some((one) => one !== undefined)
  if (isNarrowed || state === 'NORMAL') return null
  const place = area ?? request.area
  return {
    found_from: iso(request.from),
    found_to: iso(request.to),
    origin: 'DETECTED',
    ...(place === undefined ? {} : { area: place }),
  }
}

/** Events that were found, or reported to have begun, in the period. */
function eventFields(request: FigureRequest, { type, category, severity, status, area }: Values): Fields {
  if (request.bbox !== undefined) return null
  const place = area ?? request.area
  return {
    found_from: iso(request.from),
    found_to: iso(request.to),
    ...(request.measure === 'anomalies' && { origin: 'DETECTED' }),
    ...listed('types', type, request.types),
    ...listed('category', category, request.categories),
    ...listed('severities', severity, request.severities),
    ...(status === undefined ? {} : { statuses: status }),
    ...(place === undefined ? {} : { area: place }),
  }
}

/** Calls that arrived or departed in the period. */
function callFields(request: FigureRequest, { port = request.port, kind, country }: Values): Fields {
  const { kinds, countries, measure } = request
  if (country === 'UNKNOWN' || countries?.includes('UNKNOWN') === true) return null
  return {
    moment: measure === 'arrivals' ? 'arrival' : 'departure',
    from: iso(request.from),
    to: iso(request.to),
    ...(port === undefined ? {} : { port_id: port }),
    ...listed('ship_types', kind, kinds),
    ...listed('countries', country, countries),
  }
}

/** Vessels that sent a position in the period, as the register knows them: of one type and one flag. */
function vesselFields(
  { kinds, countries, from, to }: FigureRequest,
  { kind, country, source }: Values,
): Fields {
  const flag = country ?? (countries?.length === 1 ? countries[0] : undefined)
  const type = kind ?? (kinds?.length === 1 ? kinds[0] : undefined)
  const name = flag === undefined ? null : flagNameOf(flag)
  if ((flag !== undefined && name === null) || source !== undefined) return null
  return {
    ...(type === undefined ? {} : { ship_type: type }),
    ...(name === null ? {} : { country: name }),
    heard_from: iso(from),
    heard_to: iso(to),
  }
}

const ALERTS = '/home/main/dashboard/alerts'
const EVENTS = '/home/main/dashboard/events'
const CALLS = '/home/main/portOfCalls'
const VESSELS = '/home/main/vessels'
const ANALYSIS = '/home/main/dashboard/analysis'
const FIELDS: Partial<
  Record<Measure, { path: string; fields: (request: FigureRequest, of: Values) => Fields }>
> = {
  alerts: { path: ALERTS, fields: alertFields },
  abnormal: { path: EVENTS, fields: anomalyFields },
  anomalies: { path: EVENTS, fields: eventFields },
  events: { path: EVENTS, fields: eventFields },
  arrivals: { path: CALLS, fields: callFields },
  departures: { path: CALLS, fields: callFields },
  vessels: { path: VESSELS, fields: vesselFields },
}

/**
 * Returns the address of the screen that lists what is counted, of a group where `key` is given; null where no screen
 * does. Callers limited to some waters have no list of vessels by when they were received.
 */
export function listLink(
  request: FigureRequest,
  { visibility }: Pick<Caller, 'visibility'>,
  key?: string,
): string | null {
  const { measure, by, from, to } = request
  // Areas overlap, so that the sum of them is of no list.
  if (key === OTHER_GROUPS || (key === undefined && by === 'area')) return null
  const of: Values = key === undefined || by === undefined ? {} : { [by]: key }
  const area = of.area ?? request.area
  if (measure === 'vessels' && area !== undefined)
    return addressOf(ANALYSIS, { kind: 'AREA', of: area, from: iso(from), to: iso(to) })
  if (measure === 'vessels' && !visibility.everywhere) return null
  const found = FIELDS[measure]
  const fields = found?.fields(request, of) ?? null
  return found === undefined || fields === null ? null : addressOf(found.path, fields)
}

function addressOf(path: string, fields: Record<string, string>): string {
  const search = new URLSearchParams(fields).toString()
  return search === '' ? path : `${path}?${search}`
}
