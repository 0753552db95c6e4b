import { expect, test } from 'vitest'
import { historyOf, redo, step, undo } from './history.ts'

test('steps are undone and redone one by one, until another change is made', () => {
  let history = step(step(historyOf('a'), 'b'), 'c')
  history = undo(undo(undo(history)))
  expect(history.now).toBe('a')
  history = redo(history)
  expect(history.now).toBe('b')
  history = step(history, 'd')
  expect(redo(history).now).toBe('d')
  expect(undo(history).now).toBe('b')
})

test('all typing into one field is one step', () => {
  const typed = ['s', 'sl', 'slow'].reduce((now, text) => step(now, text, 'name'), historyOf(''))
  expect(undo(typed).now).toBe('')
  const other = step(typed, 'slow!', 'description')
  expect(undo(other).now).toBe('slow')
})

test('steps beyond two hundred are forgotten', () => {
  let history = historyOf(0)
  for (let i = 1; i <= 250; i++) history = step(history, i)
  for (let i = 0; i < 300; i++) history = undo(history)
  expect(history.now).toBe(50)
})
