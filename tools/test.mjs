// Everything CI runs, in order; stops at the first step that fails and ends with one line of what passed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { unsteadyText } from './tests.mjs'

const root = path.resolve(import.meta.dirname, '..')
const STEPS = [
  'format:check',
  'lint',
  'types',
  'imports',
  'unused',
  'dependencies:check',
  'unit',
  'durability:half',
  'unit:postgres',
  'build',
  'bench:brief',
  'e2e',
]
const SLOWEST = 20
const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-report-'))
const report = path.join(folder, 'tests')

function finish(status) {
  const reports = (existsSync(folder) ? readdirSync(folder) : []).map((name) =>
    JSON.parse(readFileSync(path.join(folder, name), 'utf8')),
  )
  rmSync(folder, { recursive: true, force: true })
  const tests = reports.flatMap(({ files }) =>
    files.flatMap(({ file, tests }) => tests.map((test) => ({ ...test, file }))),
  )
  const count = (result) => tests.filter((test) => test.result === result).length
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  const unsteady = reports.flatMap((one) => one.unsteady)
  if (slowest.length > 0)
    process.stdout.write(
      `\nSlowest:\n${slowest.map(({ ms, file, name }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file} > ${name}\n`).join('')}`,
    )
  if (unsteady.length > 0) process.stdout.write(unsteadyText(unsteady))
  process.stdout.write(
    `\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`,
  )
  process.exit(status)
}

for (const step of STEPS) {
  const began = Date.now()
  process.stdout.write(`\n── npm run ${step}\n`)
  const { status } = spawnSync('npm', ['run', '-s', step], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_REPORT: report },
  })
  if (status !== 0) {
    process.stdout.write(`\nnpm run ${step} failed; npm run -s ${step} repeats it alone.\n`)
    finish(status ?? 1)
  }
  process.stdout.write(`   ${step}: ${((Date.now() - began) / 1000).toFixed(1)} s\n`)
}
finish(0)
