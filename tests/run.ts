import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findChromium } from './support/chromium.ts'
import { findPostgres15, runPostgres15 } from './support/postgres15.ts'
import { makeScratchFolder } from './support/scratch-folder.ts'

// `npm test`: what every commit must pass, the quick checks first. `npm run test:full`: the rest, which takes longer.
// `npm run test:e2e`: every journey, or the named ones. `npm run screenshots`: pictures of four walks. ADR 0040 says what runs where.

class CheckFailed extends Error {}

const EMOJI_FONT = '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'

/** The suffix of test files that only `npm run test:full` runs. */
const FULL = '.full.test.ts'

const bin = (name: string) => join('node_modules', '.bin', name)

type Command = [command: string, args: string[], env?: Record<string, string>]

const since = (startedAt: number): string => `(${((Date.now() - startedAt) / 1000).toFixed(1)} s)`

async function run(title: string, ...[command, args, env]: Command): Promise<void> {
  const startedAt = Date.now()
  console.log(`\n▸ ${title}`)
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', resolve)
  })
  if (code !== 0) throw new CheckFailed(title)
  console.log(`✓ ${title} ${since(startedAt)}`)
}

/** Prints its output when it is done, so that several of them can run in parallel. */
async function runAside(title: string, ...[command, args, env]: Command): Promise<void> {
  const startedAt = Date.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => said.push(part))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  console.log(`\n▸ ${title}\n${Buffer.concat(said)}${code === 0 ? '✓' : '✗'} ${title} ${since(startedAt)}`)
  if (code !== 0) throw new CheckFailed(title)
}

/** What every commit must pass. */
async function checks(): Promise<void> {
  await run('Types of routes', bin('react-router'), ['typegen'])
  const aside = await Promise.allSettled([
    runAside('Format and lint', bin('biome'), ['check', '--error-on-warnings']),
    runAside('Boundaries', process.execPath, ['tests/boundaries.ts']),
    runAside('Texts of components', process.execPath, ['tests/lone-texts.ts']),
    runAside('Cuts of texts', process.execPath, ['tests/text-cuts.ts']),
    runAside('Keys of elements', process.execPath, ['tests/sibling-keys.ts']),
    runAside('Types', bin('tsc'), ['--noEmit']),
    runAside('Dead code', bin('knip'), []),
    runAside('Build', process.execPath, ['server/start.mjs', 'build']),
  ])
  for (const outcome of aside) if (outcome.status === 'rejected') throw outcome.reason
  await run('Rules and use cases', bin('vitest'), ['run', '--exclude', `**/*${FULL}`])
}

/** What takes longer: killed servers, longer fuzzing, another PostgreSQL, other dates. */
async function thoroughChecks(): Promise<void> {
  await run('Build', process.execPath, ['server/start.mjs', 'build'])
  await run('Kills, faults and fuzzing', bin('vitest'), ['run', FULL, 'tests/fuzz.test.ts'], { FUZZ_RUNS: '600' })
  if (process.platform === 'linux') {
    if (mayInstall()) await install('libfaketime', 'libfaketime')
    await run('Rules and use cases on other dates', process.execPath, ['tests/clock.ts', '--exclude', `**/*${FULL}`])
  }
  const postgres15 = findPostgres15()
  if (!postgres15) {
    console.log('\n▸ No PostgreSQL 15 on this machine: its pass is left out')
    return
  }
  await runPostgres15(postgres15, address =>
    run('Use cases on PostgreSQL 15', bin('vitest'), ['run', ...databaseTests()], { TEST_DATABASE_URL: address }),
  )
}

/** The tests that use a database. */
function databaseTests(): string[] {
  return readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.test.ts') && !file.endsWith(FULL))
    .map(file => join('app', file))
    .filter(file => /cloneDatabase|openTestAccounts/.test(readFileSync(file, 'utf8')))
}

/** @param sizes `full` runs every journey, on desktop and phone, and checks each page in both themes. */
async function journeys(sizes: 'core' | 'full', filter: string[]): Promise<void> {
  await ensureChromium()
  const dataDir = await makeScratchFolder('e2e')
  try {
    const env = { E2E_DATA_DIR: dataDir, ...(sizes === 'full' ? { E2E_FULL: '1' } : {}) }
    await run('Browser journeys', bin('playwright'), ['test', ...filter], env)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const mayInstall = () => existsSync('/usr/bin/apt-get') && process.geteuid?.() === 0

async function install(title: string, name: string): Promise<void> {
  await run('Package lists', 'apt-get', ['update', '-q'])
  await run(title, 'apt-get', ['install', '-y', '-q', '--no-install-recommends', name], {
    DEBIAN_FRONTEND: 'noninteractive',
  })
}

/** Chromium comes from Debian where packages can be installed, and from Playwright elsewhere. */
async function ensureChromium(): Promise<void> {
  if (findChromium()) return
  if (mayInstall()) await install('Chromium', 'chromium-headless-shell')
  else await run('Chromium', bin('playwright'), ['install', 'chromium'])
  if (!findChromium()) throw new CheckFailed('No Chromium found: install one, or set CHROMIUM_PATH to it')
  // Playwright's own Chromium comes without the system libraries that it needs.
  const works = spawnSync(findChromium() ?? '', ['--headless', '--no-sandbox', '--version']).status === 0
  if (!works) throw new CheckFailed('Chromium does not start: run `sudo npx playwright install-deps chromium` once')
}

/** Records the pictures of docs/screenshots/walks. */
async function screenshots(): Promise<void> {
  // Without one, the symbols of sections are empty boxes in the pictures.
  if (mayInstall() && !existsSync(EMOJI_FONT)) await install('Emoji font', 'fonts-noto-color-emoji')
  process.env.SCREENSHOTS = '1'
  await journeys('full', ['walks.spec.ts', '--project=desktop'])
}

const [part = 'core', ...filter] = process.argv.slice(2)
try {
  if (part === 'core') await checks()
  if (part === 'full') await thoroughChecks()
  // A named journey runs whatever its tags are.
  if (part === 'screenshots') await screenshots()
  else await journeys(part === 'core' ? 'core' : 'full', filter)
  console.log('\nAll checks passed')
} catch (error) {
  console.error(error instanceof CheckFailed ? `\n✗ ${error.message}` : error)
  process.exitCode = 1
}
