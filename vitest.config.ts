import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,nautical,server,web,sim,basemap,tools}/**/*.test.{ts,tsx,mjs}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['server/testing/global.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // For a machine that is busy with other work; what waits in vain says so before.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
