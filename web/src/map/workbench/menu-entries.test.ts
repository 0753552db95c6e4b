import { IconFlag } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { selected } from './menu-entries.ts'
import type { MenuEntry } from './part.ts'

const entry = (id: string, section: MenuEntry['section'], rank?: number): MenuEntry => ({
  id,
  label: id,
  Icon: IconFlag,
  section,
  act: () => undefined,
  ...(rank === undefined ? {} : { rank }),
})

test('five entries of a ship stand at hand in the order of their use, and none is lost', () => {
  const entries = [
    entry('copy', 'Place'),
    entry('list', 'Ship', 7),
    entry('event', 'Ship', 6),
    entry('details', 'Ship', 1),
    entry('nearby', 'Ship'),
    entry('trail', 'Ship', 3),
    entry('plot', 'Ship', 4),
    entry('approach', 'Ship', 5),
  ]
  const { first, rest } = selected(entries)
  expect(first.map(({ id }) => id)).toEqual(['details', 'trail', 'plot', 'approach', 'event'])
  expect(rest.map(({ id }) => id)).toEqual(['copy', 'list', 'nearby'])
})

test('of a place without a ship nothing is put aside', () => {
  const { first, rest } = selected([entry('copy', 'Place'), entry('measure', 'Measure')])
  expect(first).toEqual([])
  expect(rest).toHaveLength(2)
})
