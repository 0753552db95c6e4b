import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { centreOfFile, showPart } from '../../../testing/a-screen.tsx'
import { CommandPalette } from './CommandPalette.tsx'
import { usePaletteKey } from './palette-open.ts'

centreOfFile()

function Shown() {
  usePaletteKey()
  return (
    <>
      <input aria-label="Message" />
      <CommandPalette />
    </>
  )
}

test('letters typed right after Ctrl-K stand in the palette, and not in the field behind it', async () => {
  const user = showPart(<Shown />)
  await user.click(await screen.findByLabelText('Message'))
  for (const word of ['rules', 'alerts']) {
    await user.keyboard(`{Control>}k{/Control}${word}`)
    const field = await screen.findByRole('textbox', { name: 'Search screens, objects and actions' })
    await waitFor(() => expect((field as HTMLInputElement).value).toBe(word))
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('{Escape}')
    screen.getByLabelText('Message').focus()
  }
  expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('')
})
