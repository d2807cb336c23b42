import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

// `npm run test:clock -- PATH…`: the tests with the clock of Node and PostgreSQL 400 days ahead, then past midnight of 29 February 2028.

const CLOCKS = {
  '400 days ahead': Date.now() + 400 * 86_400_000,
  // Ten minutes past midnight in Santiago's summer: the same hour of UTC half a year later is still the day before.
  'past midnight of 29 February 2028': Date.UTC(2028, 1, 29, 3, 10),
}

const library = findLibrary()
if (!library) {
  console.error('libfaketime is missing: sudo apt-get install faketime')
  process.exit(1)
}

const EXCLUDED = [
  // Compares with the times of files, which the kernel takes from the machine's own clock.
  'server/build-lock.test.ts',
  // Wait for time limits of PostgreSQL's, whose timers the library holds back.
  'app/platform/database/outage.test.ts',
  'app/platform/database/migrate-locks.test.ts',
  'app/features/questionnaires/runs/saving-locks.test.ts',
]

for (const [title, clock] of Object.entries(CLOCKS)) {
  console.log(`\n▸ ${title}`)
  const env = {
    ...process.env,
    LD_PRELOAD: library,
    // An offset, not a date: with a date each process would start its own clock there.
    FAKETIME: `+${Math.round((clock - Date.now()) / 1000)}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  const args = ['run', ...EXCLUDED.flatMap(path => ['--exclude', path]), ...process.argv.slice(2)]
  const { status } = spawnSync(join('node_modules', '.bin', 'vitest'), args, { stdio: 'inherit', env })
  if (status !== 0) process.exitCode = 1
}

/** Debian installs the library in a folder named by the machine's architecture. */
function findLibrary(): string | undefined {
  const root = '/usr/lib'
  return readdirSync(root)
    .map(folder => join(root, folder, 'faketime/libfaketimeMT.so.1'))
    .find(path => existsSync(path))
}
