import { LRUCache } from 'lru-cache'

/** Keys that are counted at a time; beyond that, the least recently seen are dropped and start at zero. */
const MAX_KEYS = 20_000
/** The part of its points from which on a key's count is news for other processes: most visitors never spend it. */
const NEWS_FROM = 0.1
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
  takeNews(): Spent[]
  /** Undoes `takeNews`. */
  giveBack(news: readonly Spent[]): void
  /** Replaces a key's count by that of all processes; what it spent here since `takeNews` is added. @param leftMs until its period ends */
  adopt(key: string, points: number, leftMs: number): void
}

/** Counts the requests of each key in this process. */
export function createRequestCounter(share: RequestShare): RequestCounter {
  const counts = new LRUCache<string, { points: number; news: number }>({
    max: MAX_KEYS,
    ttl: share.duration * 1000,
    ttlResolution: CLOCK_MS,
  })
  const busy = new Set<string>()
  return {
    seconds: share.duration,
    take(key, points = 1) {
      const count = counts.get(key) ?? { points: 0, news: 0 }
      if (count.points === 0) counts.set(key, count)
      count.points += points
      count.news += points
      if (count.points >= share.points * NEWS_FROM) busy.add(key)
      if (count.points <= share.points) return undefined
      return Math.max(1, Math.ceil(counts.getRemainingTTL(key) / 1000))
    },
    takeNews() {
      const news: Spent[] = []
      for (const key of busy) {
        const count = counts.get(key)
        if (!count || count.news === 0) continue
        news.push({ key, points: count.news })
        count.news = 0
      }
      busy.clear()
      return news
    },
    giveBack(news) {
      for (const { key, points } of news) {
        const count = counts.get(key)
        if (!count) continue
        count.news += points
        busy.add(key)
      }
    },
    adopt(key, points, leftMs) {
      const news = counts.get(key)?.news ?? 0
      if (leftMs > 0) counts.set(key, { points: points + news, news }, { ttl: leftMs })
    },
  }
}

/** Limits the requests of each key in this process. */
export const createRequestLimit = (share: RequestShare): RequestLimit => createRequestCounter(share).take
