import type { Kysely } from 'kysely'
import type { Problem } from '#app/features/questionnaires/field-rules.ts'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { findVersions } from '#app/features/questionnaires/questionnaires.server.ts'
import { withAnnouncedMinutes } from '#app/features/questionnaires/reading-time.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { fieldsOf, QUESTIONNAIRE_ID, type QuestionnaireDraft, renumber, repeatedFields } from './draft.ts'
import { type Change, diffQuestionnaires } from './draft-diff.ts'
import { draftProblems } from './draft-problems.ts'
import { draftSchema } from './draft-schema.server.ts'
import { deleteDraft, ensureQuestionnaire, findDraft, insertDraft } from './drafts.server.ts'
import { audit, type Editor } from './edit-draft.server.ts'

/** Maximum bytes of an imported file: three times the largest questionnaire. */
export const IMPORT_MAX_BYTES = 200 * 1024

const FIELD = /^[a-z][a-z0-9_]{1,79}$/

/** The effect of importing a file. */
export type ImportPlan = {
  questionnaireId: string
  title: string
  isNew: boolean
  sections: number
  questions: number
  openQuestions: number
  /** Compared to the published version. */
  changes: Change[]
  /** What would prevent the draft from being published; it can be corrected in the editor. */
  problems: Problem[]
  /** An open draft that it would replace. */
  replaces: { by: string | null; at: Date; revision: number } | null
}

export type ImportFailure =
  | { code: 'too_large' }
  /** Invalid JSON; `detail` is the parser's message. */
  | { code: 'no_json' }
  /** So far from the questionnaire format that it can't be a draft. */
  | { code: 'wrong_format'; problems: Problem[] }
  /** The draft that it would replace has changed since it was shown. */
  | { code: 'changed_meanwhile' }

type Read = { content: QuestionnaireDraft; problems: Problem[] }

function readFile(text: string): Result<Read, ImportFailure> {
  if (Buffer.byteLength(text) > IMPORT_MAX_BYTES) return err({ code: 'too_large' })
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return err({ code: 'no_json' })
  }
  const draft = draftSchema.safeParse(json)
  const problems = questionnaireSchema.safeParse(json).success ? [] : draftProblems(json, [])
  if (!draft.success || !QUESTIONNAIRE_ID.test(draft.data.id)) {
    const text = 'El archivo no tiene el formato de un cuestionario.'
    return err({ code: 'wrong_format', problems: problems.length > 0 ? problems : [{ text }] })
  }
  const unmendable = problemsBeyondEditing(draft.data)
  if (unmendable.length > 0) return err({ code: 'wrong_format', problems: unmendable })
  return ok({ content: withAnnouncedMinutes(renumber(draft.data)), problems })
}

/** Problems that the editor could not correct, because its form identifies questions by field and levels by number. */
function problemsBeyondEditing(content: QuestionnaireDraft): Problem[] {
  const twice = repeatedFields(content)
  const unfit = fieldsOf(content).filter(({ field }) => !FIELD.test(field))
  return [
    ...(twice.length > 0 ? [{ text: `Hay campos repetidos: ${twice.join(', ')}.` }] : []),
    ...unfit.map(({ field }) => ({
      text: `El campo «${field}» no sirve: usa minúsculas, números y guion bajo, y comienza con una letra.`,
    })),
    ...(content.levels.some(({ level }, index) => level !== index + 1)
      ? [{ text: 'Los niveles no van del 1 al 5.' }]
      : []),
  ]
}

/** Previews the import of a file; changes nothing. */
export async function planImport(
  db: Kysely<DB>,
  editor: Editor,
  text: string,
): Promise<Result<ImportPlan, ImportFailure>> {
  const read = readFile(text)
  if (!read.ok) return read
  const { content } = read.value
  const versions = await findVersions(db, content.id)
  const newest = versions.at(-1)
  const open = await asActor(db, editor, tx => findDraft(tx, content.id))
  return ok({
    questionnaireId: content.id,
    title: content.title,
    isNew: !newest && !open,
    sections: content.sections.length,
    questions: content.sections.reduce((sum, { questions }) => sum + questions.length, 0),
    openQuestions: content.sections.reduce((sum, { openQuestions }) => sum + openQuestions.length, 0),
    changes: diffQuestionnaires(newest, content),
    problems: draftProblems({ ...content, version: (newest?.version ?? 0) + 1 }, versions),
    replaces: open ? { by: open.updatedBy, at: open.updatedAt, revision: open.revision } : null,
  })
}

/**
 * Stores a file as the draft of its questionnaire. Conflicts with earlier versions are reported when it is published,
 * and can be corrected until then.
 * @param replaces the revision of the open draft that was shown, if there was one.
 */
export async function importQuestionnaire(
  { db }: { db: Kysely<DB> },
  { editor, text, replaces }: { editor: Editor; text: string; replaces: number | undefined },
): Promise<Result<{ questionnaireId: string }, ImportFailure>> {
  const read = readFile(text)
  if (!read.ok) return read
  const { content } = read.value
  const questionnaireId = content.id
  const newest = (await findVersions(db, questionnaireId)).at(-1)
  return asActor(db, editor, async tx => {
    await ensureQuestionnaire(tx, questionnaireId)
    const open = await findDraft(tx, questionnaireId, 'hold')
    if (open && !(open.revision === replaces && (await deleteDraft(tx, questionnaireId, open.revision)))) {
      return err({ code: 'changed_meanwhile' })
    }
    // A questionnaire without a version was deleted with its draft.
    await ensureQuestionnaire(tx, questionnaireId)
    if (!(await insertDraft(tx, { questionnaireId, baseVersion: newest?.version ?? null, content }))) {
      return err({ code: 'changed_meanwhile' })
    }
    await audit(tx, questionnaireId, 'questionnaire_imported', { before: open?.content ?? null, after: content })
    return ok({ questionnaireId })
  })
}
