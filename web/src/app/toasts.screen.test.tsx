import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toast } from '../kit/toasts.ts'
import { Toasts } from './Toasts.tsx'

test('a toast before its host is loaded stands at the top right, and stays when the host loads', async () => {
  render(<Toasts />)
  act(() => toast('Session Expired Logging Out !!!', 'bad', { ms: 60_000 }))
  const early = screen.getByRole('alert')
  expect(early.textContent).toContain('Session Expired Logging Out !!!')
  expect(early.closest('.early-toasts')?.getAttribute('data-position')).toBe('top-right')
  await expect.poll(() => document.querySelector('.early-toasts'), { timeout: 10_000 }).toBe(null)
  const shown = await screen.findByText('Session Expired Logging Out !!!')
  expect(shown.closest('.toasts')?.getAttribute('data-position')).toBe('top-right')
})
