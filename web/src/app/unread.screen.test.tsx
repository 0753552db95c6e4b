import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { centreOfFile, gone, showPart } from '../../testing/a-screen.tsx'
import { setUnread } from '../stored/unread.store.ts'
import { UnreadBadges } from './UnreadBadges.tsx'

centreOfFile()
afterEach(() => {
  setUnread('mail', 0)
  setUnread('notices', 0)
})

test('unread mail is counted in the bar and in the title, and notices in neither', async () => {
  showPart(<UnreadBadges />)
  act(() => {
    setUnread('mail', 3)
    setUnread('notices', 5)
  })
  await screen.findByRole('link', { name: '3 unread mails' })
  expect(document.title).toBe('(3) Samudra')
  act(() => setUnread('mail', 0))
  await gone(() => screen.queryByRole('link', { name: '3 unread mails' }))
  expect(document.title).toBe('Samudra')
})
