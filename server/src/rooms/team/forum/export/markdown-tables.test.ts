import { expect, test } from 'vitest'
import { partsOf } from './markdown-tables.ts'

test('a table stands apart from the lines around it, its rows as wide as its head', () => {
  expect(partsOf('Seen:\n\n| Vessel | SOG |\n|:--|--:|\n| A \\| B | 12 | more |\n| C\n\nend')).toEqual([
    { kind: 'LINES', lines: ['Seen:', ''] },
    {
      kind: 'TABLE',
      rows: [
        ['Vessel', 'SOG'],
        ['A | B', '12'],
        ['C', ''],
      ],
    },
    { kind: 'LINES', lines: ['', 'end'] },
  ])
})

test('code, lines with bars alone and tables wider than a page stay lines', () => {
  const wide = `${'a|'.repeat(9)}a\n${'-|'.repeat(9)}-\n`
  for (const text of ['```\na|b\n-|-\n```', 'a | b\nc | d', 'a|b\n-\n', wide])
    expect(partsOf(text).map(({ kind }) => kind)).toEqual(['LINES'])
})
