import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { brokenFields, type Problem } from '#app/features/questionnaires/field-rules.ts'
import { planSchema } from '#app/features/questionnaires/plan-schema.server.ts'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { findVersions, findWrittenPlan } from '#app/features/questionnaires/questionnaires.server.ts'
import { withAnnouncedMinutes } from '#app/features/questionnaires/reading-time.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type DraftStep, listFields, type QuestionnaireDraft, repeatedFields, takeStep } from './draft.ts'
import { type Change, diffQuestionnaires } from './draft-diff.ts'
import { editPlan } from './draft-plan.ts'
import { planTooLarge } from './draft-plan-schema.server.ts'
import { draftTooLarge, draftTooLong, readDraftForm } from './draft-schema.server.ts'
import {
  announceVersion,
  deleteDraft,
  ensureQuestionnaire,
  findDraft,
  findDraftPlan,
  insertDraft,
  insertVersion,
  lockDraft,
  type StoredDraft,
  updateDraft,
} from './drafts.server.ts'
import { blankQuestionnaire, type NewQuestionnaire } from './new-questionnaire.ts'
import { diffPlans, diffVersions, shownPlan } from './plan-diff.ts'
import { EMPTY_PLAN } from './plan-form.ts'
import { publicationProblems } from './plan-problems.server.ts'

/**
 * Creates a questionnaire as the draft of its first version: blank, or with the content of another's newest version
 * (of its draft, where nothing is published). Only administrators see it until it is published.
 * @throws Refusal where a questionnaire has this id, published or not, or the one to copy is gone
 */
export async function createQuestionnaire(
  { db }: { db: Kysely<DB> },
  { editor, id, title, start }: NewQuestionnaire & { editor: Editor },
): Promise<void> {
  const sourceId = 'copyOf' in start ? start.copyOf : null
  const published = sourceId === null ? undefined : (await findVersions(db, sourceId)).at(-1)
  const publishedPlan = published && (await findWrittenPlan(db, published.id, published.version))
  await asActor(db, editor, async tx => {
    const source = sourceId === null ? undefined : (published ?? (await findDraft(tx, sourceId))?.content)
    if (sourceId !== null && !source) refuse('Ese cuestionario ya no existe. Elige otro', { field: 'from' })
    const content: QuestionnaireDraft = source
      ? { ...source, id, title, version: 1, locale: 'es-CL' }
      : blankQuestionnaire(id, title, 'levels' in start ? start.levels : 'blank')
    if (!(await ensureQuestionnaire(tx, id))) {
      refuse(`Otro cuestionario ya usa el identificador ${id}. Elige uno distinto`, { field: 'id' })
    }
    const plan = published || sourceId === null ? publishedPlan : await findDraftPlan(tx, sourceId)
    await insertDraft(tx, { questionnaireId: id, baseVersion: null, content, plan })
    await audit(tx, id, 'questionnaire_created', { after: { title, copy_of: sourceId } })
  })
}

export type Editor = Extract<Actor, { kind: 'admin' }>
type Deps = { db: Kysely<DB> }

/** Creates the next version's draft with the newest content; an open draft is continued. False: there is no such questionnaire. */
export async function startDraft(
  { db }: Deps,
  { editor, questionnaireId }: { editor: Editor; questionnaireId: string },
): Promise<boolean> {
  const newest = (await findVersions(db, questionnaireId)).at(-1)
  const plan = newest && (await findWrittenPlan(db, questionnaireId, newest.version))
  return asActor(db, editor, async tx => {
    if (!newest) return (await findDraft(tx, questionnaireId)) !== undefined
    const content: QuestionnaireDraft = { ...newest, locale: 'es-CL' }
    if (await insertDraft(tx, { questionnaireId, baseVersion: newest.version, content, plan })) {
      await audit(tx, questionnaireId, 'questionnaire_draft_started', { after: { base_version: newest.version } })
    }
    return true
  })
}

type SaveDraft = {
  editor: Editor
  questionnaireId: string
  /** The revision that the editor saw. */
  revision: number
  /** From 1; 0 is the questionnaire as a whole. */
  section: number
  form: Readonly<Record<string, string>>
  step: DraftStep | undefined
}

export type SavedDraft = {
  revision: number
  changes: number
  sections: number
  /** What is left to mend before it can be published. */
  problems: Problem[]
  /** The question that the step added or moved, and the section (from 1) that has it now. */
  placed: { field: string; section: number } | undefined
}

/** Why the editor has to be asked again: somebody has published or discarded the draft, or saved it since this editor read it. */
type SaveFailure = { code: 'no_draft' } | { code: 'changed_meanwhile'; by: string; at: Date; revision: number }

/**
 * Saves what is typed for one section, then takes the requested step. A step that would break published fields saves
 * nothing. @throws Refusal that says which fields, and why
 */
export async function saveDraft({ db }: Deps, input: SaveDraft): Promise<Result<SavedDraft, SaveFailure>> {
  const { editor, questionnaireId } = input
  const versions = await findVersions(db, questionnaireId)
  const published = versions.flatMap(listFields)
  return asActor(db, editor, async tx => {
    const draft = await lockDraft(tx, questionnaireId)
    if (!draft) return err({ code: 'no_draft' })
    if (draft.revision !== input.revision) {
      return err({ code: 'changed_meanwhile', by: lastEditor(draft), at: draft.updatedAt, revision: draft.revision })
    }
    const tooLong = draftTooLong(input.form)
    if (tooLong !== undefined) refuse(tooLong, UNFIT)
    const names = new Set(published.map(({ field }) => field))
    const typed = readDraftForm(draft.content, input.section, input.form, names)
    const content = withAnnouncedMinutes(input.step ? takeStep(typed, input.step, published) : typed)
    const tooLarge = draftTooLarge(content)
    if (tooLarge !== undefined) refuse(tooLarge, UNFIT)
    const [twice] = repeatedFields(content)
    if (twice !== undefined) refuse(`Otra pregunta ya usa el campo ${twice}: elige otro nombre.`, UNFIT)
    const known = new Set(brokenFields(draft.content, versions).map(({ text }) => text))
    const broken = brokenFields(content, versions).find(({ text }) => !known.has(text))
    if (broken) refuse(broken.text, UNFIT)
    const oldPlan = await findDraftPlan(tx, questionnaireId)
    const plan = editPlan(oldPlan ?? EMPTY_PLAN, {
      before: draft.content,
      typed,
      after: content,
      step: input.step,
      section: input.section,
      form: input.form,
    })
    const planTooLong = planTooLarge(plan)
    if (planTooLong !== undefined) refuse(planTooLong, UNFIT)
    const planChanges = diffPlans({ content: draft.content, plan: oldPlan }, { content, plan })
    const changes = [...diffQuestionnaires(draft.content, content), ...planChanges]
    const outcome = {
      changes: changes.length,
      sections: content.sections.length,
      problems: publicationProblems(content, plan, versions),
      placed: placedField(typed, content),
    }
    if (changes.length === 0) return ok({ ...outcome, revision: draft.revision })
    const revision = await updateDraft(tx, {
      questionnaireId,
      revision: draft.revision,
      content,
      ...(planChanges.length > 0 && { plan }),
    })
    if (revision === undefined) return err({ code: 'no_draft' })
    await audit(tx, questionnaireId, 'questionnaire_draft_saved', summary(changes))
    return ok({ ...outcome, revision })
  })
}

/** What was typed can't be saved as it is. */
const UNFIT = { status: 400 } as const

/** The first question that is new, or in another section than before. */
function placedField(before: QuestionnaireDraft, after: QuestionnaireDraft): SavedDraft['placed'] {
  const known = new Set(listFields(before).map(({ field, section }) => `${section} ${field}`))
  return listFields(after).find(({ field, section }) => !known.has(`${section} ${field}`))
}

/** Deletes the draft that the editor saw; published versions stay. @throws Refusal where it is gone, or was saved since */
export async function discardDraft(
  { db }: Deps,
  { editor, questionnaireId, revision }: { editor: Editor; questionnaireId: string; revision: number },
): Promise<void> {
  await asActor(db, editor, async tx => {
    const draft = (await lockDraft(tx, questionnaireId)) ?? refuse('Ese borrador ya no existe.')
    if (!(await deleteDraft(tx, questionnaireId, revision))) {
      refuse(`${lastEditor(draft)} guardó cambios después de que abriste esta página. Revísalos antes de descartar.`)
    }
    await audit(tx, questionnaireId, 'questionnaire_draft_discarded', { before: draft.content })
  })
}

const lastEditor = ({ updatedBy }: StoredDraft): string => updatedBy ?? 'Otra persona'

/** Differences in the format of the audit log: the text before and after. */
const summary = (changes: readonly Change[]) => ({
  before: changes.map(({ section, where, before }) => ({ section, where, text: before ?? null })),
  after: changes.map(({ section, where, kind, after }) => ({ section, where, kind, text: after ?? null })),
})

type AuditTx = Parameters<typeof writeAudit>[0]

export const audit = (
  tx: AuditTx,
  questionnaireId: string,
  action: string,
  what: { before?: unknown; after?: unknown },
): Promise<void> => writeAudit(tx, { action, entity: 'questionnaire', entity_id: questionnaireId, ...what })

/** The effect of publishing the draft. */
export type Publication = {
  draft: Pick<StoredDraft, 'revision' | 'updatedAt' | 'updatedBy'>
  title: string
  /** The newest published version; null for a first one. */
  from: number | null
  to: number
  changes: Change[]
  /** Why it can't be published. */
  problems: Problem[]
}

/**
 * The difference between the draft and the published version, and whether it can be published; undefined without a
 * draft.
 */
export async function findPublication(
  db: Kysely<DB>,
  editor: Editor,
  questionnaireId: string,
): Promise<Publication | undefined> {
  const found = await asActor(db, editor, async tx => {
    const draft = await findDraft(tx, questionnaireId)
    return draft && { draft, plan: await findDraftPlan(tx, questionnaireId) }
  })
  if (!found) return undefined
  const { draft, plan } = found
  const versions = await findVersions(db, questionnaireId)
  const newest = versions.at(-1)
  const published = newest && (await findWrittenPlan(db, questionnaireId, newest.version))
  const to = (newest?.version ?? 0) + 1
  return {
    draft: { revision: draft.revision, updatedAt: draft.updatedAt, updatedBy: draft.updatedBy },
    title: draft.content.title,
    from: newest?.version ?? null,
    to,
    changes: diffVersions({ newest, published }, draft.content, plan),
    problems: publicationProblems(draft.content, plan, versions),
  }
}

/**
 * Publishes the draft that the editor saw as the next version. Open runs keep the version that they started with; new
 * ones use this one. Its products announce its minutes from now on. Undefined: there is no draft any more.
 * @throws Refusal where it is incomplete, says nothing new, or was saved since
 */
export async function publishDraft(
  { db }: { db: Kysely<DB> },
  { editor, questionnaireId, revision }: { editor: Editor; questionnaireId: string; revision: number },
): Promise<{ version: number } | undefined> {
  const versions = await findVersions(db, questionnaireId)
  const newest = versions.at(-1)
  const published = newest && (await findWrittenPlan(db, questionnaireId, newest.version))
  const version = (newest?.version ?? 0) + 1
  return asActor(db, editor, async tx => {
    const draft = await lockDraft(tx, questionnaireId)
    if (!draft) return undefined
    const refuseChanged = (): never =>
      refuse(
        `${lastEditor(draft)} guardó cambios el ${formatDateTime(draft.updatedAt)}. Revisa la diferencia de nuevo antes de publicar.`,
      )
    if (draft.revision !== revision) refuseChanged()
    const content = withAnnouncedMinutes({ ...draft.content, version })
    const plan = shownPlan(await findDraftPlan(tx, questionnaireId))
    if (publicationProblems(content, plan, versions).length > 0) refuse('El borrador todavía no está completo.', UNFIT)
    const changes = diffVersions({ newest, published }, draft.content, plan)
    if (newest && changes.length === 0) refuse('El borrador dice lo mismo que la versión publicada.')
    const isFirst = await insertVersion(
      tx,
      questionnaireId,
      version,
      { ...questionnaireSchema.parse(content) },
      plan && planSchema.parse(plan),
    )
    if (!isFirst) refuseChanged()
    await announceVersion(tx, content)
    await deleteDraft(tx, questionnaireId, revision)
    await audit(tx, questionnaireId, 'questionnaire_published', {
      before: { version: newest?.version ?? null, changes: summary(changes).before },
      after: { version, changes: summary(changes).after },
    })
    return { version }
  })
}
