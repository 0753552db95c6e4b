import { filterAisData } from '@samudra/contract/picture'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { centreOfFile, fill, openScreen, part } from '../../testing/a-screen.tsx'
import { aSession } from '../../testing/a-session.ts'

const centre = centreOfFile()

const NEW = '/home/main/dashboard/rules/new?part=words'
/** Vessels so many that a run over them takes a while. */
const MANY = 3000
const openPart = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole('radio', { name }))

/** Creates a rule that is written as a sentence; its page is open then. */
async function create(user: UserEvent, sentence: string, name: string) {
  await fill(user, await screen.findByLabelText('The rule in words'), sentence)
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByRole('heading', { name, level: 1 })
}
/** Button of the page, beside which the preview has one of the same name. */
const lookBack = (user: UserEvent) => user.click(screen.getAllByRole('button', { name: 'Look back' })[0]!)

/** Button found without its role, which takes longer than a run does. */
function buttonNamed(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (found === undefined) throw new Error(`no button is named ${name}`)
  return found
}
/** Begins a run and cancels it; false if it ends before the button is pressed. */
async function cancelled(user: UserEvent): Promise<boolean> {
  await lookBack(user)
  try {
    const cancel = await waitFor(() => buttonNamed('Cancel'), { interval: 5, timeout: 3000 })
    cancel.click()
    await screen.findByText(/· Cancelled ·/, undefined, { timeout: 3000 })
    return true
  } catch {
    return false
  }
}

test('a run is cancelled, resumed from there, and finds every vessel', async () => {
  const other = await aSession(centre.base)
  await centre.send(
    Array.from({ length: MANY }, (_, i) =>
      encodePosition({
        mmsi: 419200000 + i,
        lat: 4 + (i % 60) / 10,
        lon: 65 + Math.floor(i / 60) / 10,
        sog: 0.4,
        cog: 90,
        navStatus: 0,
        second: 7,
      }),
    ).flat(),
  )
  await waitFor(async () => {
    const { count } = await other(filterAisData, { filter: {}, limit: 1 })
    expect(count).toBe(MANY)
  })
  const user = openScreen(NEW)
  await create(user, 'When a ship has SOG below 2 kn: LOW hit "Lying"', 'Lying')
  await waitFor(async () => expect(await cancelled(user)).toBe(true), { timeout: 40_000 })
  const run = await part('region', 'Look back')
  await user.click(run.getByRole('button', { name: 'Go on with it' }))
  await run.findByText(/^Would have alerted 3.?000 times, 3.?000 vessels, 0 in port$/)
  await run.findByText(/· Done ·/)

  // The hits of a stored run are there as soon as it is done.
  await openPart(user, 'Results')
  await user.click(await screen.findByRole('button', { name: 'Look back and keep it' }))
  const kept = await part('region', 'Found in the look back')
  await kept.findByText(/· Done · kept ·/)
  await kept.findByText(/^3.?000 hits$/)
})

test('two versions of a rule stand side by side, with the differences marked', async () => {
  const user = openScreen(NEW)
  await create(user, 'When a ship has SOG below 2 kn: LOW hit "Moored"', 'Moored')
  await openPart(user, 'In words')
  await fill(
    user,
    await screen.findByLabelText('The rule in words'),
    'When a ship has SOG below 3 kn, except in port: HIGH hit "Moored"',
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Moored is saved')
  await openPart(user, 'Record')
  await user.click(await screen.findByRole('button', { name: 'Compare with the one now' }))
  const both = await screen.findByRole('region', { name: 'Two versions' })
  const textsOf = (selector: string) => [...both.querySelectorAll(selector)].map((one) => one.textContent)
  expect(textsOf('mark')).toEqual(['2', 'LOW', '3', ', except in port', 'HIGH'])
  expect(textsOf('[data-tone=marked]').join(' | ')).toBe(
    'has SOG below 2 kn | has SOG below 3 kn | LOW | HIGH | Told | Not told',
  )
})
