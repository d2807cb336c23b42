import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { brokenFields, type Problem } from '#app/features/questionnaires/field-rules.ts'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { findNewestQuestionnaire, findVersions } from '#app/features/questionnaires/questionnaires.server.ts'
import { withAnnouncedMinutes } from '#app/features/questionnaires/reading-time.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type DraftStep, fieldsOf, type QuestionnaireDraft, repeatedFields, takeStep } from './draft.ts'
import { type Change, diffQuestionnaires } from './draft-diff.ts'
import { draftProblems } from './draft-problems.ts'
import { draftTooLarge, draftTooLong, readDraftForm } from './draft-schema.server.ts'
import {
  announceVersion,
  deleteDraft,
  ensureQuestionnaire,
  findDraft,
  insertDraft,
  insertVersion,
  type StoredDraft,
  updateDraft,
} from './drafts.server.ts'
import { blankQuestionnaire, type NewQuestionnaire } from './new-questionnaire.ts'

type CreateFailure =
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

export type Editor = Extract<Actor, { kind: 'admin' }>
type Deps = { db: Kysely<DB> }

export type DraftFailure =
  | { code: 'no_draft' }
  /** Another editor has saved since this one read it. */
  | { code: 'changed_meanwhile'; by: string | null; at: Date; revision: number }
  /** Published fields would break; the text says which and why. */
  | { code: 'refused'; text: string }

/** Creates the next version's draft with the newest content; an open draft is continued. */
export async function startDraft(
  { db }: Deps,
  { editor, questionnaireId }: { editor: Editor; questionnaireId: string },
): Promise<Result<void, { code: 'not_found' }>> {
  const newest = (await findVersions(db, questionnaireId)).at(-1)
  return asActor(db, editor, async tx => {
    if (!newest) return (await findDraft(tx, questionnaireId)) ? ok(undefined) : err({ code: 'not_found' })
    const content: QuestionnaireDraft = { ...newest, locale: 'es-CL' }
    if (await insertDraft(tx, { questionnaireId, baseVersion: newest.version, content })) {
      await audit(tx, questionnaireId, 'questionnaire_draft_started', { after: { base_version: newest.version } })
    }
    return ok(undefined)
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

/**
 * Saves what is typed for one section, then takes the requested step. A step that would break published fields saves
 * nothing.
 */
export async function saveDraft({ db }: Deps, input: SaveDraft): Promise<Result<SavedDraft, DraftFailure>> {
  const { editor, questionnaireId } = input
  const versions = await findVersions(db, questionnaireId)
  const published = versions.flatMap(fieldsOf)
  return asActor(db, editor, async tx => {
    const draft = await findDraft(tx, questionnaireId, 'hold')
    if (!draft) return err({ code: 'no_draft' })
    if (draft.revision !== input.revision) return err(changedMeanwhile(draft))
    const tooLong = draftTooLong(input.form)
    if (tooLong !== undefined) return err({ code: 'refused', text: tooLong })
    const names = new Set(published.map(({ field }) => field))
    const typed = readDraftForm(draft.content, input.section, input.form, names)
    const content = withAnnouncedMinutes(input.step ? takeStep(typed, input.step, published) : typed)
    const tooLarge = draftTooLarge(content)
    if (tooLarge !== undefined) return err({ code: 'refused', text: tooLarge })
    const [twice] = repeatedFields(content)
    if (twice !== undefined)
      return err({ code: 'refused', text: `Otra pregunta ya usa el campo ${twice}: elige otro nombre.` })
    const known = new Set(brokenFields(draft.content, versions).map(({ text }) => text))
    const broken = brokenFields(content, versions).find(({ text }) => !known.has(text))
    if (broken) return err({ code: 'refused', text: broken.text })
    const changes = diffQuestionnaires(draft.content, content)
    const outcome = {
      changes: changes.length,
      sections: content.sections.length,
      problems: draftProblems({ ...content, version: (versions.at(-1)?.version ?? 0) + 1 }, versions),
      placed: placedField(typed, content),
    }
    if (changes.length === 0) return ok({ ...outcome, revision: draft.revision })
    const revision = await updateDraft(tx, { questionnaireId, revision: draft.revision, content })
    if (revision === undefined) return err({ code: 'no_draft' })
    await audit(tx, questionnaireId, 'questionnaire_draft_saved', summary(changes))
    return ok({ ...outcome, revision })
  })
}

/** The first question that is new, or in another section than before. */
function placedField(before: QuestionnaireDraft, after: QuestionnaireDraft): SavedDraft['placed'] {
  const known = new Set(fieldsOf(before).map(({ field, section }) => `${section} ${field}`))
  return fieldsOf(after).find(({ field, section }) => !known.has(`${section} ${field}`))
}

/** Deletes the draft that the editor saw; published versions stay. */
export async function discardDraft(
  { db }: Deps,
  { editor, questionnaireId, revision }: { editor: Editor; questionnaireId: string; revision: number },
): Promise<Result<void, DraftFailure>> {
  return asActor(db, editor, async tx => {
    const draft = await findDraft(tx, questionnaireId, 'hold')
    if (!draft) return err({ code: 'no_draft' })
    if (!(await deleteDraft(tx, questionnaireId, revision))) return err(changedMeanwhile(draft))
    await audit(tx, questionnaireId, 'questionnaire_draft_discarded', { before: draft.content })
    return ok(undefined)
  })
}

type Held = { updatedBy: string | null; updatedAt: Date; revision: number }

const changedMeanwhile = ({ updatedBy, updatedAt, revision }: Held) =>
  ({ code: 'changed_meanwhile', by: updatedBy, at: updatedAt, revision }) as const

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
  /** It is identical to the published version. */
  | { code: 'no_changes' }

/**
 * Publishes the draft that the editor saw as the next version. Open runs keep the version that they started with; new
 * ones use this one. Its products announce its minutes from now on.
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
    const content = withAnnouncedMinutes({ ...draft.content, version })
    const problems = draftProblems(content, versions)
    if (problems.length > 0) return err({ code: 'not_ready', problems })
    const changes = diffQuestionnaires(newest, draft.content)
    if (newest && changes.length === 0) return err({ code: 'no_changes' })
    const isFirst = await insertVersion(tx, questionnaireId, version, { ...questionnaireSchema.parse(content) })
    if (!isFirst) return err(changedMeanwhile(draft))
    await announceVersion(tx, content)
    await deleteDraft(tx, questionnaireId, revision)
    await audit(tx, questionnaireId, 'questionnaire_published', {
      before: { version: newest?.version ?? null, changes: summary(changes).before },
      after: { version, changes: summary(changes).after },
    })
    return ok({ version })
  })
}
