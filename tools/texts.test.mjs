import { expect, test } from 'vitest'
import { textsOf } from './texts.mjs'

const textsIn = (source, file = 'web/src/a.tsx') => textsOf(source, file)

test('texts of elements, attributes, properties and templates are found with their lines', () => {
  const source = `import { x } from './some-file.ts'
export const Empty = () => (
  <Nothing className="very wide" title="No alerts">
    Nothing to acknowledge.
  </Nothing>
)
export const wordsOf = (n: number) => ({ name: 'not shown', label: 'Vessels', text: \`\${n} vessels are silent\` })
`
  expect(textsIn(source)).toEqual([
    { line: 3, text: 'No alerts' },
    { line: 3, text: 'Nothing to acknowledge.' },
    { line: 7, text: 'Vessels' },
    { line: 7, text: '… vessels are silent' },
  ])
})

test('codes, statements and types are no texts', () => {
  const source = `type A = 'Some Thing'
const a = 'ACTIVE', b = 'kebab-case', c = 'select id from alerts where id = $1', d = 'camelCase'`
  expect(textsIn(source, 'server/src/a.ts')).toEqual([])
})
