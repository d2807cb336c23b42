import { type Kysely, sql, type Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import type { QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { QuestionnaireDraft } from './draft.ts'
import { draftPlanSchema } from './draft-plan-schema.server.ts'
import { draftSchema } from './draft-schema.server.ts'

export type StoredDraft = {
  questionnaireId: string
  /** Null: it has never been published. */
  baseVersion: number | null
  content: QuestionnaireDraft
  revision: number
  updatedAt: Date
  /** Name of the administrator who changed it last. */
  updatedBy: string | null
}

/** The open draft; visible to administrators only. */
export const findDraft = async (tx: Transaction<DB>, questionnaireId: string): Promise<StoredDraft | undefined> =>
  readDraft(await draftQuery(tx, questionnaireId).executeTakeFirst())

/** The open draft, locked until the transaction ends. */
export const lockDraft = async (tx: Transaction<DB>, questionnaireId: string): Promise<StoredDraft | undefined> =>
  readDraft(await draftQuery(tx, questionnaireId).forUpdate('draft').executeTakeFirst())

const draftQuery = (tx: Transaction<DB>, questionnaireId: string) =>
  tx
    .selectFrom('questionnaire_drafts as draft')
    .leftJoin('profiles as editor', 'editor.id', 'draft.updated_by')
    .select([
      'draft.questionnaire_id',
      'draft.base_version',
      'draft.content',
      'draft.revision',
      'draft.updated_at',
      'editor.email as editor',
    ])
    .where('draft.questionnaire_id', '=', questionnaireId)

type DraftRow = Awaited<ReturnType<ReturnType<typeof draftQuery>['executeTakeFirst']>>

const readDraft = (row: DraftRow): StoredDraft | undefined =>
  row && {
    questionnaireId: row.questionnaire_id,
    baseVersion: row.base_version,
    content: draftSchema.parse(row.content),
    revision: row.revision,
    updatedAt: row.updated_at,
    updatedBy: row.editor,
  }

/** The plan of the open draft; undefined where it has none. */
export async function findDraftPlan(
  tx: Transaction<DB>,
  questionnaireId: string,
): Promise<QuestionnairePlan | undefined> {
  const row = await tx
    .selectFrom('questionnaire_drafts')
    .select('plan')
    .where('questionnaire_id', '=', questionnaireId)
    .executeTakeFirst()
  return row?.plan ? draftPlanSchema.parse(row.plan) : undefined
}

const storablePlan = (plan: QuestionnairePlan | undefined) => (plan === undefined ? null : storableJson(plan))

/** Creates a draft. False: one exists already. */
export async function insertDraft(
  tx: Transaction<DB>,
  input: {
    questionnaireId: string
    baseVersion: number | null
    content: QuestionnaireDraft
    plan: QuestionnairePlan | undefined
  },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('questionnaire_drafts')
    .values({
      questionnaire_id: input.questionnaireId,
      base_version: input.baseVersion,
      content: storableJson(input.content),
      plan: storablePlan(input.plan),
    })
    .onConflict(conflict => conflict.column('questionnaire_id').doNothing())
    .returning('questionnaire_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Updates a draft if it still has the revision that its editor saw. @param input `plan` missing: it stays; undefined: it has none.
 * @returns its new revision; undefined when it has changed or is gone.
 */
export async function updateDraft(
  tx: Transaction<DB>,
  input: {
    questionnaireId: string
    revision: number
    content: QuestionnaireDraft
    plan?: QuestionnairePlan | undefined
  },
): Promise<number | undefined> {
  const updated = await tx
    .updateTable('questionnaire_drafts')
    .set({ content: storableJson(input.content), ...('plan' in input && { plan: storablePlan(input.plan) }) })
    .where('questionnaire_id', '=', input.questionnaireId)
    .where('revision', '=', input.revision)
    .returning('revision')
    .executeTakeFirst()
  return updated?.revision
}

/**
 * Deletes a draft if it still has the revision that was seen, and with it a questionnaire without versions and
 * products.
 */
export async function deleteDraft(tx: Transaction<DB>, questionnaireId: string, revision: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('questionnaire_drafts')
    .where('questionnaire_id', '=', questionnaireId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await tx
    .deleteFrom('questionnaires')
    .where('id', '=', questionnaireId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('questionnaire_versions').select('version').where('questionnaire_id', '=', questionnaireId)),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('assessments').select('id').where('questionnaire_id', '=', questionnaireId))),
    )
    .execute()
  return true
}

/**
 * Inserts a version; a database constraint requires it to follow the newest one. False: somebody else has just
 * published it.
 */
export async function insertVersion(
  tx: Transaction<DB>,
  questionnaireId: string,
  version: number,
  content: unknown,
  plan?: QuestionnairePlan,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('questionnaire_versions')
    .values({
      questionnaire_id: questionnaireId,
      version,
      content: storableJson(content),
      plan: storablePlan(plan),
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The products that are sold with a published version announce its minutes; each change is audited as an edit. */
export async function announceVersion(
  tx: Transaction<DB>,
  { id, version, estimatedMinutes }: Pick<Questionnaire, 'id' | 'version' | 'estimatedMinutes'>,
): Promise<void> {
  const { min, max } = estimatedMinutes
  const { rows } = await sql<{ id: string; version: number; was_min: number; was_max: number | null }>`
    with was as (
      select id, duration_min, duration_max from assessments
      where questionnaire_id = ${id} and (questionnaire_version is null or questionnaire_version = ${version})
        and (duration_min, duration_max) is distinct from (${min}::integer, ${max}::integer)
      for no key update)
    update assessments set duration_min = ${min}, duration_max = ${max} from was where assessments.id = was.id
    returning assessments.id, assessments.version, was.duration_min as was_min, was.duration_max as was_max`.execute(tx)
  for (const product of rows) {
    await writeAudit(tx, {
      action: 'assessment_edited',
      entity: 'assessment',
      entity_id: product.id,
      before: { duration_min: String(product.was_min), duration_max: String(product.was_max ?? '') },
      after: { duration_min: String(min), duration_max: String(max), version: product.version },
    })
  }
}

/** @returns whether the questionnaire is new; false: it exists. */
export async function ensureQuestionnaire(tx: Transaction<DB>, id: string): Promise<boolean> {
  const inserted = await tx
    .insertInto('questionnaires')
    .values({ id })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** All questionnaires for the back office's list, with their number of products and whether a draft is open. */
export const listQuestionnaires = (tx: Transaction<DB>) =>
  tx
    .selectFrom('questionnaires as questionnaire')
    .leftJoinLateral(
      inner =>
        inner
          .selectFrom('questionnaire_versions as version')
          .select(['version.version', 'version.published_at', sql<string>`version.content ->> 'title'`.as('title')])
          .select([
            sql<number>`jsonb_array_length(version.content -> 'sections')`.as('sections'),
            sql<number>`jsonb_array_length(jsonb_path_query_array(version.content, '$.sections[*].questions[*].field'))`.as(
              'questions',
            ),
          ])
          .whereRef('version.questionnaire_id', '=', 'questionnaire.id')
          .orderBy('version.version', 'desc')
          .limit(1)
          .as('newest'),
      join => join.onTrue(),
    )
    .leftJoin('questionnaire_drafts as draft', 'draft.questionnaire_id', 'questionnaire.id')
    .select(({ selectFrom }) => [
      'questionnaire.id',
      'newest.version',
      'newest.published_at',
      'newest.sections',
      'newest.questions',
      sql<string | null>`coalesce(newest.title, draft.content ->> 'title')`.as('title'),
      'draft.updated_at as draft_updated_at',
      selectFrom('assessments as product')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('product.questionnaire_id', '=', 'questionnaire.id')
        .where('product.deleted_at', 'is', null)
        .$asScalar()
        .as('products'),
    ])
    .orderBy(sql`coalesce(newest.title, draft.content ->> 'title') collate "es-x-icu"`)
    .orderBy('questionnaire.id')
    .execute()

export type VersionRow = {
  version: number
  published_at: Date
  /** Null: loaded from a file of the release. */
  publisher: string | null
  /** Capped at 10,000, as `completed`. */
  in_progress: number
  completed: number
}

/** A questionnaire's versions, newest first, with their publisher and number of runs. */
export async function listVersions(tx: Transaction<DB>, questionnaireId: string): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select version.version, version.published_at, publisher.email as publisher, runs.in_progress, runs.completed
    from questionnaire_versions version
      join private.version_runs(${questionnaireId}) runs on runs.version = version.version
      left join profiles publisher on publisher.id = version.published_by
    where version.questionnaire_id = ${questionnaireId} order by version.version desc`.execute(tx)
  return rows
}

/** The products that are sold with a questionnaire. */
export const listSoldProducts = (tx: Transaction<DB>, questionnaireId: string) =>
  tx
    .selectFrom('assessments')
    .select(['id', 'slug', 'name', 'status', 'questionnaire_version'])
    .where('questionnaire_id', '=', questionnaireId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()

export const questionnaireExists = async (db: Kysely<DB>, id: string): Promise<boolean> =>
  (await db.selectFrom('questionnaires').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
