// Everything CI runs, in order; stops at the first step that fails and ends with one line of what passed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const STEPS = ['format:check', 'lint', 'types', 'imports', 'unused', 'unit', 'unit:postgres', 'build', 'e2e']
const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-report-'))
const report = path.join(folder, 'tests')

function finish(status) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const read = JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
    total.passed += read.numPassedTests
    total.failed += read.numFailedTests
    total.skipped += read.numPendingTests
  }
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
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
