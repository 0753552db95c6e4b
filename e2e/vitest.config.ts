import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['e2e/src/**/*.e2e.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    ...(process.env['TEST_REPORT'] === undefined
      ? {}
      : { reporters: ['default', ['json', { outputFile: `${process.env['TEST_REPORT']}-e2e.json` }]] }),
  },
})
