import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionEnded, takeWanted, wantsTo } from './wanted.ts'

const LINK = '/home/map/plotAisTrack/419000001?from=2026-11-22T00:00:00Z'
beforeEach(() => {
  const held = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
    removeItem: (key: string) => held.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a login leads once to the address that was requested before', () => {
  wantsTo(LINK)
  expect(takeWanted('asha', null)).toBe(LINK)
  expect(takeWanted('asha', null)).toBeNull()
  expect(takeWanted('asha', '/home/settings/help')).toBe('/home/settings/help')
})

test('a session that ended continues for its own user, and shows no other user where that was', () => {
  sessionEnded('asha')
  wantsTo(LINK)
  expect(takeWanted('binu', null)).toBeNull()
  sessionEnded('asha')
  wantsTo(LINK)
  expect(takeWanted('asha', null)).toBe(LINK)
})

test('no link leads away from our own screens, and none counts for ever', () => {
  for (const to of ['https://example.org/home/', '//example.org', '/home//example.org', '/api/v1/users']) {
    wantsTo(to)
    expect(takeWanted('asha', to)).toBeNull()
  }
  vi.useFakeTimers({ now: 0 })
  wantsTo(LINK)
  vi.setSystemTime(31 * 60_000)
  expect(takeWanted('asha', null)).toBeNull()
})
