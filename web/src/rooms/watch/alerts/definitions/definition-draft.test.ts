import {
  createAlertDefinition,
  editAlertDefinition,
  type AlertDefinition,
} from '@samudra/contract/alert-definitions'
import { expect, test } from 'vitest'
import { changesOf, draftOf, filledIn, NEW_DEFINITION, newOf } from './definition-draft.ts'

const REVIEW = '2026-01-05T10:00:00.000Z'
const WHOLE = {
  name: 'Ours',
  description: 'of the coast',
  trigger: { rule_id: 'r1' },
  severity: 'HIGH',
  audience: { users: ['u1'], groups: ['navy'] },
  dedupe_key: ['mmsi'],
  dedupe_window_min: 30,
  grace_min: 5,
  exclude_in_port: false,
  escalation_policy_id: 'NONE',
  sound: 'LOUD',
  visibility: 'CENTRE',
  subject: { speed: { min: 5 } },
  schedule: { zone: 'IST', from: '06:00' },
  auto_clear_min: 60,
  review_due: REVIEW,
} as const

test('the form takes every field of a definition, and gives each back as it was', () => {
  const written = createAlertDefinition.input({ ...WHOLE, enabled: true })
  if (!written.ok) throw new Error(JSON.stringify(written.fields))
  const { enabled: _enabled, ...fields } = written.value
  expect(newOf(draftOf(fields as unknown as AlertDefinition))).toEqual(fields)
})

test('an unchanged review day is not sent again, and a removed one is', () => {
  const before = { ...WHOLE, id: 'd1', version: 3 } as unknown as AlertDefinition
  const changes = changesOf({ ...draftOf(before), subject: {}, schedule: null, auto_clear_min: null }, before)
  expect(changes).not.toHaveProperty('review_due')
  expect(changes).toMatchObject({ subject: null, schedule: null, auto_clear_min: null })
  expect(changesOf({ ...draftOf(before), review_due: null }, before)).toMatchObject({ review_due: null })
  expect(editAlertDefinition.input({ id: 'd1', expected_version: 3, ...changes }).ok).toBe(true)
})

test('an address fills in only the values that the contract accepts', () => {
  expect(filledIn(JSON.stringify({ grace_min: 20 }))).toEqual({ grace_min: 20 })
  expect(filledIn(JSON.stringify({ grace_min: 'long' }))).toEqual({})
  expect(filledIn(JSON.stringify({ nonsense: 1 }))).toEqual({})
  expect(filledIn('{')).toEqual({})
  expect({ ...NEW_DEFINITION, ...filledIn('') }).toEqual(NEW_DEFINITION)
})
