import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { centreOfFile, fill, openScreen } from '../../../../../testing/a-screen.tsx'

centreOfFile()

const NEW = '/home/main/dashboard/rules/new?part=words'
const openPart = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole('radio', { name }))

/** Creates a rule that is written as a sentence; its page is open then. */
async function create(user: UserEvent, sentence: string, name: string) {
  await fill(user, await screen.findByLabelText('The rule in words'), sentence)
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  await screen.findByRole('heading', { name, level: 1 })
}
test('two versions of a rule stand side by side, with the differences marked', async () => {
  const user = openScreen(NEW)
  await create(user, 'When a vessel has SOG below 2 kn: LOW hit "Moored"', 'Moored')
  await openPart(user, 'In words')
  await fill(
    user,
    await screen.findByLabelText('The rule in words'),
    'When a vessel has SOG below 3 kn, except in port: HIGH hit "Moored"',
  )
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await screen.findByText('Moored is saved')
  await openPart(user, 'Record')
  await user.click(await screen.findByRole('button', { name: 'Compare with the current version' }))
  const both = await screen.findByRole('region', { name: 'Two versions' })
  const textsOf = (selector: string) => [...both.querySelectorAll(selector)].map((one) => one.textContent)
  expect(textsOf('mark')).toEqual(['2', 'LOW', '3', ', except in port', 'HIGH'])
  expect(textsOf('[data-tone=marked]').join(' | ')).toBe(
    'has SOG below 2 kn | has SOG below 3 kn | LOW | HIGH | Reported | Suppressed',
  )
})
