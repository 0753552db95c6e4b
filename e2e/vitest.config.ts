import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['e2e/src/**/*.e2e.ts'],
    setupFiles: [`${import.meta.dirname}/src/on-failure.ts`],
    globalSetup: [`${import.meta.dirname}/global.ts`],
    pool: 'forks',
    // Files of a worker share its browser.
    isolate: false,
    // While one waits for its screen the other draws.
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // How long the screen may take to follow; where a journey promises less, it measures it.
    expect: { poll: { timeout: 10_000 } },
  },
})
