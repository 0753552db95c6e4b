// Everything CI runs, in order; stops at the first that fails.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const STEPS = ['format:check', 'lint', 'types', 'imports', 'unused', 'unit', 'build', 'e2e']

for (const step of STEPS) {
  const began = Date.now()
  process.stdout.write(`\n── npm run ${step}\n`)
  const { status } = spawnSync('npm', ['run', '-s', step], { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    process.stdout.write(`\nnpm run ${step} failed. npm run -s ${step} repeats it alone.\n`)
    process.exit(status ?? 1)
  }
  process.stdout.write(`   ${step}: ${((Date.now() - began) / 1000).toFixed(1)} s\n`)
}
