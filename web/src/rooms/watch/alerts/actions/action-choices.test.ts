import {
  ALERT_ACTIONS,
  ALERT_STATES,
  SHELVE_MOST_MS,
  TRANSITIONS,
  work,
} from '@samudra/contract/alert-workflow'
import { expect, test } from 'vitest'
import {
  requirementsOf,
  BACK,
  ACTION_CHOICES,
  choiceOfKey,
  choicesOf,
  dispositionsOf,
  isAsLeft,
  isOurs,
  nameNow,
  NO_WAY_BACK,
  SHELVE_HOURS,
  shipsOf,
  shelvedUntil,
} from './action-choices.ts'

test('everything that may be done has a word and a key, and in no state two have the same key', () => {
  expect(ACTION_CHOICES.map(({ action }) => action).sort()).toEqual([...ALERT_ACTIONS].sort())
  for (const state of ALERT_STATES) {
    const keys = choicesOf({ state }).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    // J and K go through the list.
    expect(keys).not.toContain('j')
    expect(keys).not.toContain('k')
  }
})

test('a key runs an action that is possible now, and no other', () => {
  expect(choiceOfKey({ state: 'NEW' }, 'A')?.action).toBe('ACK')
  expect(choiceOfKey({ state: 'NEW' }, 'r')).toBeUndefined()
  expect(choiceOfKey({ state: 'IN_PROGRESS' }, 'r')?.action).toBe('RESOLVE')
  expect([
    choiceOfKey({ state: 'NEW' }, 'h')?.action,
    choiceOfKey({ state: 'SHELVED' }, 'h')?.action,
  ]).toEqual(['SHELVE', 'UNSHELVE'])
})

test('an action reserved for another user is not the next one, and an action open to all is', () => {
  const next = (state: 'NEW' | 'ACKNOWLEDGED' | 'RESOLVED', owner_id: string | null) =>
    isOurs(choicesOf({ state })[0]!, { owner_id }, 'ravi')
  expect(next('NEW', null)).toBe(true)
  expect([next('ACKNOWLEDGED', 'asha'), next('ACKNOWLEDGED', 'ravi')]).toEqual([false, true])
  expect(next('RESOLVED', 'asha')).toBe(true)
})

test('an action requires exactly what the server does, and shelving never exceeds its limit', () => {
  for (const choice of ACTION_CHOICES) {
    expect(requirementsOf(choice)).toEqual(TRANSITIONS[choice.action].requires)
    expect(dispositionsOf(choice)).toEqual(TRANSITIONS[choice.action].dispositions ?? [])
  }
  const now = Date.UTC(2026, 0, 1)
  for (const hours of SHELVE_HOURS)
    expect(Date.parse(shelvedUntil(Number(hours), now)) - now).toBeLessThan(SHELVE_MOST_MS)
  expect(shelvedUntil(1, now)).toBe(new Date(Date.UTC(2026, 0, 1, 1)).toISOString())
})

test('every action is undone by one the server accepts then, or states what to do instead', () => {
  const now = Date.UTC(2026, 0, 1)
  const hand = { id: 'asha', name: 'asha', isSupervisor: false }
  for (const action of ALERT_ACTIONS) {
    expect([action, action in BACK, action in NO_WAY_BACK]).toEqual([
      action,
      !(action in NO_WAY_BACK),
      action in NO_WAY_BACK,
    ])
    const back = BACK[action]?.act(now)
    if (back === undefined) continue
    const { until, ...act } = back
    const after = {
      state: TRANSITIONS[action].to!,
      severity: 'CRITICAL' as const,
      owner_id: 'asha',
      owner: 'asha',
    }
    const values = { ...act, until: until === undefined ? undefined : Date.parse(until) }
    expect([action, work(after, values, hand, now)]).toMatchObject([action, { ok: true, isSame: false }])
  }
  // The clock resets the alert to new and without an owner.
  expect(BACK.ACK?.act(now)).toMatchObject({ action: 'SHELVE', until: '2026-01-01T00:00:10.000Z' })
})

test('an old message does not undo what another user did since', () => {
  const stands = (state: 'ACKNOWLEDGED' | 'IN_PROGRESS' | 'NEW', owner_id: string | null) =>
    isAsLeft('ACK', { state, owner_id }, 'asha')
  expect(stands('ACKNOWLEDGED', 'asha')).toBe(true)
  expect([stands('ACKNOWLEDGED', 'binu'), stands('IN_PROGRESS', 'asha'), stands('NEW', null)]).toEqual([
    false,
    false,
    false,
  ])
  expect(isAsLeft('DISMISS', { state: 'DISMISSED', owner_id: null }, 'asha')).toBe(true)
  expect(isAsLeft('DISMISS', { state: 'NEW', owner_id: null }, 'asha')).toBe(false)
})

test('a vessel renamed since has its new name shown beside the one in the alert', () => {
  const ships = [
    { split_id: 0, ship_name: 'SEA QUEEN' },
    { split_id: 1, ship_name: 'OTHER' },
  ]
  expect(nameNow({ split_id: 0, ship_name: 'SEA KING' }, ships)).toBe('SEA QUEEN')
  expect(nameNow({ split_id: 0, ship_name: 'SEA QUEEN' }, ships)).toBeNull()
  expect(nameNow({ split_id: 2, ship_name: 'SEA KING' }, ships)).toBeNull()
  expect(nameNow({ split_id: 0, ship_name: null }, ships)).toBeNull()
})

test('an alert of two vessels under one MMSI names both, or that there are two', () => {
  const values = {
    asked: '',
    verdict: 'TRUE',
    value: null,
    threshold: null,
    unit: null,
    window: null,
  } as const
  const known = { call_sign: null, length: null, fix_id: '1', at: '', latitude: 0, longitude: 0 }
  const positions = ['KARIN', 'CAPE ORCHID'].map((ship_name, split_id) => ({ ...known, ship_name, split_id }))
  const explanation = { ...values, fix_ids: [], of: [{ ...values, fix_ids: [], of: [], positions }] }
  const of = { ship_name: 'KARIN', mmsi: '235012345', other_mmsi: '235012345', other_split_id: 1 }
  expect(shipsOf({ ...of, explanation })).toBe('KARIN and CAPE ORCHID · 235012345')
  expect(shipsOf({ ...of, explanation: null })).toBe('KARIN · 235012345 (two vessels)')
})
