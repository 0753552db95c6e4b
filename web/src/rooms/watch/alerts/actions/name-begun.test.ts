import { expect, test } from 'vitest'
import { nameBegun, namesFor } from './name-begun.ts'

const user = (username: string, status: 'ACTIVE' | 'BLOCKED' = 'ACTIVE') => ({
  id: `id ${username}`,
  username,
  status,
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

test('offered is who may be told, in any case of letters, until the name is whole', () => {
  const users = [user('asha'), user('Ravi'), user('rana', 'BLOCKED'), user('ranjit')]
  expect(namesFor('ra', users, 'id asha')).toEqual(['Ravi', 'ranjit'])
  expect(namesFor('', users, 'id asha')).toEqual(['Ravi', 'ranjit'])
  expect(namesFor('RAVI', users, 'id asha')).toEqual([])
  expect(namesFor('x', users, 'id asha')).toEqual([])
})
