import { defineConfig } from 'vitest/config'
import { importedScripts } from './bundling/imported-scripts.ts'

export default defineConfig({
  plugins: [importedScripts(import.meta.dirname, () => true)],
  test: {
    include: ['app/**/*.test.ts', 'app/**/*.test.tsx', 'server/**/*.test.ts', 'tests/*.test.ts'],
    globalSetup: ['tests/support/postgres-setup.ts'],
    setupFiles: ['tests/support/console.ts', 'tests/support/process-state.ts'],
    testTimeout: 30_000,
    // A suite may have to build the shop before it starts it, on a busy machine.
    hookTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 2,
    // Each file has a database of its own; starting a process and reading every module anew for each took longer than the tests.
    isolate: false,
  },
})
