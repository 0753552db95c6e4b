// Runs the journeys in a real Chromium; without one it reports so, and fails in CI.
import { findBrowser } from './browser.mjs'
import { runTests } from './tests.mjs'

const browser = await findBrowser()
if (browser === null) {
  process.stdout.write('SKIPPED: no browser. The journeys did not run.\n')
  process.exit(process.env['CI'] === 'true' ? 1 : 0)
}
process.exit(
  await runTests({
    name: 'journeys',
    config: 'e2e/vitest.config.ts',
    args: process.argv.slice(2),
    env: { SAMUDRA_BROWSER: JSON.stringify(browser) },
  }),
)
