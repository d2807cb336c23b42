import type { Kysely } from 'kysely'
import type { Problem } from '#app/features/questionnaires/field-rules.ts'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { findVersions, findWrittenPlan } from '#app/features/questionnaires/questionnaires.server.ts'
import { withAnnouncedMinutes } from '#app/features/questionnaires/reading-time.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { listFields, QUESTIONNAIRE_ID, type QuestionnaireDraft, renumber, repeatedFields } from './draft.ts'
import { type Change, diffQuestionnaires } from './draft-diff.ts'
import { planWithin } from './draft-plan.ts'
import { draftProblems } from './draft-problems.ts'
import { draftSchema } from './draft-schema.server.ts'
import { deleteDraft, ensureQuestionnaire, findDraft, findDraftPlan, insertDraft, lockDraft } from './drafts.server.ts'
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

/** What a file has: a draft, or why it is so far from the questionnaire format that it can't be one. */
type ImportFile = { content: QuestionnaireDraft } | { problems: Problem[] }

export const WRONG_FORMAT = 'El archivo no tiene el formato de un cuestionario.'

/** Reads an imported file. @throws Refusal at the field `file` where it is too large or no JSON */
export function readImport(text: string): ImportFile {
  if (Buffer.byteLength(text) > IMPORT_MAX_BYTES) {
    refuse(`El archivo puede pesar hasta ${IMPORT_MAX_BYTES / 1024} KB.`, { field: 'file' })
  }
  const json = readJson(text.replace(/^\uFEFF/, ''))
  const draft = draftSchema.safeParse(json)
  if (!draft.success || !QUESTIONNAIRE_ID.test(draft.data.id)) {
    const problems = questionnaireSchema.safeParse(json).success ? [] : draftProblems(json, [])
    return { problems: problems.length > 0 ? problems : [{ text: WRONG_FORMAT }] }
  }
  const problems = problemsBeyondEditing(draft.data)
  return problems.length > 0 ? { problems } : { content: withAnnouncedMinutes(renumber(draft.data)) }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('El archivo no es JSON: falta una coma, una comilla o un paréntesis.', { field: 'file' })
  }
}

/** Problems that the editor could not correct, because its form identifies questions by field and levels by number. */
function problemsBeyondEditing(content: QuestionnaireDraft): Problem[] {
  const twice = repeatedFields(content)
  const unfit = listFields(content).filter(({ field }) => !FIELD.test(field))
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
export async function planImport(db: Kysely<DB>, editor: Editor, content: QuestionnaireDraft): Promise<ImportPlan> {
  const versions = await findVersions(db, content.id)
  const newest = versions.at(-1)
  const open = await asActor(db, editor, tx => findDraft(tx, content.id))
  return {
    questionnaireId: content.id,
    title: content.title,
    isNew: !newest && !open,
    sections: content.sections.length,
    questions: content.sections.reduce((sum, { questions }) => sum + questions.length, 0),
    openQuestions: content.sections.reduce((sum, { openQuestions }) => sum + openQuestions.length, 0),
    changes: diffQuestionnaires(newest, content),
    problems: draftProblems({ ...content, version: (newest?.version ?? 0) + 1 }, versions),
    replaces: open ? { by: open.updatedBy, at: open.updatedAt, revision: open.revision } : null,
  }
}

/**
 * Stores a file as the draft of its questionnaire. It keeps the plan that the questionnaire has, for the questions that stay. Conflicts with earlier versions are reported when it is published,
 * and can be corrected until then.
 * @param replaces the revision of the open draft that was shown, if there was one.
 * @throws Refusal where that draft has changed since
 */
export async function importQuestionnaire(
  { db }: { db: Kysely<DB> },
  { editor, content, replaces }: { editor: Editor; content: QuestionnaireDraft; replaces: number | undefined },
): Promise<void> {
  const questionnaireId = content.id
  const newest = (await findVersions(db, questionnaireId)).at(-1)
  const published = newest && (await findWrittenPlan(db, questionnaireId, newest.version))
  await asActor(db, editor, async tx => {
    await ensureQuestionnaire(tx, questionnaireId)
    const open = await lockDraft(tx, questionnaireId)
    const before = open ? await findDraftPlan(tx, questionnaireId) : published
    if (open && !(open.revision === replaces && (await deleteDraft(tx, questionnaireId, open.revision)))) {
      refuseChanged()
    }
    // A questionnaire without a version was deleted with its draft.
    await ensureQuestionnaire(tx, questionnaireId)
    const plan = before && planWithin(before, content)
    if (!(await insertDraft(tx, { questionnaireId, baseVersion: newest?.version ?? null, content, plan }))) {
      refuseChanged()
    }
    await audit(tx, questionnaireId, 'questionnaire_imported', { before: open?.content ?? null, after: content })
  })
}

const refuseChanged = (): never =>
  refuse('El borrador que iba a reemplazarse cambió. Revisa el archivo de nuevo.', { field: 'file', status: 409 })
