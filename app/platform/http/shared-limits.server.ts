import { createHmac, hkdfSync } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { shopSecret } from '#app/platform/secrets/shop-secrets.server.ts'
import { createRequestCounter, type RequestCounter, type RequestLimit, type RequestShare } from './request-limit.ts'

export type SharedLimits = {
  /** A limit that all processes count together. @param name of its own. */
  limit: (name: string, share: RequestShare) => RequestLimit
  /**
   * Adds to the counts of all processes what this one counted since the last time, and learns theirs: a statement for each limit that
   * somebody spends much of, and none for the others. Rejects, and forgets nothing, while the database is unavailable.
   */
  exchange: (db: Kysely<DB>, now: Date) => Promise<void>
}

/**
 * Limits whose counts are shared through the database. A request is decided on in memory, by what this process counted and what it
 * learnt of the others at the last exchange, so none waits for the database.
 */
export function createSharedLimits(): SharedLimits {
  const counters = new Map<string, RequestCounter>()
  return {
    limit(name, share) {
      const counter = createRequestCounter(share)
      counters.set(name, counter)
      return counter.take
    },
    async exchange(db, now) {
      for (const [name, counter] of counters) await exchangeOne(db, name, counter, now)
    },
  }
}

async function exchangeOne(db: Kysely<DB>, name: string, counter: RequestCounter, now: Date): Promise<void> {
  const unshared = counter.takeUnshared()
  if (unshared.length === 0) return
  const secret = digestSecret()
  const byDigest = new Map(unshared.map(entry => [digestOf(secret, `${name} ${entry.key}`), entry]))
  try {
    const { rows } = await asActor(db, SYSTEM, tx =>
      sql<{ key: string; points: number; ends_at: Date }>`select * from private.share_request_counts(
        ${now}, ${[...byDigest.keys()]}::text[], ${unshared.map(({ points }) => points)}::bigint[], ${counter.seconds})`.execute(
        tx,
      ),
    )
    for (const { key: digest, points, ends_at } of rows) {
      const known = byDigest.get(digest)
      if (known) counter.adopt(known.key, points, ends_at.getTime() - now.getTime())
    }
  } catch (error) {
    counter.giveBack(unshared)
    throw error
  }
}

/** Addresses and API keys are not stored: only processes that know the shop's secret can tell whose count it is. */
const digestOf = (secret: Buffer, text: string): string => createHmac('sha256', secret).update(text).digest('base64url')

const digestSecret = (): Buffer =>
  Buffer.from(hkdfSync('sha256', shopSecret('session'), '', 'alhena request limits', 32))
