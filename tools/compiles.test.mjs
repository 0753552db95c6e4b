import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Code in CONTRIBUTING.md that names its file. */
const EXAMPLE = Object.fromEntries(
  [
    ...readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/^ +```tsx? (\S+)\n(.*?)^ +```$/gms),
  ].map(([, file, text]) => [file, text]),
)

const anOp = (says, bound) => `import { z } from 'zod'
import { op } from './kernel.ts'
export const wrong = op({ name: 'wrong', route: 'GET /v2/wrong', ${bound} ${says}
  input: z.object({ mmsi: z.string() }), output: z.object({ count: z.number() }) })
`
/** Required or invalid fields of an operation, and the name in the error of the compiler. */
const WRONG = [
  ['who may call', "past: 'NOW'", /'who'/],
  ['how a read answers about the past', "who: 'user'", /'past'/],
  ['how a read on record answers about the past', "who: 'user', leaves: 'read', did: 'Read'", /'past'/],
  ['what a change did', "who: 'user', leaves: 'change'", /'did'/],
  ['what a read on record did', "who: 'user', leaves: 'read', past: 'NOW'", /'did'/],
  ['that it has no past, of a change', "who: 'user', leaves: 'change', did: 'Did', past: 'NOW'", /'Past'/],
  ['an example', "who: 'user', past: 'NOW'", /'example'/, ''],
  ['an example that fits', "who: 'user', past: 'NOW'", /'string'/, 'example: { mmsi: 419000001 },'],
  ['a list that is in its answer', "who: 'user', past: 'NOW', flat: 'list'", /'"list"'/],
  ['only what there is to say', "who: 'user', past: 'NOW', cost: 'always'", /'cost'/],
  ['what bounds it', "who: 'user', past: 'NOW'", /'bounded'/, "example: { mmsi: '419000001' },", ''],
].map(
  ([what, says, speaksOf, example = "example: { mmsi: '419000001' },", bound = "bounded: 'ONE',"], i) => ({
    what,
    speaksOf,
    file: `contract/src/wrong-${i}.ts`,
    text: anOp(`${says}, ${example}`, bound),
  }),
)

let folder
let faults
/** All of it compiled at once, as if it lay in the tree. */
beforeAll(() => {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(path.join(root, '.cache', 'compiles-'))
  const files = { ...EXAMPLE, ...Object.fromEntries(WRONG.map(({ file, text }) => [file, text])) }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const options = {
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['vite/client', 'node'],
    jsx: 'react-jsx',
    rootDirs: ['.', '../..'],
    paths: { '@samudra/contract/*': ['./contract/src/*.ts', '../../contract/src/*.ts'] },
  }
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: options,
      files: [...Object.keys(files), '../../server/testing/servers/global.ts'],
      // Declarations of libraries that bring none.
      include: ['../../server/src/**/*.d.ts'],
    }),
  )
  const tsc = spawnSync(path.join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  faults = `${tsc.stdout}${tsc.stderr}`.split(/\n(?=\S)/).filter((fault) => fault !== '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the worked example of CONTRIBUTING compiles, from the promise to its test', () => {
  expect(Object.keys(EXAMPLE)).toContain('contract/src/last-received.ts')
  expect(Object.keys(EXAMPLE).length).toBeGreaterThan(5)
  expect(faults.filter((fault) => !fault.startsWith('contract/src/wrong-'))).toEqual([])
})

test.each(WRONG)('an operation that does not state $what does not compile', ({ file, speaksOf }) => {
  expect(faults.filter((fault) => fault.startsWith(file)).join('\n')).toMatch(speaksOf)
})
