import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['e2e/src/**/*.e2e.ts'],
    setupFiles: [`${import.meta.dirname}/src/on-failure.ts`],
    pool: 'forks',
    // One at a time: a browser that draws in software, its server and its database keep two cores busy by themselves.
    maxWorkers: 1,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // How long the screen may take to follow; where a journey promises less, it measures it.
    expect: { poll: { timeout: 10_000 } },
  },
})
