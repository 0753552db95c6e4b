import { expect, test } from 'vitest'
import { clockText } from './clock-text.ts'

test('a time of day is read as people write it, and other text is unchanged', () => {
  expect(['1830', '18:30', '6:30', '630', ' 06.30 ', ''].map(clockText)).toEqual([
    '18:30',
    '18:30',
    '06:30',
    '06:30',
    '06:30',
    '',
  ])
  expect(['2530', '12:75', 'noon', '18'].map(clockText)).toEqual(['2530', '12:75', 'noon', '18'])
})
