import type { SharedLimits } from '#app/platform/http/shared-limits.server.ts'
import { type Pollers, startPollers } from '#app/platform/jobs/pollers.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'

/** Milliseconds between two exchanges of counts with the other processes. */
const EVERY_MS = 500

/** Exchanges counts until it is stopped; while the database is unavailable this process limits alone. */
export const startLimitExchange = (limits: SharedLimits, { db, log }: Pick<Services, 'db' | 'log'>): Pollers =>
  startPollers({
    log,
    pollers: [
      {
        name: 'request-limits',
        everyMs: EVERY_MS,
        async run(at) {
          await limits.exchange(db, at)
          return 0
        },
      },
    ],
  })
