import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { centreOfFile, openScreen, signIn } from '../../testing/a-screen.tsx'
import { useServer } from '../../testing/page-worker.ts'

const centre = centreOfFile()
afterEach(() => vi.restoreAllMocks())

/** Answers the first call of an address as a server that takes no more of them for a second. */
function limitOnce(address: string) {
  const { fetch } = globalThis
  let isLimited = false
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (isLimited || !String(input).includes(address)) return fetch(input, init)
    isLimited = true
    return new Response('{}', { status: 429, headers: { 'Retry-After': '1' } })
  })
  return () => isLimited
}

const INBOX = '/home/collaboration/mail/Inbox'
const WAITS = 'Too many requests: tries again in 1 s'

test('when the server is called too often a screen waits, and appears by itself', async () => {
  const wasLimited = limitOnce('/api/v1/mail/fetch')
  openScreen(INBOX)
  await screen.findByText(WAITS)
  await screen.findByText('No mail here')
  expect(wasLimited()).toBe(true)
  expect(screen.queryByText(/Coludn't Connect/)).toBeNull()
})

test('when the server is entered too often a login waits, and succeeds by itself', async () => {
  // A newly loaded page calls hello first.
  useServer(centre.base)
  const wasLimited = limitOnce('/env/hello')
  openScreen('/login')
  const login = signIn()
  await screen.findByText(WAITS)
  await login
  expect(wasLimited()).toBe(true)
})
