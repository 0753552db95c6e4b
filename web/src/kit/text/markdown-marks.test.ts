import { expect, test } from 'vitest'
import { MARKS, marked } from './markdown-marks.ts'

const mark = (label: string) => MARKS.find((one) => one.label === label)!

test('a mark encloses the selection, which stays selected', () => {
  const after = marked({ text: 'Keep the watch.', from: 9, to: 14 }, mark('Bold'))
  expect(after.text).toBe('Keep the **watch**.')
  expect(after.text.slice(after.from, after.to)).toBe('watch')
})

test('without a selection placeholder words are inserted and selected', () => {
  const after = marked({ text: 'See ', from: 4, to: 4 }, mark('Link'))
  expect(after.text).toBe('See [words](https://)')
  expect(after.text.slice(after.from, after.to)).toBe('words')
})

test('a list takes every line that is chosen, from its beginning', () => {
  expect(marked({ text: 'Ships:\nMATSYA\nNOORANI\n', from: 9, to: 21 }, mark('List')).text).toBe(
    'Ships:\n- MATSYA\n- NOORANI\n',
  )
  expect(marked({ text: '', from: 0, to: 0 }, mark('Heading')).text).toBe('## Heading')
})
