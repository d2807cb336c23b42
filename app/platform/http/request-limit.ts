import { LRUCache } from 'lru-cache'

/** Keys that are counted at a time; beyond that, the least recently seen are dropped and start at zero. */
const MAX_KEYS = 20_000
/** The part of its points from which on a key's count is shared with other processes: most visitors never spend it. */
const SHARED_FROM = 0.1
/** Milliseconds by which a period may end later: the clock is read once in them, not for each request. */
const CLOCK_MS = 50

/** Points per period of so many seconds, which starts with a key's first request. */
export type RequestShare = { points: number; duration: number }

/**
 * Takes points of a key (one by default) and returns undefined, or the seconds, at least one, until the next allowed
 * request.
 */
export type RequestLimit = (key: string, points?: number) => number | undefined

type Spent = { key: string; points: number }

export type RequestCounter = {
  take: RequestLimit
  /** Seconds of a period. */
  seconds: number
  /** What busy keys spent here since the last call. */
  takeUnshared(): Spent[]
  /** Undoes `takeUnshared`. */
  giveBack(unshared: readonly Spent[]): void
  /** Replaces a key's count by that of all processes; what it spent here since `takeUnshared` is added. @param leftMs until its period ends */
  adopt(key: string, points: number, leftMs: number): void
}

/** Counts the requests of each key in this process. */
export function createRequestCounter(share: RequestShare): RequestCounter {
  const counts = new LRUCache<string, { points: number; unshared: number }>({
    max: MAX_KEYS,
    ttl: share.duration * 1000,
    ttlResolution: CLOCK_MS,
  })
  const busy = new Set<string>()
  return {
    seconds: share.duration,
    take(key, points = 1) {
      const count = counts.get(key) ?? { points: 0, unshared: 0 }
      if (count.points === 0) counts.set(key, count)
      count.points += points
      count.unshared += points
      if (count.points >= share.points * SHARED_FROM) busy.add(key)
      if (count.points <= share.points) return undefined
      return Math.max(1, Math.ceil(counts.getRemainingTTL(key) / 1000))
    },
    takeUnshared() {
      const unshared: Spent[] = []
      for (const key of busy) {
        const count = counts.get(key)
        if (!count || count.unshared === 0) continue
        unshared.push({ key, points: count.unshared })
        count.unshared = 0
      }
      busy.clear()
      return unshared
    },
    giveBack(unshared) {
      for (const { key, points } of unshared) {
        const count = counts.get(key)
        if (!count) continue
        count.unshared += points
        busy.add(key)
      }
    },
    adopt(key, points, leftMs) {
      const unshared = counts.get(key)?.unshared ?? 0
      if (leftMs > 0) counts.set(key, { points: points + unshared, unshared }, { ttl: leftMs })
    },
  }
}

/** Limits the requests of each key in this process. */
export const createRequestLimit = (share: RequestShare): RequestLimit => createRequestCounter(share).take
