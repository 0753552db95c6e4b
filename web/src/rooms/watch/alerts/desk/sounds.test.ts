import { marksAfter, NO_MARKS } from '@samudra/contract/alert-marks'
import type { Alert } from '@samudra/contract/alerts'
import { expect, test } from 'vitest'
import { begunIn, soundOf, toneOf, waitingIn } from './sounds.ts'

const alert = (id: string, version: number, state: Alert['state'], more: Partial<Alert> = {}) =>
  ({
    id,
    version,
    state,
    severity: 'HIGH',
    sound: 'SOFT',
    known_at: '2026-01-01T00:00:00.000Z',
    position: { latitude: 1, longitude: 2 },
    ...more,
  }) as Alert

test('an alert is heard when it is raised and when it comes back unacknowledged, and not when it comes again', () => {
  const raised = alert('a', 1, 'NEW')
  expect(begunIn(NO_MARKS, [raised])).toEqual([raised])
  expect(begunIn(NO_MARKS, [raised, alert('b', 2, 'NEW')], false)).toEqual([raised])
  const held = marksAfter(NO_MARKS, [raised])
  expect(begunIn(held, [alert('a', 2, 'NEW')])).toEqual([])
  const shelved = marksAfter(held, [alert('a', 3, 'SHELVED')])
  expect(begunIn(shelved, [alert('a', 2, 'NEW')])).toEqual([])
  expect(begunIn(shelved, [alert('a', 4, 'NEW')])).toHaveLength(1)
  const taken = marksAfter(held, [alert('a', 3, 'ACKNOWLEDGED')])
  expect(begunIn(taken, [alert('a', 4, 'RESOLVED')])).toEqual([])
})

test('of many one sounds, the gravest; a silent desk hears what is critical, and its definition silences the rest', () => {
  expect(soundOf([alert('a', 1, 'NEW', { severity: 'MEDIUM' }), alert('b', 1, 'NEW')], false)).toBe('WARNING')
  expect(soundOf([alert('a', 1, 'NEW', { severity: 'LOW' })], false)).toBeNull()
  expect(soundOf([alert('a', 1, 'NEW')], true)).toBeNull()
  expect(soundOf([alert('a', 1, 'NEW'), alert('b', 1, 'NEW', { severity: 'CRITICAL' })], true)).toBe(
    'CRITICAL',
  )
  expect(toneOf(alert('a', 1, 'NEW', { sound: 'NONE' }))).toBeNull()
  expect(toneOf(alert('a', 1, 'NEW', { sound: 'NONE', severity: 'CRITICAL' }))).toBe('CRITICAL')
  expect(toneOf(alert('a', 1, 'NEW', { sound: 'LOUD', severity: 'MEDIUM' }))).toBe('WARNING')
})

test('the bar tells of those nobody has, and since when the first of them waits', () => {
  const { marks } = marksAfter(NO_MARKS, [
    alert('a', 1, 'NEW', { known_at: '2026-01-01T00:10:00.000Z', severity: 'LOW' }),
    alert('b', 1, 'NEW', { known_at: '2026-01-01T00:05:00.000Z' }),
    alert('c', 2, 'ACKNOWLEDGED', { known_at: '2026-01-01T00:00:00.000Z' }),
  ])
  expect(waitingIn(marks.values())).toEqual({
    count: 2,
    grave: 1,
    critical: 0,
    oldest: '2026-01-01T00:05:00.000Z',
  })
  expect(waitingIn([])).toEqual({ count: 0, grave: 0, critical: 0, oldest: null })
  const { marks: critical } = marksAfter(NO_MARKS, [alert('d', 1, 'NEW', { severity: 'CRITICAL' })])
  expect(waitingIn(critical.values())).toMatchObject({ count: 1, grave: 1, critical: 1 })
})
