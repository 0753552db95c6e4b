import type { Input, Made } from './row.ts'
import { ELSEWHERE, noon, type Sea } from './sea.ts'

const FAR = [0, -10, 1, -9]
/** A page on from the first row. */
const cursor: Made = async (_, base, ask) =>
  ((await ask({ ...base, limit: 1 })).Data as { next: string }).next

/** Another value for fields that mean the same wherever they stand. */
export const COMMON: Record<string, unknown> = {
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
  mmsis: ['419000099'],
}

/** Filters that no contact of the test passes. */
export const FILTERS: Record<string, unknown> = {
  expr: { k: 'attr', field: 'sog', cmp: 'gt', value: 900 },
  time_filter: 1,
  ship_types: ['FISHING'],
  anomalies: ['IMO_MISMATCH'],
  countries: ['Nowhere'],
  nav_status: ['Nothing'],
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
  area: ELSEWHERE,
  mmsis: ['419000099'],
  lists: ['none'],
}

/** The same for every clause of a filter that stands in a field. */
export const clausesOf = (field = 'filter') =>
  Object.fromEntries(Object.entries(FILTERS).map(([clause, value]) => [`${field}.${clause}`, value]))

/** Copies a constant to where lists and texts may change. */
export const copied = (value: object) => structuredClone(value) as never
/** An input that changes what is made anew. */
export const changing =
  (made: (sea: Sea) => Promise<string>, fields: object) =>
  async (sea: Sea): Promise<Input> => ({
    id: await made(sea),
    expected_version: 1,
    ...structuredClone(fields),
  })
export const someone = async (sea: Sea) => ({ id: (await sea.somebody()).id })
/** A box with every ship in it. */
export const WIDE = [60, -30, 90, 30]
/** Around noon, and a part of it. */
export const PERIOD = { from: noon(-40), to: noon(40) }
export const SHIFTED = { from: noon(-10), to: noon(10) }
