import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { runTests } from './tests.mjs'

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const PASSES = "test('passes', () => undefined)\n"
const FAILS_ONCE = `import { existsSync, writeFileSync } from 'node:fs'
test('fails under load', () => {
  const isSecond = existsSync('been-here')
  writeFileSync('been-here', '')
  expect(isSecond).toBe(true)
})\n`
const FAILS = "test('fails', () => expect(1).toBe(2))\n"
const BREAKS = "throw new Error('cannot be read')\n"

/** Runs a small project of these files as `npm run unit` runs ours. */
async function run(files) {
  const cache = path.resolve(import.meta.dirname, '../.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(path.join(cache, 'tests-'))
  const config = path.join(folder, 'vitest.config.mjs')
  writeFileSync(
    config,
    `export default { root: ${JSON.stringify(folder)}, test: { globals: true, maxWorkers: 1, pool: 'threads' } }\n`,
  )
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, `${name}.test.mjs`), text)
  const kept = path.join(folder, 'kept')
  const report = path.join(folder, 'report')
  let said = ''
  const write = (text) => (said += text)
  const status = await runTests({
    name: 'small',
    config,
    cwd: folder,
    env: { NO_COLOR: '1' },
    kept,
    report,
    write,
  })
  const { files: found, unsteady } = JSON.parse(readFileSync(`${report}-small.json`, 'utf8'))
  const results = Object.fromEntries(
    found.flatMap(({ file, tests }) => tests.map(({ name, result }) => [`${file} > ${name}`, result])),
  )
  return { status, said, results, unsteady, kept }
}

test('a test that fails and passes alone is named unsteady, and the run goes on', async () => {
  const { status, said, results, unsteady, kept } = await run({ good: PASSES, once: FAILS_ONCE })
  expect(results).toEqual({
    'good.test.mjs > passes': 'passed',
    'once.test.mjs > fails under load': 'passed',
  })
  expect(unsteady).toEqual([expect.stringContaining('once.test.mjs > fails under load (kept in ')])
  expect(said.match(/once more, alone: .*/g)).toEqual(['once more, alone: once.test.mjs'])
  expect(said).toMatch(/Tests +1 passed \(1\)/)
  expect(readFileSync(path.join(kept, 'once.test.mjs/first.txt'), 'utf8')).toContain(
    'expected false to be true',
  )
  expect(status).toBe(0)
})

test('a test that fails twice, and a file that cannot be read, make the run red', async () => {
  const { status, results, unsteady, kept } = await run({ once: FAILS_ONCE, twice: FAILS, broken: BREAKS })
  expect(results).toEqual({
    'once.test.mjs > fails under load': 'passed',
    'twice.test.mjs > fails': 'failed',
    'broken.test.mjs > its preparation': 'failed',
  })
  expect(unsteady).toHaveLength(1)
  expect(readFileSync(path.join(kept, 'twice.test.mjs/again.txt'), 'utf8')).toContain('expected 1 to be 2')
  expect(status).toBe(1)
})
