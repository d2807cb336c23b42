import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { DB } from '#app/platform/database/schema.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import { moveOut } from './move-files.server.ts'
import type { ObjectStore } from './object-store.ts'
import { claimBucket } from './s3-store.server.ts'
import { sweepObjects } from './sweep-objects.server.ts'

/** What the worker does with a bucket, once it has made sure whose the bucket is. Without one there is nothing to do. */
export function objectWork(deps: { db: Kysely<DB>; ownerPool: Pool; objects: ObjectStore | undefined; log: Log }): {
  move(): Promise<number>
  sweep(now: Date): Promise<number>
} {
  const { db, ownerPool, objects, log } = deps
  if (!objects) return { move: async () => 0, sweep: async () => 0 }
  let claimed = false
  const claim = async () => {
    if (!claimed) await claimBucket(ownerPool, objects)
    claimed = true
  }
  return {
    async move() {
      await claim()
      return moveOut({ db, objects })
    },
    async sweep(now) {
      await claim()
      const removed = await sweepObjects({ db, objects }, now)
      if (removed > 0) log.info('objects_swept', { removed })
      return 0
    },
  }
}
