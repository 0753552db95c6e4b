import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { centreOfFile, gone, showPart } from '../../../testing/a-screen.tsx'

centreOfFile()

test('the question mark lists the keys of a screen, but not while text is typed', async () => {
  const user = showPart(<input aria-label="Name" />)
  await user.type(await screen.findByLabelText('Name'), '?')
  expect(screen.queryByRole('dialog')).toBeNull()
  screen.getByLabelText('Name').blur()
  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await screen.findByText('Submit a form')
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog'))
})
