import type { Kysely } from 'kysely'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type Change, diffQuestionnaires } from './draft-diff.ts'
import { draftProblems } from './draft-problems.ts'
import { deleteDraft, findDraft, insertVersion, type StoredDraft } from './drafts.db.server.ts'
import { audit, changedMeanwhile, type DraftFailure, type Editor, told } from './edit-draft.server.ts'
import type { Problem } from './field-rules.ts'
import { findVersions } from './published-questionnaires.server.ts'
import { questionnaireSchema } from './questionnaire.schema.ts'

/** What publishing the draft would do. */
export type Publication = {
  draft: Pick<StoredDraft, 'revision' | 'updatedAt' | 'updatedBy'>
  title: string
  /** The newest published version; null for a first one. */
  from: number | null
  to: number
  changes: Change[]
  /** What keeps it from being published. */
  problems: Problem[]
}

/** The difference between the draft and the published version, and whether it may be published; undefined without a draft. */
export async function findPublication(
  db: Kysely<DB>,
  editor: Editor,
  questionnaireId: string,
): Promise<Publication | undefined> {
  const draft = await asActor(db, editor, tx => findDraft(tx, questionnaireId))
  if (!draft) return undefined
  const versions = await findVersions(db, questionnaireId)
  const newest = versions.at(-1)
  const to = (newest?.version ?? 0) + 1
  return {
    draft: { revision: draft.revision, updatedAt: draft.updatedAt, updatedBy: draft.updatedBy },
    title: draft.content.title,
    from: newest?.version ?? null,
    to,
    changes: diffQuestionnaires(newest, draft.content),
    problems: draftProblems({ ...draft.content, version: to }, versions),
  }
}

export type PublishFailure =
  | DraftFailure
  | { code: 'not_ready'; problems: Problem[] }
  /** It says what is published already. */
  | { code: 'no_changes' }

/**
 * Publishes the draft that the editor saw as the next version. Runs under way keep the version that they were started with; whoever
 * starts from now on gets this one.
 */
export async function publishDraft(
  { db }: { db: Kysely<DB> },
  { editor, questionnaireId, revision }: { editor: Editor; questionnaireId: string; revision: number },
): Promise<Result<{ version: number }, PublishFailure>> {
  const versions = await findVersions(db, questionnaireId)
  const newest = versions.at(-1)
  const version = (newest?.version ?? 0) + 1
  return asActor(db, editor, async tx => {
    const draft = await findDraft(tx, questionnaireId, 'hold')
    if (!draft) return err({ code: 'no_draft' })
    if (draft.revision !== revision) return err(changedMeanwhile(draft))
    const content = { ...draft.content, version }
    const problems = draftProblems(content, versions)
    if (problems.length > 0) return err({ code: 'not_ready', problems })
    const changes = diffQuestionnaires(newest, draft.content)
    if (newest && changes.length === 0) return err({ code: 'no_changes' })
    const isFirst = await insertVersion(tx, questionnaireId, version, { ...questionnaireSchema.parse(content) })
    if (!isFirst) return err(changedMeanwhile(draft))
    await deleteDraft(tx, questionnaireId, revision)
    await audit(tx, questionnaireId, 'questionnaire_published', {
      before: { version: newest?.version ?? null, changes: told(changes).before },
      after: { version, changes: told(changes).after },
    })
    return ok({ version })
  })
}
