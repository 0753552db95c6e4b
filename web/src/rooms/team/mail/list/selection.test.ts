import { beforeEach, expect, test } from 'vitest'
import { clearSelection, selectTo, toggleSelected, useSelection } from './selection.store.ts'

const LISTED = ['a', 'b', 'c', 'd']
const marked = () => [...useSelection.getState().ids].toSorted().join('')
beforeEach(clearSelection)

test('Shift marks from the last marked row to the chosen one, upwards too', () => {
  toggleSelected('c')
  selectTo(LISTED, 'a', null)
  expect(marked()).toBe('abc')
  selectTo(LISTED, 'd', null)
  expect(marked()).toBe('abcd')
})

test('without a marked row Shift marks from the open mail', () => {
  selectTo(LISTED, 'c', 'b')
  expect(marked()).toBe('bc')
})

test('a second click on a marked row removes its mark', () => {
  toggleSelected('b')
  toggleSelected('b')
  expect(marked()).toBe('')
})
