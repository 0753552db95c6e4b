import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const files = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx,mjs}`)

const DURABILITY = '**/*.durability.test.ts'
/** Test of the alerts that screens hold, on a real server. */
const HELD = 'tools/held-alerts.test.ts'

/** Vitest reads cached modules of its own process as bytes, and fails on the stack of any error there. */
const ownProcessUncached: Plugin = {
  name: 'own-process-uncached',
  configureVitest: ({ experimental_defineCacheKeyGenerator }) =>
    experimental_defineCacheKeyGenerator(({ environment }) =>
      environment.name === '__vitest__' ? false : undefined,
    ),
}
/** Screens on a DOM without a browser, over a real server. */
const SCREENS = 'web/src/**/*.screen.test.tsx'

export default defineConfig({
  plugins: [ownProcessUncached],
  test: {
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    maxWorkers: 3,
    // For a machine that is busy with other work; a wait that fails reports it earlier.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Modules stay transformed between runs, by a hash of their text.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: [...files('server'), HELD],
          exclude: [DURABILITY],
          globalSetup: ['server/testing/servers/global.ts'],
          // A worker reads the modules of the server once: they hold no state outside of their arguments.
          isolate: false,
        },
      },
      // Processes killed, several servers, backups, compaction and hostile load.
      {
        extends: true,
        test: {
          name: 'durability',
          include: [DURABILITY],
          globalSetup: ['server/testing/servers/global.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'sea',
          include: files('contract', 'nautical', 'rules', 'sim', 'basemap'),
          isolate: false,
        },
      },
      // A test that leaves a store of the browser changed resets it.
      { extends: true, test: { name: 'web', include: files('web'), exclude: [SCREENS], isolate: false } },
      {
        extends: true,
        test: {
          name: 'screens',
          include: [SCREENS],
          environment: './web/testing/dom.ts',
          globalSetup: ['server/testing/servers/global.ts'],
          setupFiles: ['web/testing/stand-ins.ts'],
          isolate: false,
        },
      },
      // Commands change folders and the environment.
      { extends: true, test: { name: 'tools', include: files('tools'), exclude: [DURABILITY, HELD] } },
    ],
  },
})
