import { getReports, getReportTemplates } from '@samudra/contract/reports'
import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, type Call } from '../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, fill, gone, openScreen, part, rowWith } from '../../../../testing/a-screen.tsx'

const centre = centreOfFile()
const REPORTS = '/home/main/dashboard/reports'
/** Another session of the administrator. */
let other: Call
beforeAll(async () => {
  other = await callerOf(centre.base)
})

test('a report of the release is copied, changed, scheduled, run and deleted', async () => {
  const user = openScreen(REPORTS)
  await user.click(await rowWith('Watch'))
  const built = await part('region', 'Watch')
  expect(built.queryByRole('button', { name: 'Edit' })).toBeNull()
  await user.click(built.getByRole('button', { name: 'Copy' }))
  const form = await part('form', 'New report')
  await fill(user, form.getByLabelText('Name'), 'Handover')
  await user.click(form.getByRole('button', { name: 'Add a block' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Text' }))
  await fill(user, await form.findByLabelText('Text (Markdown)'), 'All quiet.')
  await user.click(form.getByRole('button', { name: 'Save' }))
  const own = await part('region', 'Handover')
  await own.findByText('All quiet.')

  await user.click(own.getByRole('button', { name: 'Schedule' }))
  const schedule = await part('form', 'Schedule Handover')
  await user.click(schedule.getByRole('combobox', { name: 'Run' }))
  await user.click(await screen.findByRole('option', { name: 'Every day at 06:00' }))
  await user.click(schedule.getByRole('button', { name: 'Save' }))
  await own.findByText(/^Every day at 06:00 \(/)

  await user.click(own.getByRole('button', { name: 'Run' }))
  const run = await part('form', 'Run Handover')
  await user.click(run.getByRole('button', { name: 'Run' }))
  await gone(() => screen.queryByRole('form', { name: 'Run Handover' }))
  await own.findByRole('button', { name: 'Save Handover as PDF' }, { timeout: 20_000 })
  expect((await other(getReports, {})).items).toMatchObject([{ name: 'Handover', state: 'DONE' }])

  await user.click(own.getByRole('button', { name: 'Delete' }))
  const question = await part('dialog', 'Delete Handover?')
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await gone(() => screen.queryByRole('region', { name: 'Handover' }))
  const { items } = await other(getReportTemplates, { limit: 100 })
  expect(items.some(({ name }) => name === 'Handover')).toBe(false)

  const later = openScreen(`${REPORTS}?part=runs`)
  await screen.findByRole('cell', { name: 'Handover' })
  await later.click(screen.getByRole('radio', { name: 'Templates' }))
  await rowWith('Daily situation')
})

test('a report of a port names its port, and is refused without one', async () => {
  const user = openScreen(REPORTS)
  await user.click(await rowWith('Port'))
  const built = await part('region', 'Port')
  await user.click(built.getByRole('button', { name: 'Run' }))
  const run = await part('form', 'Run Port')
  await user.click(run.getByRole('button', { name: 'Run' }))
  await run.findByText('This report names no port; copy the template and choose the port.')
  await user.click(run.getByRole('button', { name: 'Cancel' }))
  await user.click(built.getByRole('button', { name: 'Copy' }))
  const form = await part('form', 'New report')
  await fill(user, form.getByLabelText('Name'), 'Kochi weekly')
  await fill(user, form.getByPlaceholderText('All ports'), 'Kochi')
  await user.click(await screen.findByRole('option', { name: 'Kochi (INCOK)' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await part('region', 'Kochi weekly')
  const { items } = await other(getReportTemplates, { limit: 100 })
  expect(items.find(({ name }) => name === 'Kochi weekly')!.filters).toEqual({ port: 'INCOK' })
})
