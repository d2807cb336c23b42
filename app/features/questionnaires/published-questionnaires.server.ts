import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { questionnaireSchema } from './questionnaire.schema.ts'
import type { Questionnaire } from './questionnaire.ts'

const cache = new Map<string, Questionnaire>()

/** Clears the cache, for a process that switches to another database, as tests do. */
export function forgetQuestionnaires(): void {
  cache.clear()
}

/**
 * A published version, or undefined when there is none. Versions never change, so each is read and parsed once per
 * process. It is public data and needs no actor.
 */
export async function findQuestionnaire(
  db: Kysely<DB>,
  id: string,
  version: number,
): Promise<Questionnaire | undefined> {
  const key = `${id}@${version}`
  const hit = cache.get(key)
  if (hit) return hit
  const row = await db
    .selectFrom('questionnaire_versions')
    .select('content')
    .where('questionnaire_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) return undefined
  const questionnaire = questionnaireSchema.parse(row.content)
  cache.set(key, questionnaire)
  return questionnaire
}

/**
 * The version of a new run: the newest published one, unless its product names one.
 * @param named the product's own version.
 */
export async function findNewestQuestionnaire(
  db: Kysely<DB>,
  id: string,
  named: number | null = null,
): Promise<Questionnaire | undefined> {
  if (named !== null) return findQuestionnaire(db, id, named)
  const newest = await db
    .selectFrom('questionnaire_versions')
    .select(row => row.fn.max('version').as('version'))
    .where('questionnaire_id', '=', id)
    .executeTakeFirst()
  return newest?.version ? findQuestionnaire(db, id, newest.version) : undefined
}

/** The same version's number within a query of its product, for who has more to ask in the same statement. */
export const newestVersionOfProduct = sql<number | null>`coalesce(product.questionnaire_version, (
  select max(version) from questionnaire_versions newest where newest.questionnaire_id = product.questionnaire_id))`

/** All published versions, oldest first, which constrain a draft. */
export async function findVersions(db: Kysely<DB>, id: string): Promise<Questionnaire[]> {
  const rows = await db
    .selectFrom('questionnaire_versions')
    .select('version')
    .where('questionnaire_id', '=', id)
    .orderBy('version')
    .execute()
  const found = await Promise.all(rows.map(({ version }) => findQuestionnaire(db, id, version)))
  return found.filter(questionnaire => questionnaire !== undefined)
}
