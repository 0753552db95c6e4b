import { expect, test } from 'vitest'
import { readMapAddress, writeMapAddress, type MapAddress } from './map-address.ts'

const SHOWN: MapAddress = {
  view: { center: [76.2, 8.1], zoom: 7.25 },
  ship: { mmsi: '419000001', split: 1 },
  filter: { ship_types: ['TANKER'] },
  layers: { ports: { visible: false, opacity: 1 }, 'weather.wind': { visible: true, opacity: 0.6 } },
}
const NOTHING: MapAddress = { view: null, ship: null, filter: {}, layers: null }
const read = (query: string) => readMapAddress(new URLSearchParams(query))

test('an address restores what was shown when it was made', () => {
  const query = writeMapAddress('', SHOWN)
  expect(query).toContain('at=8.1000,76.2000,7.25&mmsi=419000001-1')
  expect(query).toContain('layers=-ports,weather.wind~60')
  expect(read(query)).toEqual(SHOWN)
  // What is shown of nothing leaves nothing in the address, and what else stands there stays.
  expect(writeMapAddress(`${query}&from=2026-11-22T00:00:00Z`, NOTHING)).toBe('from=2026-11-22T00:00:00Z')
  expect(read('')).toEqual(NOTHING)
})

test('a ship alone is written as people write it, and read so', () => {
  expect(writeMapAddress('', { ...NOTHING, ship: { mmsi: '419000001', split: 0 } })).toBe('mmsi=419000001')
  expect(read('mmsi=419000001').ship).toEqual({ mmsi: '419000001', split: 0 })
})

test('nonsense in an address is ignored, and an unreadable filter is reported as unreadable', () => {
  for (const at of ['', '8,76', '8,76,99', 'a,b,c', '91,0,3', '8,76,7,1'])
    expect(read(`at=${at}`).view).toBeNull()
  for (const mmsi of ['12', 'x', '419000001-x']) expect(read(`mmsi=${mmsi}`).ship).toBeNull()
  expect(read('filter=%00').filter).toBe('unreadable')
  expect(read('layers=%3Cscript%3E,ports').layers).toEqual({ ports: { visible: true, opacity: 1 } })
})
