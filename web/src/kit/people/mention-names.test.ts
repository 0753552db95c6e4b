import { expect, test } from 'vitest'
import { nameBegun, namesFor } from './mention-names.ts'

const user = (username: string, status: 'ACTIVE' | 'BLOCKED' = 'ACTIVE') => ({
  id: `id ${username}`,
  username,
  status,
})
const group = (name: string) => ({
  id: name,
  name,
  color: '#2e7d32',
  members: ['id Ravi'],
  version: 1,
  created_at: '',
  updated_at: '',
})

test('a name is begun behind an @ that no letter stands before, up to what ends it', () => {
  expect(['@', 'Look, @ra', '(@ravi.k', '@ravi is', 'mail@ravi', 'Look'].map(nameBegun)).toEqual([
    '',
    'ra',
    'ravi.k',
    null,
    null,
    null,
  ])
})

test('mention suggestions are case-insensitive, end at a full name, and hold groups and duties', () => {
  const users = [user('asha'), user('Ravi'), user('rana', 'BLOCKED'), user('ranjit')]
  const roster = { users, groups: [group('Radar desk'), group('Coast')] }
  const names = (begun: string) => namesFor(begun, roster, 'id asha').map(({ name }) => name)
  expect(names('ra')).toEqual(['Ravi', 'ranjit', 'radar-desk'])
  expect(names('')).toEqual([
    'Ravi',
    'ranjit',
    'radar-desk',
    'coast',
    'watch-officer',
    'supervisor',
    'duty-officer',
  ])
  expect(names('DUTY')).toEqual(['duty-officer'])
  expect(names('RAVI')).toEqual([])
  expect(names('x')).toEqual([])
})
