import { expect, test } from 'vitest'
import { conflictsOf, type VisibleClaim } from './visible-claims.ts'

const HOUR = 3_600_000
const text = (more: Partial<VisibleClaim>): VisibleClaim => ({
  vessel_id: 1,
  head_id: 1,
  mmsi: 419000001,
  split: 0,
  source_id: 1,
  source: 'MSIS',
  form: 5,
  is_latest: true,
  name: 'OCEAN PEARL',
  plain: 'OCEAN PEARL',
  call_sign: null,
  imo: 9074729,
  country: null,
  ship_type: null,
  length: null,
  beam: null,
  owner: null,
  known_from: new Date(0),
  first_lat: null,
  first_lon: null,
  last_lat: null,
  last_lon: null,
  first: 0,
  last: 30 * HOUR,
  ...more,
})
const fields = (...claims: VisibleClaim[]) => conflictsOf(claims).map(({ field }) => field)
const renumbered = { mmsi: 538000001, name: 'SEA PEARL', plain: 'SEA PEARL' }

test('a changed name and number is no conflict: within one source the later claim is valid', () => {
  expect(fields(text({}), text({ ...renumbered, first: 42 * HOUR, last: 60 * HOUR }))).toEqual([])
})

test('two names repeated by one source, or by two sources within a day, conflict', () => {
  expect(fields(text({}), text({ ...renumbered, first: 10 * HOUR, last: 60 * HOUR }))).toEqual([
    'ship_name',
    'mmsi',
  ])
  const bySatellite = text({
    name: 'SEA PEARL',
    source: 'SAT_A',
    source_id: 2,
    first: 42 * HOUR,
    last: 60 * HOUR,
  })
  expect(fields(text({}), bySatellite)).toEqual(['ship_name'])
  expect(fields(text({ last: 10 * HOUR }), bySatellite)).toEqual([])
})
