import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, Timestamp } from './columns.ts'

type QuestionnaireDraftsTable = {
  questionnaire_id: string
  base_version: number | null
  content: Json<unknown>
  /** Rises with every change; kept by the database, as who changed it and when. */
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
  /** What placeholders stood for when it took the place of the version before: how that one last read. */
  placeholder_values: Json<unknown> | null
  /** Of the notice about measuring: whether those who decided under an earlier version are asked again. */
  asks_again: Generated<boolean>
}

/** What the back office edits of the shop's words and settings. */
export type ContentTables = {
  questionnaire_drafts: QuestionnaireDraftsTable
  text_overrides: TextOverridesTable
  legal_versions: LegalVersionsTable
}
