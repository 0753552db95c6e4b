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
