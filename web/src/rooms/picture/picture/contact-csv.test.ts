import type { AisRecord } from '@samudra/contract/picture'
import { expect, test } from 'vitest'
import { csvOf } from '../../../kit/tables/csv.ts'
import { contactsCsv } from './contact-csv.ts'

test('a list of ships as a file keeps names with commas, and runs nothing in a table program', () => {
  const text = csvOf(
    ['name', 'n'],
    [
      ['SEA, "STAR"', -1.5],
      ['=cmd()', null],
      ['+91 22', 3],
    ],
  )
  expect(text).toBe('name,n\r\n"SEA, ""STAR""",-1.5\r\n\'=cmd(),\r\n\'+91 22,3\r\n')
})

test('every ship has a row under the names of the fields', () => {
  const ship = { mmsi: '419000001', split_id: 0, ship_name: 'MATSYA', sog: 5.2, imo: null } as AisRecord
  const [header, row] = contactsCsv([ship]).split('\r\n')
  expect(header).toMatch(/^mmsi,split_id,ship_name,imo,/)
  expect(row).toMatch(/^419000001,0,MATSYA,,/)
})
