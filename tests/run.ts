import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './support/chromium.ts'
import { findPostgres15, runPostgres15 } from './support/postgres15.ts'

// `npm test`: every check, each once, the quick ones first. `npm test -- e2e` runs the journeys alone.

class CheckFailed extends Error {}

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

/** Says what it has to say when it is done, so that several of them side by side can be read. */
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

async function checks(): Promise<void> {
  await run('Types of routes', bin('react-router'), ['typegen'])
  const aside = await Promise.allSettled([
    runAside('Format and lint', bin('biome'), ['check', '--error-on-warnings']),
    runAside('Boundaries', process.execPath, ['tests/boundaries.ts']),
    runAside('Types', bin('tsc'), ['--noEmit']),
    runAside('Dead code', bin('knip'), []),
    runAside('Build', process.execPath, ['server/start.mjs', 'build']),
  ])
  for (const outcome of aside) if (outcome.status === 'rejected') throw outcome.reason
  await run('Rules and use cases', bin('vitest'), ['run'])
  const postgres15 = findPostgres15()
  if (!postgres15) {
    console.log('\n▸ No PostgreSQL 15 on this machine: its pass is left out')
    return
  }
  await runPostgres15(postgres15, address =>
    run('Use cases on PostgreSQL 15', bin('vitest'), ['run', ...databaseTests()], {
      TEST_DATABASE_URL: address,
    }),
  )
}

/** What asks a database something. Tests of pure rules ask none; those of whole accounts spend their time on hashing passwords. */
function databaseTests(): string[] {
  const files = ['app/features', 'app/platform/mail', 'app/platform/payments'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)),
  )
  return files.filter(file => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('cloneDatabase'))
}

async function journeys(filter: string[]): Promise<void> {
  await ensureChromium()
  const dataDir = await mkdtemp(join(tmpdir(), 'alhena-e2e-'))
  try {
    await run('Browser journeys', bin('playwright'), ['test', ...filter], { E2E_DATA_DIR: dataDir })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Chromium comes from Debian where this may install packages, and from Playwright elsewhere. */
async function ensureChromium(): Promise<void> {
  if (findChromium()) return
  if (existsSync('/usr/bin/apt-get') && process.geteuid?.() === 0) {
    await run('Package lists', 'apt-get', ['update', '-q'])
    await run('Chromium', 'apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], {
      DEBIAN_FRONTEND: 'noninteractive',
    })
  } else {
    await run('Chromium', bin('playwright'), ['install', 'chromium'])
  }
  if (!findChromium()) throw new CheckFailed('No Chromium found: install one, or set CHROMIUM_PATH to it')
  // Playwright's own Chromium comes without the system's libraries that it needs.
  const works = spawnSync(findChromium() ?? '', ['--headless', '--no-sandbox', '--version']).status === 0
  if (!works) throw new CheckFailed('Chromium does not start: run `sudo npx playwright install-deps chromium` once')
}

const [only, ...filter] = process.argv.slice(2)
try {
  if (only !== 'e2e') await checks()
  await journeys(only === 'e2e' ? filter : [])
  console.log('\nAll checks passed')
} catch (error) {
  console.error(error instanceof CheckFailed ? `\n✗ ${error.message}` : error)
  process.exitCode = 1
}
