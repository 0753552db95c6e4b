import { expect, test } from 'vitest'
import { NO_CONTACT } from '../held/held.ts'
import { Marked } from './marked.ts'

test('listed vessels are ringed in the colour of the list while on the list and in the picture', () => {
  const fleet = {
    count: 3,
    mmsi: new Uint32Array([419000001, 419000002, 419000003]),
    ids: new Uint32Array([1, 2, 3]),
    moves: 0,
    namings: 0,
    resets: 0,
  }
  const listed = new Marked<string>(fleet)
  const red = new Map([
    [419000001, '#c62828'],
    [419000003, '#c62828'],
  ])
  listed.follow(red)
  expect(listed.places.map(({ place }) => place)).toEqual([0, 2])
  fleet.ids[0] = NO_CONTACT
  fleet.moves++
  listed.follow(red)
  expect(listed.places).toEqual([{ place: 2, sign: '#c62828' }])
  expect(listed.absent).toEqual(['#c62828'])
  listed.follow(new Map())
  expect(listed.places).toEqual([])
})
