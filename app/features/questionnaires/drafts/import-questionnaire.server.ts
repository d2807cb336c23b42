import type { Kysely } from 'kysely'
import type { Problem } from '#app/features/questionnaires/field-rules.ts'
import type { QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import { planProblems } from '#app/features/questionnaires/plan-schema.server.ts'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { findVersions, findWrittenPlan } from '#app/features/questionnaires/questionnaires.server.ts'
import { withAnnouncedMinutes } from '#app/features/questionnaires/reading-time.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { listFields, QUESTIONNAIRE_ID, type QuestionnaireDraft, renumber, repeatedFields } from './draft.ts'
import type { Change } from './draft-diff.ts'
import { planWithin } from './draft-plan.ts'
import { draftPlanSchema, planTooLarge } from './draft-plan-schema.server.ts'
import { draftProblems } from './draft-problems.ts'
import { draftSchema } from './draft-schema.server.ts'
import { deleteDraft, ensureQuestionnaire, findDraft, findDraftPlan, insertDraft, lockDraft } from './drafts.server.ts'
import { audit, type Editor } from './edit-draft.server.ts'
import { MAX_QUESTIONNAIRE_BYTES, QUESTIONNAIRE_TOO_LARGE } from './import-limits.ts'
import { diffVersions } from './plan-diff.ts'
import { publicationProblems } from './plan-problems.server.ts'

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

/** What a file has: a draft, with a plan where it has one, or why it is so far from the questionnaire format that it can't be one. */
export type ImportedDraft = { content: QuestionnaireDraft; plan?: QuestionnairePlan | undefined }
type ImportFile = ImportedDraft | { problems: Problem[] }

export const WRONG_FORMAT = 'El archivo no tiene el formato de un cuestionario.'

/** Reads an imported file. @throws Refusal at the field `file` where it is too large or no JSON */
export function readImport(text: string): ImportFile {
  if (Buffer.byteLength(text) > MAX_QUESTIONNAIRE_BYTES) {
    refuse(QUESTIONNAIRE_TOO_LARGE, { field: 'file' })
  }
  const { plan: filePlan, content: json } = withoutPlan(readJson(text.replace(/^\uFEFF/, '')))
  const draft = draftSchema.safeParse(json)
  if (!draft.success || !QUESTIONNAIRE_ID.test(draft.data.id)) {
    const problems = questionnaireSchema.safeParse(json).success ? [] : draftProblems(json, [])
    return { problems: problems.length > 0 ? problems : [{ text: WRONG_FORMAT }] }
  }
  const content = withAnnouncedMinutes(renumber(draft.data))
  const read = readPlan(filePlan, content)
  const problems = [...problemsBeyondEditing(draft.data), ...read.problems]
  return problems.length > 0 ? { problems } : { content, ...(read.plan && { plan: read.plan }) }
}

/** A file without its plan, which has a format of its own. */
function withoutPlan(json: unknown): { content: unknown; plan: unknown } {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { content: json, plan: undefined }
  const { plan, ...content } = { plan: undefined, ...json }
  return { content, plan }
}

/** The plan of a file, or what in it the editor could not correct, because its form identifies steps by question and level. */
function readPlan(json: unknown, content: QuestionnaireDraft): { plan?: QuestionnairePlan; problems: Problem[] } {
  if (json === undefined || json === null) return { problems: [] }
  const plan = draftPlanSchema.safeParse(json)
  if (!plan.success) return { problems: [{ text: 'El plan no tiene el formato que corresponde.' }] }
  const { steps, decisions } = plan.data
  const keys = [
    ...steps.map(({ field, to }) => `${field} al nivel ${to}`),
    ...decisions.map(({ section }) => `sección ${section}`),
  ]
  const twice = [...new Set(keys.filter((key, index) => keys.indexOf(key) < index))]
  const tooLarge = planTooLarge(plan.data)
  const problems = [
    ...planProblems(plan.data, content),
    ...(twice.length > 0 ? [`El plan tiene dos veces: ${twice.join(', ')}.`] : []),
    ...(tooLarge === undefined ? [] : [tooLarge]),
  ]
  return { plan: plan.data, problems: problems.map(text => ({ text })) }
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
export async function planImport(db: Kysely<DB>, editor: Editor, file: ImportedDraft): Promise<ImportPlan> {
  const { content } = file
  const versions = await findVersions(db, content.id)
  const newest = versions.at(-1)
  const published = newest && (await findWrittenPlan(db, content.id, newest.version))
  const { open, before } = await asActor(db, editor, async tx => {
    const draft = await findDraft(tx, content.id)
    return { open: draft, before: draft ? await findDraftPlan(tx, content.id) : published }
  })
  const plan = planOfImport(file, before)
  return {
    questionnaireId: content.id,
    title: content.title,
    isNew: !newest && !open,
    sections: content.sections.length,
    questions: content.sections.reduce((sum, { questions }) => sum + questions.length, 0),
    openQuestions: content.sections.reduce((sum, { openQuestions }) => sum + openQuestions.length, 0),
    changes: diffVersions({ newest, published }, content, plan),
    problems: publicationProblems(content, plan, versions),
    replaces: open ? { by: open.updatedBy, at: open.updatedAt, revision: open.revision } : null,
  }
}

/** The file's plan; without one the plan that the questionnaire has, for the questions that stay. */
const planOfImport = ({ content, plan }: ImportedDraft, before: QuestionnairePlan | undefined) =>
  plan ?? (before && planWithin(before, content))

/**
 * Stores a file as the draft of its questionnaire. Conflicts with earlier versions are reported when it is published,
 * and can be corrected until then.
 * @param replaces the revision of the open draft that was shown, if there was one.
 * @throws Refusal where that draft has changed since
 */
export async function importQuestionnaire(
  { db }: { db: Kysely<DB> },
  { editor, replaces, ...file }: ImportedDraft & { editor: Editor; replaces: number | undefined },
): Promise<void> {
  const { content } = file
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
    const plan = planOfImport(file, before)
    if (!(await insertDraft(tx, { questionnaireId, baseVersion: newest?.version ?? null, content, plan }))) {
      refuseChanged()
    }
    await audit(tx, questionnaireId, 'questionnaire_imported', { before: open?.content ?? null, after: content })
  })
}

const refuseChanged = (): never =>
  refuse('El borrador que iba a reemplazarse cambió. Revisa el archivo de nuevo.', { field: 'file', status: 409 })
