import type { RuleAction } from '@samudra/contract/rule-actions'
import { expect, test } from 'vitest'
import { NEW_RULE } from '../builder/rule-draft.ts'
import { fileOf, rulesIn } from './rule-files.ts'

const RULE = {
  ...NEW_RULE,
  name: 'Slow',
  when: { k: 'attr' as const, field: 'sog' as const, cmp: 'lt' as const, value: 2 },
}

test('rules that were saved are brought in again as they were', () => {
  const found = rulesIn(fileOf([RULE, { ...RULE, name: 'Slower' }]))
  expect(found).toEqual([
    { name: 'Slow', rule: RULE },
    { name: 'Slower', rule: { ...RULE, name: 'Slower' } },
  ])
  expect(rulesIn(JSON.stringify(RULE))).toHaveLength(1)
  expect(rulesIn(JSON.stringify([RULE]))).toHaveLength(1)
})

test('the actions of a rule are exported and imported with it', () => {
  const actions: RuleAction[] = [
    { do: 'ALERT' },
    { do: 'NOTIFY', channel: 'SOUND', to: { users: ['u1'], groups: ['north'], roles: ['SUPERVISOR'] } },
    { do: 'ADD_TO_LIST', list: 'l1', expires_h: 72 },
    { do: 'LOG' },
    { do: 'WEBHOOK', id: 'w1' },
  ]
  const rule = { ...RULE, actions }
  expect(rulesIn(fileOf([rule]))).toEqual([{ name: 'Slow', rule }])
  const [cases] = rulesIn(JSON.stringify({ ...RULE, actions: [{ do: 'OPEN_CASE', template: 'x' }] }))
  expect(cases).toMatchObject({ why: expect.stringContaining('needs cases') as string })
})

test('each rule reports its own errors, including misspelt fields', () => {
  const [, wrong, strange, none] = rulesIn(
    JSON.stringify([RULE, { ...RULE, severity: 'LOUD' }, { ...RULE, name: 'Odd', colour: 'red' }, 7]),
  )
  expect(wrong).toMatchObject({ name: 'Slow', why: expect.stringContaining('severity') as string })
  expect(strange).toMatchObject({ name: 'Odd', why: 'colour is not allowed here. Remove it.' })
  expect(none).toMatchObject({ name: 'Rule 4' })
})

test('a file without rules is reported', () => {
  expect(() => rulesIn('{')).toThrow('no JSON')
  expect(() => rulesIn('[]')).toThrow('no rule')
  expect(() => rulesIn(JSON.stringify(Array.from({ length: 201 }, () => RULE)))).toThrow('at most 200')
})
