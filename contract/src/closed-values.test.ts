import { expect, test } from 'vitest'
import { getAlertDefinitions } from './alert-definitions.ts'
import { getAlerts } from './alerts.ts'
import { getAudit } from './audit.ts'
import { getVesselEventsAndDisasters } from './events.ts'
import { getUsers } from './identity.ts'
import { codeOfMisfits } from './kernel.ts'
import { countRuleBoxes } from './rule-boxes.ts'
import { getFilteredVesselEvents } from './rule-events.ts'
import { createRule, updateRule } from './rule-keeping.ts'
import { runRule } from './rule-results.ts'

type Reading = { ok: true } | { ok: false; fields: { field: string; why: string }[] }
const fieldsOf = (reading: Reading) => (reading.ok ? [] : reading.fields)

test.each([
  ['type', getAlerts.input({ type: 'LOITERING_EVNT' }), 'type', 'LOITERING_EVENT'],
  ['types', getAlerts.input({ types: 'BLACKLIST,SPOOFNG_EVENT' }), 'types.1', 'SPOOFING_EVENT'],
  ['type of a definition', getAlertDefinitions.input({ type: 'BLACKLST' }), 'type', 'BLACKLIST'],
  ['types of events', getVesselEventsAndDisasters.input({ types: 'CYCLON' }), 'types.0', 'CYCLONE'],
  ['types of detections', getFilteredVesselEvents.input({ types: ['SARR'] }), 'types.0', 'SAR'],
  ['role', getUsers.input({ role: 'ADMIN' }), 'role', 'must be 1 or 2'],
  ['result', getAudit.input({ result: 'FORBIDEN' }), 'result', 'FORBIDDEN'],
])('a misspelt %s is refused with the nearest values', (_, reading, field, near) => {
  expect(fieldsOf(reading)).toEqual([{ field, why: expect.stringContaining(near) }])
})

test('values of alerts, events and records are accepted as they stand in answers', () => {
  for (const type of ['RULE', 'WATCH_EMPTY', 'MMSI_DUPLICATE'])
    expect(getAlerts.input({ type, types: [type] }).ok).toBe(true)
  for (const result of ['OK', 'RULE_INVALID', 'VERSION_CONFLICT'])
    expect(getAudit.input({ result }).ok).toBe(true)
})

const typed = (field: string, cmp: string, value: unknown) =>
  fieldsOf(createRule.input({ ...createRule.example, when: { k: 'attr', field, cmp, value } }))
test('a condition that a field can never meet is refused, and one that is not chosen yet is not', () => {
  expect(typed('ship_type', 'in', ['TANKER', 'TANKR'])).toEqual([
    { field: 'when.value.1', why: expect.stringContaining('TANKER') },
  ])
  expect(typed('nav_status', 'eq', 'At anchr')).toEqual([
    { field: 'when.value', why: expect.stringContaining('At anchor') },
  ])
  expect(typed('ship_type', 'eq', 'tanker')).toEqual([])
  expect(typed('ship_type', 'contains', 'TANK')).toEqual([])
  expect(typed('ship_type', 'eq', '')).toEqual([])
})

test('a misfit of a rule is RULE_INVALID, one beside it VALIDATION', () => {
  const code = (op: Parameters<typeof codeOfMisfits>[0], field: string) =>
    codeOfMisfits(op, [{ field, why: '' }])
  expect(code(createRule, 'when.of.1.value')).toBe('RULE_INVALID')
  expect(code(updateRule, 'unless.k')).toBe('RULE_INVALID')
  expect(code(updateRule, 'expected_version')).toBe('VALIDATION')
  expect(code(runRule, 'draft.when.k')).toBe('RULE_INVALID')
  expect(code(runRule, 'from')).toBe('VALIDATION')
  expect(code(countRuleBoxes, 'draft')).toBe('RULE_INVALID')
  expect(code(getAlerts, 'type')).toBe('VALIDATION')
})
