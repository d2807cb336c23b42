import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of all builds: each has one of its own, named by the digest of its sources. */
export const BUILDS = 'build'
/** Builds that stay at least: the current one, and the one whose pages are still open in browsers. */
const KEPT = 2
/** In a build: a file for each process that runs it, named by the process's number. */
const USERS = 'used-by'

/** The build of some sources. @param digest of the sources. */
export const buildOf = (digest: string, builds = BUILDS): string => join(builds, digest.slice(0, 16))

/** Whether a folder's name is a build's. */
export const isBuildName = (name: string): boolean => /^[0-9a-f]{16}$/.test(name)

/** Whether a folder is a whole build, which is renamed into its place when it is finished. */
export const isBuilt = (folder: string): Promise<boolean> =>
  stat(folder).then(
    found => found.isDirectory(),
    () => false,
  )

/** All builds, the one that was started last first. */
export async function listBuilds(builds = BUILDS): Promise<string[]> {
  const entries = await readdir(builds, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter(entry => entry.isDirectory()).map(({ name }) => join(builds, name))
  const started = await Promise.all(
    folders.map(async folder => ({ folder, at: (await stat(join(folder, USERS)).catch(() => undefined))?.mtimeMs })),
  )
  return started
    .flatMap(({ folder, at }) => (at === undefined ? [] : { folder, at }))
    .toSorted((a, b) => b.at - a.at)
    .map(({ folder }) => folder)
}

/**
 * Records that this process runs a build, whose files then stay until it has ended. A folder that this user may only
 * read, as in an image, needs no record: nothing is built there.
 */
export async function markUsed(folder: string): Promise<void> {
  const users = join(folder, USERS)
  try {
    await mkdir(users, { recursive: true })
    await removeEnded(users)
    await writeFile(join(users, String(process.pid)), '')
    const now = new Date()
    await utimes(users, now, now)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error
  }
}

/** Removes every build but the last two and those that a process runs. */
export async function pruneBuilds(builds = BUILDS): Promise<void> {
  const kept = new Set((await listBuilds(builds)).slice(0, KEPT))
  for (const name of await readdir(builds)) {
    const folder = join(builds, name)
    if (!kept.has(folder) && !(await isUsed(folder))) await rm(folder, { recursive: true, force: true })
  }
}

async function isUsed(folder: string): Promise<boolean> {
  const users = join(folder, USERS)
  await removeEnded(users)
  return (await readdir(users).catch(() => [])).length > 0
}

async function removeEnded(users: string): Promise<void> {
  for (const name of await readdir(users).catch(() => [])) {
    if (!isRunning(Number(name))) await rm(join(users, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process.
    return codeOf(error) === 'EPERM'
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
