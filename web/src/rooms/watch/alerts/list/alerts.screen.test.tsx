import { acknowledgeAlerts, getAlerts } from '@samudra/contract/alerts'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { addVesselToList } from '@samudra/contract/vessel-lists'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { callerOf, type Call } from '../../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, gone, openScreen, showPart } from '../../../../../testing/a-screen.tsx'
import { holdBack } from '../../../../../testing/page-worker.ts'
import { Component as AlertsScreen } from './AlertsScreen.tsx'
import { useDesk } from '../desk/desk.store.ts'
import { NewAlerts } from '../desk/NewAlerts.tsx'

const centre = centreOfFile()
/** Another session of the administrator. */
let other: Call
beforeAll(async () => {
  other = await callerOf(centre.base)
  const { version } = await other(getAdminSettings, {})
  await other(updateAdminSettings, { changes: { 'alerts.flood_limit': 1000 }, expected_version: version })
})
afterEach(() => useDesk.setState(useDesk.getInitialState()))

let lastShip = 419000800
/** Raises one new alert for each of so many vessels. */
async function raise(count: number): Promise<string[]> {
  const ships = Array.from({ length: count }, () => ++lastShip)
  await other(addVesselToList, { id: 'blacklist', mmsis: ships.map(String), reason: 'Wanted' })
  await centre.send(
    ships.flatMap((mmsi) => encodePosition({ mmsi, lat: 8, lon: 76, sog: 12, cog: 90, second: 3 })),
  )
  const names = ships.map(String)
  await waitFor(async () => {
    const { items } = await other(getAlerts, { state: 'NEW', limit: 500 })
    expect(items.map(({ mmsi }) => mmsi)).toEqual(expect.arrayContaining(names))
  })
  return names
}
const alertOf = async (mmsi: string) => (await other(getAlerts, { mmsi })).items[0]!
/** Opens the alert of a vessel from the list. */
async function openAlert(user: UserEvent, mmsi: string) {
  await user.click(await screen.findByText(new RegExp(mmsi), { selector: '[role=row] *' }))
  await screen.findByRole('region', { name: new RegExp(mmsi) })
}
const selecteds = () => screen.getByRole('region', { name: /^Blacklist, / }).getAttribute('aria-label')!
const isFocused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))

const ALERTS = '/home/main/dashboard/alerts'
const SUBMIT = '{Control>}{Enter}{/Control}'

test('Ctrl+Enter in Shelve without a reason names the missing reason and opens no list', async () => {
  const [mmsi = ''] = await raise(1)
  const user = openScreen(ALERTS)
  await openAlert(user, mmsi)
  await user.keyboard('h')
  const form = within(await screen.findByRole('form', { name: 'Shelve' }))
  const why = form.getByLabelText(/^Reason/)
  await isFocused(why)
  form.getByRole('combobox', { name: /^For/ }).focus()
  await user.keyboard(SUBMIT)
  expect(screen.queryByRole('option', { name: '4 hours' })).toBeNull()
  await form.findByText('This field is required.')
  await isFocused(why)
  await user.keyboard(`  ${SUBMIT}`)
  await form.findByText('This field is required.')
  expect((await alertOf(mmsi)).state).toBe('NEW')
  await user.keyboard(`Nets in the water${SUBMIT}`)
  await gone(() => screen.queryByRole('form', { name: 'Shelve' }))
  const { state, comments } = await alertOf(mmsi)
  expect([state, comments.at(-1)?.text.trim()]).toEqual(['SHELVED', 'Nets in the water'])
})

test('Dismiss has no preset verdict, and Ctrl+Enter without one goes to it', async () => {
  const [mmsi = ''] = await raise(1)
  const user = openScreen(ALERTS)
  await openAlert(user, mmsi)
  await user.keyboard('d')
  const form = within(await screen.findByRole('form', { name: 'Dismiss' }))
  const verdict = form.getByRole<HTMLInputElement>('combobox', { name: /^Outcome/ })
  expect(verdict.value).toBe('')
  form.getByLabelText('Comment').focus()
  await user.keyboard(SUBMIT)
  await form.findByText('Choose a value.')
  await isFocused(verdict)
  await user.keyboard('{ArrowDown}')
  await user.click(await screen.findByRole('option', { name: 'Expected' }))
  await gone(() => form.queryByText('Choose a value.'))
  await user.keyboard(SUBMIT)
  await waitFor(async () =>
    expect(await alertOf(mmsi)).toMatchObject({ state: 'DISMISSED', disposition: 'EXPECTED' }),
  )
})

test('twenty decisions typed in a row without a pause each go through with their own reason', async () => {
  const ships = await raise(20)
  const user = openScreen(ALERTS)
  await screen.findByText(new RegExp(ships[0]!), { selector: '[role=row] *' })
  await user.keyboard('j')
  await screen.findByRole('region', { name: /^Blacklist, / })
  const reasons = new Map<string, string>()
  for (let i = 0; i < ships.length; i++) {
    const [mmsi = ''] = /\d{9}/.exec(selecteds()) ?? []
    reasons.set(mmsi, `jam ${i}`)
    await user.keyboard('h')
    await screen.findByRole('form', { name: 'Shelve' })
    await user.keyboard(`${reasons.get(mmsi)}${SUBMIT}`)
  }
  await waitFor(async () => {
    const { items } = await other(getAlerts, { state: 'SHELVED', limit: 500 })
    const stored = items.map(({ mmsi, comments }) => [mmsi, comments.at(-1)?.text])
    expect(stored).toEqual(expect.arrayContaining([...reasons]))
  })
  expect(reasons.size).toBe(20)
})

test('actions of other users update the list and every count by push alone, while reads fail', async () => {
  const [mmsi = ''] = await raise(3)
  showPart(
    <>
      <NewAlerts />
      <AlertsScreen />
    </>,
  )
  const row = () => screen.queryByText(new RegExp(mmsi), { selector: '[role=row] *' })
  await waitFor(() => expect(row()).not.toBeNull())
  const newAlerts = async () => (await other(getAlerts, { state: 'NEW', limit: 1 })).total
  const showsCount = (count: number) =>
    waitFor(() => {
      screen.getByRole('link', { name: new RegExp(`^${count} new alerts`) })
      screen.getByText(`${count} new alerts`)
      screen.getByRole('radio', { name: `New ${count}` })
    })
  await showsCount(await newAlerts())
  const release = holdBack('getAlerts')
  await other(acknowledgeAlerts, { ids: [(await alertOf(mmsi)).id], action: 'ACK' })
  await gone(row)
  await showsCount(await newAlerts())
  release()
})

test('where the next alert is not to open, a decided alert stays at hand', async () => {
  const [mmsi = ''] = await raise(2)
  const user = openScreen(ALERTS)
  await openAlert(user, mmsi)
  await user.keyboard('h')
  const form = within(await screen.findByRole('form', { name: 'Shelve' }))
  await user.click(form.getByRole('checkbox', { name: 'Open the next alert afterwards' }))
  await user.click(form.getByLabelText(/^Reason/))
  await user.keyboard(`Nets in the water${SUBMIT}`)
  await gone(() => screen.queryByRole('form', { name: 'Shelve' }))
  await screen.findByText(/^Shelved: /)
  expect(selecteds()).toContain(mmsi)
})

test('a refused decision does not take the focus, and its form comes back with the reason', async () => {
  const [mmsi = ''] = await raise(2)
  const user = openScreen(ALERTS)
  await openAlert(user, mmsi)
  await user.keyboard('h')
  await screen.findByRole('form', { name: 'Shelve' })
  const release = holdBack('acknowledgeAlerts')
  await user.keyboard(`Nets in the water${SUBMIT}`)
  await waitFor(() => expect(selecteds()).not.toContain(mmsi))
  await user.keyboard('c')
  const next = within(await screen.findByRole('form', { name: 'Comment' }))
  const { id } = await alertOf(mmsi)
  await other(acknowledgeAlerts, { ids: [id], action: 'DISMISS', disposition: 'EXPECTED' })
  release()
  await screen.findByText(/^Not done: .*is dismissed/)
  expect(document.activeElement).toBe(next.getByLabelText(/^Comment/))
  await user.click(screen.getByRole('button', { name: 'Open it' }))
  const form = within(await screen.findByRole('form', { name: 'Shelve' }))
  expect(form.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Nets in the water')
  await form.findByText(/is dismissed/)
})

const rowOf = (mmsi: string) => screen.findByText(new RegExp(mmsi), { selector: '[role=row] *' })
const selected = () =>
  screen
    .getAllByRole('row')
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map((row) => /\d{9}/.exec(row.textContent)?.[0])

test('Shift-click selects a range, Ctrl-click adds one row, and an action applies to all of them', async () => {
  const ships = await raise(4)
  const user = openScreen(ALERTS)
  const rows = await Promise.all(ships.map(rowOf))
  const inOrder = rows.toSorted((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  const mmsis = inOrder.map((row) => /\d{9}/.exec(row.textContent)![0])
  await user.click(inOrder[0]!)
  await user.keyboard('{Shift>}')
  await user.click(inOrder[2]!)
  await user.keyboard('{/Shift}')
  await screen.findByRole('region', { name: '3 alerts selected' })
  expect(selected()).toEqual(mmsis.slice(0, 3))
  await user.keyboard('{Control>}')
  await user.click(inOrder[1]!)
  await user.keyboard('{/Control}')
  await screen.findByRole('region', { name: '2 alerts selected' })
  await user.keyboard('a')
  await screen.findByText('Acknowledged: 2 alerts')
  const states = await Promise.all(mmsis.map(async (mmsi) => (await alertOf(mmsi)).state))
  expect(states).toEqual(['ACKNOWLEDGED', 'NEW', 'ACKNOWLEDGED', 'NEW'])
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('region', { name: /alerts selected/ }))
})

test('Shift with J and K extends and shortens the selection, and one reason dismisses all of it', async () => {
  await raise(4)
  const user = openScreen(ALERTS)
  await screen.findAllByRole('rowheader')
  await user.keyboard('j')
  await screen.findByRole('region', { name: /^Blacklist, / })
  await user.keyboard('{Shift>}jjj{/Shift}')
  await screen.findByRole('region', { name: '4 alerts selected' })
  await user.keyboard('{Shift>}k{/Shift}')
  await screen.findByRole('region', { name: '3 alerts selected' })
  const mmsis = selected()
  await user.keyboard('d')
  const form = within(await screen.findByRole('form', { name: 'Dismiss' }))
  await isFocused(form.getByRole('combobox', { name: /^Outcome/ }))
  await user.keyboard('{ArrowDown}')
  await user.click(await screen.findByRole('option', { name: 'Expected' }))
  await user.keyboard(SUBMIT)
  await screen.findByText('Dismissed: 3 alerts')
  const states = await Promise.all(mmsis.map(async (mmsi) => (await alertOf(mmsi!)).state))
  expect(states).toEqual(['DISMISSED', 'DISMISSED', 'DISMISSED'])
  await screen.findByRole('region', { name: /^Blacklist, / })
  expect(mmsis.some((mmsi) => selecteds().includes(mmsi!))).toBe(false)
})

test('evidence of an alert is saved as PDF and as JSON from its details', async () => {
  const [mmsi = ''] = await raise(1)
  const saved: Blob[] = []
  const saving = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:evidence'
  })
  onTestFinished(() => saving.mockRestore())
  const user = openScreen(ALERTS)
  await openAlert(user, mmsi)
  await user.click(screen.getByRole('button', { name: 'Evidence (PDF)' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Evidence (JSON)' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  const [pdf, json] = await Promise.all(saved.map((blob) => blob.text()))
  expect(pdf!.slice(0, 5)).toBe('%PDF-')
  expect(JSON.parse(json!)).toMatchObject({
    format: 'samudra-evidence-1',
    about: { kind: 'alert', id: (await alertOf(mmsi)).id },
  })
})
