import type { Generated } from 'kysely'
import type { Json, Timestamp } from './columns.ts'

type AnalyticsEventsTable = {
  id: Generated<number>
  created_at: Timestamp
  session_id: string
  /** Written by the database alone. */
  user_id: Generated<string | null>
  event_type: string
  event_data: Json<Record<string, unknown>>
  page_url: string
  referrer: string | null
  user_agent: string | null
  notice_version: number
}

/** What visitors did. */
export type AnalyticsTables = { analytics_events: AnalyticsEventsTable }
