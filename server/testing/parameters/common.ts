import type { Op } from '@samudra/contract/kernel'
import { isOther, otherValues, type Samples } from './other-values.ts'
import { changed, fieldsOf, valueAt } from './fields.ts'
import type { Input, Made } from './row.ts'
import { ELSEWHERE, iso, noon, NOW, OTHER, type CallAnswer, type Sea } from './sea.ts'

const FAR = [0, -10, 1, -9]
/** Cursor of the page after the first row. */
const cursor: Made = async (_, base, ask) =>
  ((await ask({ ...base, limit: 1 })).Data as { next: string }).next

/** Other values of fields that mean the same wherever they stand, by the last names of their paths. */
const COMMON: Record<string, unknown> = {
  id: 'none',
  ids: ['none'],
  limit: 1,
  cursor,
  as_of: '2001-01-01T00:00:00.000Z',
  expected_version: 99,
  q: 'no such word',
  name: 'Another name',
  reason: 'another reason',
  visibility: 'GROUP',
  bbox: FAR,
  mmsi: '419000099',
  split_id: 7,
  knowledge: 'CORRECTED',
  geometry: ELSEWHERE,
  area: ELSEWHERE,
  mmsis: ['419000099'],
  source: 'SATX',
  port_id: 'INCOK',
  user_id: 'test-asha',
  assignee_id: 'test-asha',
  users: ['test-asha'],
  // Clauses of a filter that no contact of the test passes.
  expr: { k: 'attr', field: 'sog', cmp: 'gt', value: 900 },
  time_filter: 1,
  ship_types: ['FISHING'],
  anomalies: ['IMO_MISMATCH'],
  countries: ['TV'],
  nav_status: ['Aground'],
  sources: ['NONE'],
  'speed.min': 900,
  'speed.max': 0,
  'length.min': 900,
  'length.max': 1,
  'beam.min': 900,
  'beam.max': 1,
  'draught.min': 900,
  'draught.max': 0.1,
  destination: 'nowhere',
  lists: ['none'],
}

/** Values that fields are tried with as their schema takes them, the likeliest to matter first. */
const SAMPLES: Samples = {
  texts: [
    'other',
    'none',
    'LK',
    'LKA',
    'LKZZZ',
    '05:00',
    '#c62828',
    'navy',
    'Asia/Colombo',
    'https://navy.example/hook',
    '1',
    OTHER,
    '9074729',
  ],
  numbers: [1, 2, 10, 20_000],
  instants: [noon(-10), noon(10), '2001-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z', iso(NOW)],
}

/** Returns the values that a field is tried with, given the input around it: those of its name, then those of its schema. */
export function derivedValues(op: AnyOp, field: string, input: object): unknown[] {
  const schemas = fieldsOf(op.shape).get(field) ?? []
  const present = valueAt(input, field)
  const parts = field.split('.')
  const common = COMMON[parts.slice(-2).join('.')] ?? COMMON[parts.at(-1)!]
  if (typeof common === 'function') return [common]
  const values = otherValues(schemas, present, SAMPLES)
  const isTaken = common !== undefined && schemas.some((schema) => isOther(schema, common, present))
  return isTaken ? [common, ...values] : values
}
/** Returns those that the other fields of the input allow: any other is refused, whether or not the server acts on it. */
export const fittingValues = (op: AnyOp, field: string, input: object): unknown[] =>
  derivedValues(op, field, input).filter(
    (value) => typeof value === 'function' || op.input(changed(input, field, value)).ok,
  )
type AnyOp = Pick<Op<unknown, unknown>, 'shape' | 'input'>

/** Returns the id of the object in an answer. */
export const idIn = ({ Data }: Pick<CallAnswer, 'Data'>) => (Data as { id: string }).id
/** Copies a constant to where lists and texts may change. */
export const copied = (value: object) => structuredClone(value) as never
/** Returns an input that changes a newly created object. */
export const changing =
  (made: (sea: Sea) => Promise<string>, fields: object) =>
  async (sea: Sea): Promise<Input> => ({
    id: await made(sea),
    expected_version: 1,
    ...structuredClone(fields),
  })
export const someone = async (sea: Sea) => ({ id: (await sea.anotherUser()).id })
/** A box with every ship in it. */
export const WIDE = [60, -30, 90, 30]
/** A period around noon. */
export const PERIOD = { from: noon(-40), to: noon(40) }
