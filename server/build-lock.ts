import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds between two heartbeats of a lock's holder, and between two checks of it. */
const BEAT_MS = 500
/** Milliseconds without a heartbeat after which the holder counts as killed. */
const ABANDONED_MS = 10_000

/**
 * Runs work while no other process on this machine holds the same lock; waits until it is free. The lock of a killed
 * holder is taken over after ten seconds.
 * @param folder the lock: a folder that exists while it is held
 */
export async function underLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  while (!(await take(folder))) await delay(BEAT_MS)
  const beat = setInterval(() => {
    const now = new Date()
    // A lock lost meanwhile belongs to another process.
    utimes(folder, now, now).catch(() => undefined)
  }, BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Tries to acquire the lock. */
async function take(folder: string): Promise<boolean> {
  const made = await mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
  if (!made) await removeAbandoned(folder)
  return made
}

async function removeAbandoned(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (!found || Date.now() - found.mtimeMs < ABANDONED_MS) return
  // Renaming succeeds for only one of several waiting processes; removing it in place could remove a successor's lock.
  const aside = `${folder}-${process.pid}`
  await rename(folder, aside).catch(() => undefined)
  await rm(aside, { recursive: true, force: true })
}
