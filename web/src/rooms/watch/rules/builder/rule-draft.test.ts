import { RuleDraft } from '@samudra/contract/rules'
import { read } from '@samudra/contract/kernel'
import { expect, test } from 'vitest'
import { changesOf, draftOf, faultOf, faultsOf, NEW_RULE, ruleOf, withSubject } from './rule-draft.ts'
import { insert, put } from './tree.ts'

const SLOW = { k: 'attr', field: 'sog', cmp: 'lt', value: 2 } as const
const RULE: RuleDraft = { ...NEW_RULE, name: 'Slow', when: SLOW, scope: { k: 'list', in: true, list: 'L1' } }

test('a rule that is opened and not touched is the same rule', () => {
  expect(ruleOf(draftOf(RULE))).toEqual(RULE)
  expect(changesOf(RULE, draftOf(RULE))).toEqual({})
  const boxed: RuleDraft = { ...RULE, when: { op: 'ALL', of: [SLOW] } }
  expect(changesOf(boxed, draftOf(boxed))).toEqual({})
})

test('a rule with the same content in another order is no change', () => {
  const saved: RuleDraft = { ...RULE, dedupe: { key: ['mmsi'], window_min: 240 } }
  const typed = draftOf({ ...saved, dedupe: { window_min: 240, key: ['mmsi'] } })
  expect(changesOf(saved, typed)).toEqual({})
  expect(changesOf(saved, { ...typed, dedupe: { window_min: 120, key: ['mmsi'] } })).toEqual({
    dedupe: { window_min: 120, key: ['mmsi'] },
  })
})

test('a removed field is sent as null, a changed one with its value, and no other field', () => {
  const draft = draftOf(RULE)
  const { actions: _actions, ...rest } = draft
  const changed = {
    ...rest,
    scope: { op: 'ALL' as const, of: [] },
    name: 'Slower',
    when: put(draft.when, [0], { ...SLOW, value: 1 }),
  }
  expect(changesOf(RULE, changed)).toEqual({
    name: 'Slower',
    scope: null,
    actions: null,
    when: { ...SLOW, value: 1 },
  })
})

test('empty boxes are left out, and a box with a duration stays around its one condition', () => {
  const draft = draftOf(RULE)
  expect(ruleOf({ ...draft, when: insert(draft.when, [1], { op: 'ANY', of: [] }) }).when).toEqual(SLOW)
  const held = { ...draft.when, for_min: 30 }
  expect(ruleOf({ ...draft, when: held }).when).toEqual({ op: 'ALL', of: [SLOW], for_min: 30 })
})

test('a new rule lists what it lacks, and is a rule of the contract once it lacks nothing', () => {
  expect(faultsOf(draftOf(NEW_RULE))).toEqual(['Enter a name for the rule', 'Add a condition'])
  expect(faultsOf(draftOf(RULE))).toEqual([])
  expect(read(RuleDraft, ruleOf(draftOf(RULE)))).toMatchObject({ ok: true })
})

test('an empty box is left out, except in the conditions on another vessel', () => {
  const draft = draftOf(RULE)
  const near = { k: 'near' as const, to: { op: 'ALL' as const, of: [] }, nm: 1 }
  expect(faultsOf({ ...draft, when: insert(draft.when, [1], { op: 'ANY', of: [] }) })).toEqual([])
  expect(faultsOf({ ...draft, when: insert(draft.when, [1], near) })).toHaveLength(1)
})

test('a condition reports what it lacks', () => {
  expect(faultOf({ k: 'list', in: true, list: '' })).toBe('Choose a vessel list')
  expect(faultOf({ k: 'zone', rel: 'INSIDE', zone: {} })).toBe('Choose a place')
  expect(faultOf({ k: 'zone', rel: 'NEAR', zone: { aoi: 'A' } })).toBe('Enter the distance in NM')
  expect(faultOf({ k: 'attr', field: 'sog', cmp: 'between', value: [5, 2] })).toBe(
    'Enter two numbers, the smaller first',
  )
  expect(faultOf({ k: 'attr', field: 'sog', cmp: 'exists' })).toBeNull()
})

test('a rule that is turned to a source keeps nothing that makes no sense of one', () => {
  const draft = draftOf({ ...RULE, exclude_in_port: true, require_coverage: true })
  const ofSource = { ...draft, ...withSubject(draft, 'SOURCE') }
  expect(ofSource).toMatchObject({
    exclude_in_port: false,
    require_coverage: false,
    dedupe: { key: ['source'] },
  })
  expect(withSubject(ofSource, 'VESSEL')).toMatchObject({ exclude_in_port: true, dedupe: { key: ['mmsi'] } })
  expect(withSubject(draft, 'AIRCRAFT')).toMatchObject({
    exclude_in_port: false,
    dedupe: { key: ['icao24'] },
  })
  expect(withSubject(draft, 'PAIR')).not.toHaveProperty('exclude_in_port')
})

test('the actions of a hit must be complete and unique', () => {
  const done = (...actions: NonNullable<RuleDraft['actions']>) => faultsOf(draftOf({ ...RULE, actions }))
  const to = { users: [], groups: [], roles: [] }
  expect(done({ do: 'NOTIFY', channel: 'PAGE', to })).toEqual(['Choose the recipients'])
  expect(done({ do: 'ADD_TO_LIST', list: '', expires_h: 72 })).toEqual(['Choose the list'])
  expect(done({ do: 'WEBHOOK', id: '' })).toEqual(['Choose the webhook that is called'])
  expect(done({ do: 'LOG' }, { do: 'LOG' })).toEqual(['An action is repeated; remove one'])
  expect(done({ do: 'ALERT' }, { do: 'LOG' })).toEqual([])
})
