import { expect, test } from 'vitest'
import { createRule } from './rule-keeping.ts'
import { acknowledgeAlerts } from './alerts.ts'
import { updateNoticeSettings } from './notifications.ts'

const RULE = createRule.example
const whyNot = (raw: object) => {
  const reading = createRule.input({ ...RULE, ...raw })
  return reading.ok ? [] : reading.fields.map(({ field, why }) => `${field} ${why}`)
}

test('a misfit is reported at its place with its remedy', () => {
  expect(whyNot({ name: '' })).toContain('name must not be empty')
  expect(whyNot({ severity: 'LOUD' })).toEqual(['severity must be INFO or LOW or MEDIUM or HIGH or CRITICAL'])
  expect(whyNot({ description: 7 })).toEqual(['description must be a text'])
  expect(whyNot({ dedupe: { key: ['mmsi'] } })).toEqual(['dedupe.window_min is needed'])
  expect(whyNot({ dedupe: { key: ['mmsi'], window_min: -1 } })).toEqual([
    'dedupe.window_min must be at least 0',
  ])
  const wishes = { ...updateNoticeSettings.example, digest: { at: '25:00' } }
  expect(updateNoticeSettings.input(wishes)).toEqual({
    ok: false,
    fields: [{ field: 'digest.at', why: 'must be a time like 22:30' }],
  })
  const many = acknowledgeAlerts.input({ ids: [] })
  expect(many).toEqual({ ok: false, fields: [{ field: 'ids', why: 'must not be empty' }] })
})

test('a fault inside a condition is reported as such, not as an unknown condition', () => {
  const speed = { k: 'attr', field: 'sog', cmp: 'lt', value: 2 }
  expect(whyNot({ when: { ...speed, field: 'speed' } })).toEqual([
    expect.stringMatching(/^when\.field "speed" is not allowed; nearest of \d+ values: .*speed/),
  ])
  expect(whyNot({ when: { op: 'ALL', of: [speed, { ...speed, cmp: undefined }] } })).toEqual([
    expect.stringMatching(/^when\.of\.1\.cmp must be one of \d+ values, such as \w+, \w+, \w+$/),
  ])
  expect(whyNot({ when: { k: 'speed' } })).toEqual([
    expect.stringMatching(/^when\.k "speed" is not allowed; .*attr/),
  ])
})
