import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPart } from '../../../testing/a-screen.tsx'
import { MessageText } from './MessageText.tsx'

const never = () => false
const show = (text: string) => showPart(<MessageText text={text} isName={never} isReader={never} />)

test('a table of Markdown is shown as a table, with HTML in it as it is written', () => {
  show(
    'Seen:\n\n| Vessel | SOG |\n|:--|--:|\n| **MATSYA** | 12 |\n| <img src=x onerror=alert(1)> | [x](javascript:alert(1)) |\n\nend',
  )
  const table = within(screen.getByRole('table'))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Vessel', 'SOG'])
  expect(table.getAllByRole('row')).toHaveLength(3)
  expect(table.getByText('MATSYA').tagName).toBe('STRONG')
  expect(document.querySelector('.message-text :is(img, script)')).toBeNull()
  expect(table.getByRole('cell', { name: '<img src=x onerror=alert(1)>' })).toBeTruthy()
  expect(table.getByText('x').getAttribute('href')).toBe('')
  expect(screen.getByText('end').tagName).toBe('P')
})

test('a table of too many cells is shown as it is written', () => {
  const wide = `|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n${'|\n'.repeat(1000)}`
  const long = `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(2000)}`
  show(`${wide}\n\n${long}\n\n|c|\n|-|\n|3|`)
  expect(screen.getAllByRole('table')).toHaveLength(1)
  expect(screen.getByRole('cell', { name: '3' })).toBeTruthy()
})
