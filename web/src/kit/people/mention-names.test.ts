import { expect, test } from 'vitest'
import {
  mentionsFor,
  nameBegun,
  rosterNames,
  userNames,
  withMention,
  type MentionName,
} from './mention-names.ts'

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

test('a mention begins at an @ that no letter precedes and ends at a character no name contains', () => {
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
  const all = [...userNames(users, 'id asha'), ...rosterNames([group('Radar desk'), group('Coast')])]
  const names = (begun: string) => mentionsFor(begun, all).map(({ name }) => name)
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

const NAMES = ['ana', 'anand', 'ben.rao', 'watch-officer'].map((name): MentionName => ({
  kind: 'everybody',
  name,
  label: name,
}))
const found = (begun: string) => mentionsFor(begun, NAMES).map(({ name }) => name)

test('names are found by their beginning and by later parts, and a full name closes the list', () => {
  expect(found('AN')).toEqual(['ana', 'anand'])
  expect(found('rao')).toEqual(['ben.rao'])
  expect(found('off')).toEqual(['watch-officer'])
  expect(found('anand')).toEqual([])
})

test('a chosen name replaces the typed text, with the caret behind it', () => {
  expect(withMention('to @an now', 6, 'ana')).toEqual({ text: 'to @ana now', caret: 8 })
})
