import type { Kysely } from 'kysely'
import { findNewestQuestionnaire } from '#app/features/questionnaires/published-questionnaires.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { QuestionnaireDraft } from './draft.ts'
import { ensureQuestionnaire, findDraft, insertDraft } from './drafts.db.server.ts'
import { audit, type Editor } from './edit-draft.server.ts'
import { blankQuestionnaire, type NewQuestionnaire } from './new-questionnaire.ts'

export type CreateFailure =
  /** A questionnaire has this id, published or not. */
  | { code: 'id_taken' }
  /** The questionnaire to copy is gone. */
  | { code: 'no_source' }

/**
 * Creates a questionnaire as the draft of its first version: blank, or with the content of another's newest version
 * (of its draft, where nothing is published). Only administrators see it until it is published.
 */
export async function createQuestionnaire(
  { db }: { db: Kysely<DB> },
  { editor, id, title, start }: NewQuestionnaire & { editor: Editor },
): Promise<Result<{ questionnaireId: string }, CreateFailure>> {
  const copyOf = 'copyOf' in start ? start.copyOf : null
  const published = copyOf === null ? undefined : await findNewestQuestionnaire(db, copyOf)
  return asActor(db, editor, async tx => {
    const source = copyOf === null ? undefined : (published ?? (await findDraft(tx, copyOf))?.content)
    if (copyOf !== null && !source) return err({ code: 'no_source' })
    const content: QuestionnaireDraft = source
      ? { ...source, id, title, version: 1, locale: 'es-CL' }
      : blankQuestionnaire(id, title, 'levels' in start ? start.levels : 'blank')
    if (!(await ensureQuestionnaire(tx, id))) return err({ code: 'id_taken' })
    await insertDraft(tx, { questionnaireId: id, baseVersion: null, content })
    await audit(tx, id, 'questionnaire_created', { after: { title, copy_of: copyOf } })
    return ok({ questionnaireId: id })
  })
}
