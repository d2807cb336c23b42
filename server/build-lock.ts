import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds between two signs of life of whoever holds a lock, and between two looks at it. */
const BEAT_MS = 500
/** Milliseconds without a sign of life after which the holder counts as killed. */
const ABANDONED_MS = 10_000

/**
 * Runs some work while no other process on this machine runs any under the same lock; it waits for its turn. A lock whose holder
 * was killed is taken over after ten seconds.
 * @param folder the lock: a folder that is there while it is held
 */
export async function underLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  while (!(await take(folder))) await delay(BEAT_MS)
  const beat = setInterval(() => {
    const now = new Date()
    // A lock that was lost meanwhile is another's.
    utimes(folder, now, now).catch(() => undefined)
  }, BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether the lock is ours now. */
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
  // Of several that wait only one moves it away; removing it in place could remove a successor's.
  const aside = `${folder}-${process.pid}`
  await rename(folder, aside).catch(() => undefined)
  await rm(aside, { recursive: true, force: true })
}
