import { defineConfig } from 'vitest/config'

const files = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx,mjs}`)

const SKIPPED = ['**/node_modules/**', '**/dist/**']
/** Screens on a DOM without a browser, over a real server. */
const SCREENS = ['web/src/**/*.screen.test.tsx']
/** What screens hold, on a real server. */
const HELD = ['tools/held-equals-fresh.test.ts', 'tools/held-alerts.test.ts', 'tools/unplugged.test.ts']

export default defineConfig({
  test: {
    exclude: SKIPPED,
    pool: 'forks',
    maxWorkers: 3,
    // For a machine that is busy with other work; what waits in vain says so before.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: [...files('server'), ...HELD],
          globalSetup: ['server/testing/global.ts'],
          // The server holds nothing outside of what it is given, so that its modules are read once and not for every file.
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
      // The browser's stores are modules: each file gets its own. So do commands, which change folders.
      {
        extends: true,
        test: { name: 'web', include: files('web', 'tools'), exclude: [...SKIPPED, ...HELD, ...SCREENS] },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: SCREENS,
          environment: './web/testing/dom.ts',
          globalSetup: ['server/testing/global.ts'],
          setupFiles: ['web/testing/stand-ins.ts'],
          isolate: false,
        },
      },
    ],
  },
})
