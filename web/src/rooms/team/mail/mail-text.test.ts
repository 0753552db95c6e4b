import { expect, test } from 'vitest'
import { addressText, bareAddress, isRecipient, splitRecipients } from './mail-text.ts'
import { mailLink } from './mail-links.ts'

test('pasted recipients are split at commas and semicolons, but not inside quoted names', () => {
  expect(splitRecipients('a@x.example; "Menon, Asha" <b@y.example>, watch-officer\nc@z.example')).toEqual([
    'a@x.example',
    '"Menon, Asha" <b@y.example>',
    'watch-officer',
    'c@z.example',
  ])
})

test('a name with a comma is quoted among recipients', () => {
  expect(addressText({ name: 'Menon, Asha', address: 'b@y.example' })).toBe('"Menon, Asha" <b@y.example>')
  expect(addressText({ name: '', address: 'b@y.example' })).toBe('b@y.example')
  expect(bareAddress('"Menon, Asha" <B@y.example>')).toBe('b@y.example')
})

test.each([
  ['asha.menon', true],
  ['Asha <asha@x.example>', true],
  ['group:01J', true],
  ['asha menon', false],
  ['a@b@c', false],
])('%s is a recipient: %s', (text, is) => {
  expect(isRecipient(text)).toBe(is)
})

test('the address of a mail names folder, mailbox and search', () => {
  const parts = { mailbox: 'WATCH_OFFICER', folder: 'Inbox', mail: '1', q: 'from:asha', isUnreadOnly: false }
  expect(mailLink(parts)).toBe('/home/collaboration/mail/Inbox/1?mailbox=WATCH_OFFICER&q=from%3Aasha')
})
