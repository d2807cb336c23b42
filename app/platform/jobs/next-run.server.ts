import { PgBoss } from 'pg-boss'
import { SCHEDULE_ZONE } from './queues.ts'

let planner: PgBoss | undefined

/** When a schedule comes due next after an instant. */
export function nextRun(schedule: string, after: Date): Date | undefined {
  // The engine reads its own expressions; it asks no database for that.
  planner ??= new PgBoss({ db: { executeSql: () => Promise.reject(new Error('The planner has no database')) } })
  return planner.previewSchedule(schedule, { tz: SCHEDULE_ZONE, from: after, count: 1 })[0]
}
