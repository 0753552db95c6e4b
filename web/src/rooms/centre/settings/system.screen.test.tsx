import { getSystemUtils } from '@samudra/contract/system'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callerOf } from '../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, openScreen } from '../../../../testing/a-screen.tsx'
import { bytesText } from './bytes-text.ts'

const centre = centreOfFile()

test('the system screen shows resident memory, heap and buffers of the server with their limits', async () => {
  const { host, process } = await (await callerOf(centre.base))(getSystemUtils, {})
  openScreen('/home/settings/system')
  const fact = async (label: string) => (await screen.findByText(label)).nextElementSibling!.textContent
  expect(await fact('Server process memory (RSS)')).toMatch(
    new RegExp(String.raw`^\d+ MB of ${bytesText(host!.mem_total)}$`),
  )
  expect(await fact('Server heap')).toMatch(
    new RegExp(String.raw`^[\d.]+ MB of at most ${bytesText(process!.heap_limit_mb * 1024 * 1024)}$`),
  )
  expect(await fact('Server buffers outside the heap')).toMatch(/^[\d.]+ MB$/)
  const curves = within(screen.getByRole('region', { name: 'Curves' }))
  expect(curves.getByText('Server process memory').nextElementSibling!.textContent).toMatch(/^\d+ MB$/)
})
