import { expect, test } from 'vitest'
import { cardOfAddress, cardsOf, instantOf, liveAddress, viewCard } from './card.ts'

const ORIGIN = 'https://centre.example'
const kindOf = (path: string) => cardOfAddress(ORIGIN + path, ORIGIN)?.kind ?? null

test('a pasted address of an object of the product becomes a card', () => {
  expect(cardOfAddress(`${ORIGIN}/home/vesselsDetails/419000001`, ORIGIN)).toEqual({
    kind: 'vessel',
    id: '419000001',
    label: '',
  })
  expect(kindOf('/home/main/dashboard/alerts?state=ALL&open=01A')).toBe('alert')
  expect(kindOf('/home/portsDetails/p1')).toBe('port')
  expect(kindOf('/home/main/map?at=1,2,3')).toBe('view')
  expect(kindOf('/home/account')).toBeNull()
  expect(cardOfAddress('https://elsewhere.example/home/vesselsDetails/1', ORIGIN)).toBeNull()
  expect(cardOfAddress('two words', ORIGIN)).toBeNull()
})

test('a live view is shared with the instant it was seen at and leads back to the live map', () => {
  const at = Date.parse('2026-11-27T04:00:00Z')
  const card = viewCard('?at=1,2,3&mmsi=419000001', at)
  expect(instantOf(card.id)).toBe('2026-11-27T04:00:00.000Z')
  expect(new URLSearchParams(card.id.split('?')[1]).get('from')).toBe('2026-11-27T03:30:00.000Z')
  expect(liveAddress(card.id)).toBe('/home/main/map?at=1%2C2%2C3&mmsi=419000001')
})

test('a view of a replay keeps the period and the instant of the replay', () => {
  const { id } = viewCard('?from=2026-11-26T00:00:00Z&to=2026-11-26T06:00:00Z&t=2026-11-26T02:00:00Z', 0)
  expect(instantOf(id)).toBe('2026-11-26T02:00:00Z')
})

test('cards of a message that are not well-formed are left out', () => {
  const card = { kind: 'area', id: 'a', label: 'Box' }
  expect(cardsOf({ props: { cards: [card, { kind: 'bomb', id: 'x', label: '' }, null] } })).toEqual([card])
  expect(cardsOf({ props: {} })).toEqual([])
})
