import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { centreOfFile, choose, fill, openScreen, part, rowWith } from '../../../../testing/a-screen.tsx'

centreOfFile()

test('a shared address opens the list of ports as filtered, and its filters change it', async () => {
  const user = openScreen('/home/main/ports?q=kochi&country=IN')
  const indian = within(await rowWith('INCOK'))
  indian.getByText('India')
  const grid = await part('grid', 'Ports')
  expect(grid.queryByText('Japan')).toBeNull()
  await choose(user, screen.getByRole('combobox', { name: 'Country' }), 'Japan')
  await within(await rowWith('JPKCZ')).findByText('Japan')
  await waitFor(() => expect(grid.queryByText('INCOK')).toBeNull())
})

test('a list whose filters match nothing shows what to change', async () => {
  const user = openScreen('/home/main/ports')
  await screen.findByLabelText('Search ports')
  await fill(user, screen.getByLabelText('Search ports'), 'no such port')
  await screen.findByText('No ports found')
  await fill(user, screen.getByLabelText('Search ports'), 'colombo')
  await rowWith('LKCMB')
})

test('a list of ports is read dry, read again when its source changes, and imported only then', async () => {
  const user = openScreen('/home/main/ports')
  await user.click(await screen.findByRole('button', { name: 'Import ports' }))
  const drawer = await part('dialog', 'Import ports')
  const lines = [
    'Main Port Name,UN/LOCODE,Country Code,Latitude,Longitude',
    'PORT ISLET,MV ZZY,Maldives,5.5,66.5',
    'NOWHERE,,Atlantis,1,1',
  ]
  const file = new File([lines.join('\n')], 'ports.csv', { type: 'text/csv' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  await user.click(await drawer.findByRole('button', { name: 'Preview import' }))
  await drawer.findByText(/^World Port Index: 1 to add, 0 to change, 0 skipped, 1 with errors\. No changes/)
  await drawer.findByText(/^"Atlantis" is no country/)
  await fill(user, drawer.getByLabelText('Source'), 'Pub 150')
  expect(drawer.queryByRole('button', { name: 'Import: add 1, change 0' })).toBeNull()
  await user.click(drawer.getByRole('button', { name: 'Preview again' }))
  await user.click(await drawer.findByRole('button', { name: 'Import: add 1, change 0' }))
  await rowWith('MVZZY')
})
