import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,nautical,server,web,sim,basemap,tools}/**/*.test.{ts,tsx,mjs}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['server/testing/global.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
