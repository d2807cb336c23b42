import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type Deliverables, NO_DELIVERABLES } from '#app/features/catalogue/deliverables.ts'
import { keptBySchema } from '#app/features/catalogue/deliverables-schema.server.ts'
import { writeOutcomes } from '#app/features/catalogue/outcome-lines.ts'
import { type ProductValues, questionnaireValue } from '#app/features/catalogue/product-form.ts'
import type { ProductEdit } from '#app/features/catalogue/product-form-schema.server.ts'
import { contentOfRow } from '#app/features/catalogue/workshop-content.server.ts'
import { textsOf } from '#app/features/catalogue/workshop-content-schema.server.ts'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'

type ProductRow = Selectable<DB['assessments']>

/** A product as its editor shows it. When `sold`, its type and questionnaire can't change. */
export type EditedProduct = {
  id: string
  version: number
  values: ProductValues
  sold: boolean
  updatedAt: Date
}

/** A product of any status; undefined where there is none. `lock` locks it until the transaction ends. */
export async function findEditedProduct(
  tx: Transaction<DB>,
  id: string,
  lock = false,
): Promise<EditedProduct | undefined> {
  const row = await tx
    .selectFrom('assessments')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(lock, query => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!row) return undefined
  // By a function: who edits the catalogue may not read orders.
  const { rows } = await sql<{ sold: boolean }>`select private.is_ordered(${id}) as sold`.execute(tx)
  return { id, version: row.version, values: valuesOf(row), sold: rows[0]?.sold === true, updatedAt: row.updated_at }
}

const yes = (value: boolean): string => (value ? 'si' : '')

function valuesOf(row: ProductRow): ProductValues {
  const content = row.type === 'workshop' ? contentOfRow(row) : undefined
  const keptBy = keptBySchema.parse(row.kept_by)
  return {
    name: row.name,
    slug: row.slug,
    type: row.type,
    category_id: row.category_id,
    status: row.status,
    featured: yes(row.featured),
    description_short: row.description_short,
    description_long: row.description_long,
    outcomes: writeOutcomes(row.outcomes.map((text, at) => ({ text, keptBy: keptBy[at] ?? [] }))),
    audience: row.audience,
    tags: row.tags.join(', '),
    image_url: row.image_url ?? '',
    format: row.format,
    duration_min: String(row.duration_min),
    duration_max: row.duration_max === null ? '' : String(row.duration_max),
    base_price_clp: String(row.base_price_clp),
    allow_business: yes(row.allow_business),
    min_seats: String(row.min_seats),
    max_seats: String(row.max_seats),
    asks_age: yes(row.asks_age),
    questionnaire: questionnaireValue(row.questionnaire_id, row.questionnaire_version),
    ...(content
      ? textsOf(content)
      : {
          self_paced: '',
          agenda: '[]',
          preparation: '',
          materials: '',
          facilitator_profile: '',
          session_note: '',
          certificate_text: '',
        }),
    seo_title: row.seo_title,
    seo_description: row.seo_description,
  }
}

type EditedRow = Omit<Insertable<DB['assessments']>, 'deliverables'>

const toRow = ({ workshop_content, outcomes, ...edit }: ProductEdit): EditedRow => ({
  ...edit,
  outcomes: outcomes.map(({ text }) => text),
  kept_by: storableJson(outcomes.map(({ keptBy }) => keptBy)),
  workshop_content: workshop_content === null ? null : storableJson(workshop_content),
})

/**
 * Inserts a product with its guides and materials. @throws on constraint assessments_slug_key when its slug is taken, and on the catalogue's other
 * constraints.
 */
export const insertProduct = (
  tx: Transaction<DB>,
  edit: ProductEdit,
  deliverables: Deliverables = NO_DELIVERABLES,
): Promise<{ id: string; version: number }> =>
  tx
    .insertInto('assessments')
    .values({ ...toRow(edit), deliverables: storableJson(deliverables) })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()

/**
 * Updates a product if it still has the version that its editor saw. @returns its new version; undefined: it has
 * another.
 */
export async function updateProduct(
  tx: Transaction<DB>,
  input: { id: string; version: number; edit: ProductEdit },
): Promise<number | undefined> {
  const row = await tx
    .updateTable('assessments')
    .set(toRow(input.edit))
    .where('id', '=', input.id)
    .where('version', '=', input.version)
    .returning('version')
    .executeTakeFirst()
  return row?.version
}

/** Changes the fields of the row menu, regardless of concurrent edits. @returns the new version. */
export async function setProductFlags(
  tx: Transaction<DB>,
  id: string,
  flags: { status?: ProductRow['status']; featured?: boolean },
): Promise<number | undefined> {
  const row = await tx
    .updateTable('assessments')
    .set(flags)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirst()
  return row?.version
}

/** Current and former slugs with this prefix, which a copy may not use. */
export async function slugsLike(db: Kysely<DB>, start: string): Promise<string[]> {
  const rows = await db
    .selectFrom('assessments')
    .select('slug')
    .where('slug', 'like', `${start}%`)
    .union(db.selectFrom('former_product_slugs').select('slug').where('slug', 'like', `${start}%`))
    .execute()
  return rows.map(row => row.slug)
}

/** The minutes in a published version's content, which follow from its words. */
const announced = sql<number>`(content -> 'estimatedMinutes' ->> 'min')::integer`

/** Minutes that a product with this questionnaire is announced with (`version` null: the newest one); undefined where there is none. */
export async function findAnnouncedMinutes(
  db: Kysely<DB>,
  questionnaire: { id: string; version: number | null },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('questionnaire_versions')
    .select(announced.as('minutes'))
    .where('questionnaire_id', '=', questionnaire.id)
    .$if(questionnaire.version !== null, query => query.where('version', '=', questionnaire.version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.minutes
}

/** A questionnaire that a product can be sold with. */
export type OfferedQuestionnaire = { id: string; title: string; versions: { version: number; minutes: number }[] }

/** The published questionnaires with their versions and the minutes that these are announced with, newest first. */
export async function listOfferedQuestionnaires(db: Kysely<DB>): Promise<OfferedQuestionnaire[]> {
  const rows = await db
    .selectFrom('questionnaire_versions')
    .select(['questionnaire_id as id', 'version'])
    .select(({ eb }) => eb.fn<string>('jsonb_extract_path_text', ['content', eb.val('title')]).as('title'))
    .select(announced.as('minutes'))
    .orderBy('questionnaire_id')
    .orderBy('version', 'desc')
    .execute()
  const offered = new Map<string, OfferedQuestionnaire>()
  for (const { id, version, title, minutes } of rows) {
    const known = offered.get(id)
    if (known) known.versions.push({ version, minutes })
    else offered.set(id, { id, title, versions: [{ version, minutes }] })
  }
  return [...offered.values()]
}
