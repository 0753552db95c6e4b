import { expect, test } from 'vitest'
import { searchedName, type Claim } from './claim.ts'
import { SILENCE_MS, Strands } from './strands.ts'

const IMO = 9074729
const OTHER_IMO = 9164263
const claim = (at: number, mmsi: number, imo: number | null, split = 0): Claim => ({
  mmsi,
  split,
  source: 1,
  form: 5,
  hash: 1n,
  name: null,
  plain: searchedName(null),
  callSign: null,
  imo,
  country: null,
  shipType: null,
  length: null,
  beam: null,
  owner: null,
  first: { at, place: null },
  last: { at, place: null },
  knownFrom: at,
})
function aRegister() {
  let id = 0
  return new Strands({ strands: [], anchors: new Map(), parted: new Set() }, () => ++id)
}
const headsOf = (claims: Claim[]) => {
  const strands = aRegister()
  const held = claims.map((one) => strands.of(one))
  return { heads: held.map(({ headId }) => headId), joined: strands.plan.joined.length }
}

test('a vessel with a new MMSI retains its identity once the old one is silent for a day', () => {
  const later = SILENCE_MS + 1
  expect(headsOf([claim(0, 419000001, IMO), claim(later, 538000009, IMO)])).toEqual({
    heads: [1, 1],
    joined: 1,
  })
  expect(headsOf([claim(0, 419000001, IMO), claim(later - 2, 538000009, IMO)])).toEqual({
    heads: [1, 2],
    joined: 0,
  })
})

test('two ships under one MMSI stay two, and a number given to another ship begins another', () => {
  expect(headsOf([claim(0, 419000001, IMO), claim(0, 419000001, OTHER_IMO, 1)]).heads).toEqual([1, 2])
  const after = SILENCE_MS + 1
  expect(headsOf([claim(0, 419000001, IMO), claim(after, 419000001, OTHER_IMO)]).heads).toEqual([1, 2])
  // While the vessel is received, another number is another claim of the same vessel.
  expect(headsOf([claim(0, 419000001, IMO), claim(1000, 419000001, OTHER_IMO)]).heads).toEqual([1, 1])
})

test('an IMO number with a wrong check digit joins no vessels', () => {
  const later = SILENCE_MS + 1
  expect(headsOf([claim(0, 419000001, 9074728), claim(later, 538000009, 9074728)]).heads).toEqual([1, 2])
})
