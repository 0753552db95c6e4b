import { expect, test } from 'vitest'
import { EVERYONE, EMPTY_AUDIENCE, type Audience } from '../../../../platform/kernel/http/audience.ts'
import type { AlertRow, StoredAlert } from '../alert.ts'
import { deduped, type Candidate } from './dedupe.ts'

const MINUTE = 60_000
const USER = { userId: 'asha', groupIds: [] } as never
type Given = Partial<StoredAlert>
const alertOf = (id: string, given: Given = {}): StoredAlert =>
  ({
    id,
    dedupe: 'one',
    severity: 'HIGH',
    escalates: true,
    condition: 'ACTIVE',
    window_min: 10,
    first_at: 0,
    last_at: 0,
    ...given,
  }) as StoredAlert
const candidateOf = (id: string, given: Given = {}): Candidate =>
  ({
    match: { row: { id, mmsi: 419000001, first_at: 0, explanation: null }, raiser: { id: null } },
    fresh: alertOf(`new ${id}`, given),
  }) as never
const idsOf = (
  candidates: Candidate[],
  same: StoredAlert[] = [],
  knowers: (row: AlertRow) => Audience = () => EVERYONE,
) => deduped(candidates, { same, users: [USER], knowers }).hits.map(({ alert_id }) => alert_id)

test('a second hit of one thing counts in the alert of the first, one of another thing does not', () => {
  expect(idsOf([candidateOf('a'), candidateOf('b'), candidateOf('c', { dedupe: 'other' })])).toEqual([
    'new a',
    'new a',
    'new c',
  ])
})

test('an alert that is there counts until its window is over', () => {
  const cleared = alertOf('there', { condition: 'CLEARED', last_at: 0 })
  expect(idsOf([candidateOf('a', { first_at: 10 * MINUTE })], [cleared])).toEqual(['there'])
  expect(idsOf([candidateOf('a', { first_at: 10 * MINUTE + 1 })], [cleared])).toEqual(['new a'])
})

test('a graver hit, a live one beside a recording, and one that fewer may know raise their own', () => {
  expect(idsOf([candidateOf('a', { severity: 'CRITICAL' })], [alertOf('there')])).toEqual(['new a'])
  expect(idsOf([candidateOf('a', { severity: 'LOW' })], [alertOf('there')])).toEqual(['there'])
  expect(idsOf([candidateOf('a')], [alertOf('there', { escalates: false })])).toEqual(['new a'])
  const knowers = ({ id }: AlertRow) => (id === 'there' ? EVERYONE : EMPTY_AUDIENCE)
  expect(idsOf([candidateOf('a')], [alertOf('there')], knowers)).toEqual(['new a'])
})
