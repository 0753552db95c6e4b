import { IconLogout } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { answering, screenEntries, type Entry } from './palette-entries.ts'

const act = (label: string, keywords: string): Entry => ({
  id: label,
  label,
  keywords,
  Icon: IconLogout,
  act: () => undefined,
})
const ENTRIES = [
  act('Palette: night', 'theme colours dark light'),
  act('Leave', 'log out sign out'),
  act('Log out', 'leave session'),
]
const labels = (query: string) => answering(query, ENTRIES).map(({ label }) => label)

test('words are found in any order, in labels and in other words for the same', () => {
  expect(labels('night palette')).toEqual(['Palette: night'])
  expect(labels('DARK')).toEqual(['Palette: night'])
  expect(labels('night day')).toEqual([])
  expect(labels(' ')).toHaveLength(ENTRIES.length)
})

test('an entry with a matching label precedes entries that match only by keyword', () => {
  expect(labels('log out')).toEqual(['Log out', 'Leave'])
})

test('an operator is not offered the screens of administrators', () => {
  const offered = screenEntries(false).map(({ label }) => label)
  expect(offered).toContain('Map')
  expect(offered).not.toContain('User management')
  expect(screenEntries(true).map(({ label }) => label)).toContain('User management')
})
