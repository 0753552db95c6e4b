import { ALERT_TYPES } from '@samudra/contract/alerts'
import { EVENT_CODES } from '@samudra/contract/event-types'
import { unfitField, type FigureQuery } from '@samudra/contract/figures'
import { oneOf } from '@samudra/contract/misfits'
import { LONGEST_TRAFFIC_DAYS } from '@samudra/contract/traffic'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { PortsInterface } from '../../chart/ports/room.ts'
import type { TrafficInterface } from '../../past/traffic/room.ts'
import { BUCKET_MS, bucketOf } from '../../../sea/baseline.ts'
import type { FigureRequest } from './figure-measures.ts'

/** Query of a figure with its period, as it is requested. */
export type FigureInput = FigureQuery & { from: string; to: string; as_of?: string | undefined }

export type QueryNeeds = { clock: Clock; traffic: TrafficInterface; ports: PortsInterface }

/** Measures of the counts of positions: their buckets are whole. */
const isTraffic = (measure: FigureQuery['measure']) =>
  measure === 'vessels' || measure === 'positions' || measure === 'abnormal'

const refused = (field: string, why: string) =>
  new OperationError('VALIDATION', `Check ${field}: it ${why}.`, { fields: [{ field, why }] })

/** Checks a query and returns it with its instants. Throws VALIDATION, NOT_FOUND, TOO_LARGE. */
export async function checkedRequest(
  { clock, traffic, ports }: QueryNeeds,
  input: FigureInput,
  caller: Caller,
): Promise<FigureRequest> {
  const { as_of, ...query } = input
  checkFields(input)
  const period = periodOf(input)
  if (query.area !== undefined && traffic.areasSeenBy(caller).every(({ id }) => id !== query.area))
    throw new OperationError(
      'NOT_FOUND',
      'This area is not counted; choose an exclusive economic zone or an area that the whole centre sees.',
    )
  if (query.port !== undefined && ports.byId(query.port) === undefined)
    throw new OperationError('NOT_FOUND', 'This port does not exist; choose it from the list of ports.')
  const now = isTraffic(query.measure) && as_of === undefined ? await traffic.settled() : clock.now()
  const request = as_of === undefined ? Infinity : Date.parse(as_of)
  return { ...query, ...period, asOf: Math.min(request, now), isNow: request >= now }
}

/** Throws VALIDATION for a group, a field or a value that a measure does not have. */
function checkFields(input: FigureInput): void {
  const unfit = unfitField(input)
  if (unfit !== null) throw refused(unfit.field, `does not fit: ${unfit.why}`)
  const allowed = input.measure === 'alerts' ? ALERT_TYPES : EVENT_CODES
  const strange = input.types?.find((code) => !allowed.includes(code))
  if (strange !== undefined) throw refused('types', `does not fit: ${oneOf(allowed, strange)}`)
}

const DAY_MS = BUCKET_MS.day
/** Returns period and bucket: an hour unless the period is too long for it. Throws TOO_LARGE. */
function periodOf({ measure, from: fromText, to: toText, bucket: request }: FigureInput) {
  const exact = { from: Date.parse(fromText), to: Date.parse(toText) }
  const length = exact.to - exact.from
  const bucket = request ?? (length > LONGEST_TRAFFIC_DAYS.hour * DAY_MS ? 'day' : 'hour')
  const size = BUCKET_MS[bucket]
  const most = LONGEST_TRAFFIC_DAYS[bucket]
  if (length > most * DAY_MS + size)
    throw new OperationError(
      'TOO_LARGE',
      `A period by ${bucket} holds at most ${most} days; choose a shorter period${bucket === 'hour' ? ' or bucket day' : ''}.`,
    )
  if (!isTraffic(measure)) return { ...exact, bucket }
  return { from: bucketOf(exact.from, bucket), to: bucketOf(exact.to + size - 1, bucket), bucket }
}
