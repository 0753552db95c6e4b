// Everything CI runs, in order; stops at the first step that fails and ends with one line of what passed.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { unsteadyText } from './tests.mjs'

const root = path.resolve(import.meta.dirname, '..')
/** In order; those that share a line run side by side, because each needs one core. */
const STEPS = [
  ['format:check', 'imports', 'unused', 'dependencies:check'],
  ['lint', 'types'],
  ['unit'],
  ['durability:half'],
  ['unit:postgres'],
  ['build'],
  ['bench:brief'],
  ['e2e'],
]
const SLOWEST = 20
const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-report-'))
const report = path.join(folder, 'tests')

const took = []

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
  const whole = took.reduce((sum, { ms }) => sum + ms, 0)
  process.stdout.write(
    `\nMinutes:\n${[...took, { steps: 'all', ms: whole }].map(({ steps, ms }) => `${(ms / 60_000).toFixed(1).padStart(6)}  ${steps}\n`).join('')}`,
  )
  process.stdout.write(
    `\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`,
  )
  process.exit(status)
}

/** Runs a step; what it prints is shown as it comes, or at its end when another runs beside it. */
function run(step, isAlone) {
  if (isAlone) process.stdout.write(`\n── npm run ${step}\n`)
  const began = Date.now()
  const child = spawn('npm', ['run', '-s', step], {
    cwd: root,
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TEST_REPORT: report },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) =>
    child.once('close', (status) => {
      if (!isAlone) process.stdout.write(`\n── npm run ${step}\n${output}`)
      process.stdout.write(`   ${step}: ${((Date.now() - began) / 1000).toFixed(1)} s\n`)
      resolve({ step, status: status ?? 1 })
    }),
  )
}

for (const steps of STEPS) {
  const began = Date.now()
  const ended = await Promise.all(steps.map((step) => run(step, steps.length === 1)))
  took.push({ steps: steps.join(', '), ms: Date.now() - began })
  const failed = ended.filter(({ status }) => status !== 0)
  for (const { step } of failed)
    process.stdout.write(`\nnpm run ${step} failed; npm run -s ${step} repeats it alone.\n`)
  if (failed.length > 0) finish(failed[0].status)
}
finish(0)
