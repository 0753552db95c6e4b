// Runs the journeys in a real Chromium; without one it says so, and fails in CI.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { findBrowser } from './browser.mjs'

const root = path.resolve(import.meta.dirname, '..')
const browser = await findBrowser()
if (browser === null) {
  process.stdout.write('SKIPPED: no browser. The journeys did not run.\n')
  process.exit(process.env['CI'] === 'true' ? 1 : 0)
}
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--config', 'e2e/vitest.config.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SAMUDRA_BROWSER: JSON.stringify(browser) },
  },
)
process.exit(status ?? 1)
