import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['app/**/*.test.ts', 'app/**/*.test.tsx', 'server/**/*.test.ts', 'tests/*.test.ts'],
    globalSetup: ['tests/support/postgres-setup.ts'],
    setupFiles: ['tests/support/console.ts'],
    testTimeout: 30_000,
    // A suite may have to build the shop before it starts it, on a busy machine.
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
})
