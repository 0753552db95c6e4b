import { expect, test } from 'vitest'
import { logOfShip, shipOfLog } from '../../../map/explanation/visit-log.store.ts'
import { readLogAddress, writeLogAddress } from './log-address.ts'

test('an address names a log and a row of it beside its other content, and nonsense names none', () => {
  const of = { kind: 'boundary' as const, id: 'EEZ:IN', name: '' }
  const row = { id: '12 ENTRY', at: '2026-01-05T12:00:00.000Z' }
  const written = writeLogAddress('?at=10,72,6&log=area:x', of, row)
  expect(readLogAddress(new URLSearchParams(written))).toEqual({ of, row })
  expect(new URLSearchParams(written).get('at')).toBe('10,72,6')
  expect(readLogAddress(new URLSearchParams(writeLogAddress(written, of, null)))).toEqual({ of, row: null })
  expect(writeLogAddress('?log=area:x', null, null)).toBe('')
  for (const search of ['', '?log=area', '?log=area:', '?log=house:1'])
    expect(readLogAddress(new URLSearchParams(search))).toBeNull()
  expect(readLogAddress(new URLSearchParams('?log=area:x&log_row=y@never'))?.row).toBeNull()
})

test('the log of one of two vessels under an MMSI is its own alone, also from its address', () => {
  const of = logOfShip({ mmsi: '419000001', split_id: 1 }, '')
  const read = readLogAddress(new URLSearchParams(writeLogAddress('', of, null)))
  expect(shipOfLog(read!.of)).toEqual({ mmsi: '419000001', split_id: 1 })
  expect(shipOfLog({ kind: 'ship', id: '419000001', name: '' })).toEqual({ mmsi: '419000001' })
})
