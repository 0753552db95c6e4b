import { expect, test } from 'vitest'
import { faultsOf, namesakesOf } from './prose.mjs'

const whatOf = (text, file = 'server/src/sea/fix.ts') => faultsOf(file, text).map(({ what }) => what)

test('a doc comment that begins with What is a fault; one that begins with a verb or noun is not', () => {
  expect(whatOf(['/**', 'What a fix carries. */\nexport type Fix = {}'].join(' '))).toEqual([
    'a doc comment begins with "What", not with a verb or a noun',
  ])
  expect(whatOf('/**\n * Whether it is shown.\n */')).toHaveLength(1)
  expect(whatOf('/** Position of a vessel. */\n/** Returns the fix. */')).toEqual([])
})

test('a banned word is a fault in exported names and file names, not in the name of an operation', () => {
  expect(whatOf('export const mostTold = 1')).toEqual(['the name mostTold has the word "told"'])
  expect(whatOf('export const getHabits = op({')).toEqual([])
  expect(whatOf('', 'server/src/sea/told-sea.ts')).toEqual(['the file name has the word "told"'])
  expect(whatOf('', 'nautical/src/ais/area-notice.ts')).toEqual([])
  expect(whatOf('const told = 1\nexport const atoll = told')).toEqual([])
})

test('a sentence of more than thirty words is a fault, on one line or several; a formula is none', () => {
  const long = Array.from({ length: 31 }, () => 'word').join(' ')
  expect(whatOf(`// ${long}.`)).toHaveLength(1)
  expect(whatOf(`/**\n * ${long.slice(0, 74)}\n * ${long.slice(75)}.\n */`)).toHaveLength(1)
  expect(whatOf(`/**\n * Seals.\n *\n *   ${long}\n */`)).toEqual([])
  expect(whatOf(`// ${long.slice(0, 74)}. ${long.slice(75)}.`)).toEqual([])
})

test('equal file names in one package are namesakes; rooms and tests of other packages are not', () => {
  const files = [
    'server/src/a/room.ts',
    'server/src/b/room.ts',
    'server/src/a/x.ts',
    'server/src/b/x.ts',
    'web/src/x.ts',
  ]
  expect(namesakesOf(files)).toEqual([['server/src/a/x.ts', 'server/src/b/x.ts']])
})
