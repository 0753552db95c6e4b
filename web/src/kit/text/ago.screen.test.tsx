import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wallNow } from '../../time/server-clock.ts'
import { useSettings } from '../settings.ts'
import { Ago } from './Ago.tsx'
import { SeverityChip } from './SeverityChip.tsx'
import { whenText } from './when-text.ts'

test('an age shows its full time stamp with the zone on hover', () => {
  const at = new Date(wallNow() - 12 * 60_000).toISOString()
  render(<Ago at={at} />)
  const shown = screen.getByText('12 min ago')
  expect(shown.getAttribute('datetime')).toBe(at)
  expect(shown.title).toBe(`${whenText(at, useSettings.getState())} IST`)
})

test('a severity has a colour, a shape and a word', () => {
  const { container } = render(<SeverityChip severity="HIGH" />)
  expect(container.querySelector('[data-severity=HIGH] > svg')).not.toBeNull()
  expect(container.textContent).toBe('High')
})
