import type { Kysely } from 'kysely'
import { addDays } from '#app/kernel/dates.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { forgetEvents } from './webhooks.db.server.ts'
import { EVENTS_KEPT_DAYS } from './webhooks.ts'

const AT_ONCE = 1000

/** Forgets what has had its time, a thousand at a time. @returns how many, so that the caller goes on while there is work */
export const purgeWebhooks = (db: Kysely<DB>, now: Date): Promise<number> =>
  asActor(db, SYSTEM, tx => forgetEvents(tx, addDays(now, -EVENTS_KEPT_DAYS), AT_ONCE))
