import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, Timestamp } from './columns.ts'

type QuestionnaireDraftsTable = {
  questionnaire_id: string
  base_version: number | null
  content: Json<unknown>
  /** Incremented with every change by the database, which also sets author and time. */
  revision: GeneratedAlways<number>
  created_at: Timestamp
  updated_at: Timestamp
  updated_by: GeneratedAlways<string | null>
}

type TextOverridesTable = {
  kind: 'shop' | 'mail' | 'setting'
  key: string
  content: Json<unknown>
  revision: GeneratedAlways<number>
  updated_at: Timestamp
  updated_by: GeneratedAlways<string | null>
}

type LegalVersionsTable = {
  key: string
  version: number
  content: Json<unknown>
  published_at: Timestamp
  published_by: Generated<string | null>
  /** The placeholders' values when a newer version replaced this one. */
  placeholder_values: Json<unknown> | null
  /** For the notice about measuring: whether visitors who decided under an earlier version are asked again. */
  asks_again: Generated<boolean>
}

/** The shop's texts and settings that the back office edits. */
export type ContentTables = {
  questionnaire_drafts: QuestionnaireDraftsTable
  text_overrides: TextOverridesTable
  legal_versions: LegalVersionsTable
}
