import type { AlertMark } from '@samudra/contract/alert-marks'
import { expect, test } from 'vitest'
import { alarmsOf } from './alarms.ts'

const mark = (id: string, more: Partial<AlertMark>) =>
  ({
    id,
    state: 'NEW',
    severity: 'LOW',
    mmsi: '419000001',
    other_mmsi: null,
    position: { latitude: 10, longitude: 70 },
    ...more,
  }) as AlertMark

test('a vessel with several alerts is marked once, as the most severe unacknowledged one', () => {
  const { ofShip, ofPlace } = alarmsOf([
    mark('a', { severity: 'CRITICAL', state: 'ACKNOWLEDGED' }),
    mark('b', { severity: 'LOW' }),
    mark('c', { severity: 'MEDIUM', position: { latitude: 11, longitude: 71 } }),
  ])
  expect(ofPlace).toEqual([])
  expect([...ofShip]).toEqual([
    [419000001, { ids: ['a', 'b', 'c'], weight: 'middling', isNew: true, lat: 11, lon: 71 }],
  ])
})

test('of a pair both ships are marked, and an alert of an area stands where it was found', () => {
  const { ofShip, ofPlace } = alarmsOf([mark('a', { other_mmsi: '419000002' }), mark('b', { mmsi: null })])
  expect([...ofShip.keys()]).toEqual([419000001, 419000002])
  expect(ofPlace.map(({ ids, lon, lat }) => [ids, lon, lat])).toEqual([[['b'], 70, 10]])
})

test('an alert of a source stands nowhere on the map', () => {
  const { ofShip, ofPlace } = alarmsOf([mark('a', { mmsi: null, position: null })])
  expect([[...ofShip], ofPlace]).toEqual([[], []])
})
