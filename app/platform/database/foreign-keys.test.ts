import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(2)
})
afterAll(() => database.close())

/** Their targets are never deleted, or only small tables refer to them. */
const NEVER_SOUGHT = [
  'legal_versions.published_by',
  'private.completed_runs.access_id',
  'questionnaire_drafts.updated_by',
  'questionnaire_versions.published_by',
  'text_overrides.updated_by',
  'user_accesses.invited_by_user_id',
]

// The tables of pg-boss are the library's: a queue is deleted by nobody.
it('every other foreign key has an index on the referring column', async () => {
  const { rows } = await database.ownerPool.query(`
    select key.conrelid::regclass || '.' || string_agg(part.attname, ',' order by part.attnum) as name
    from pg_constraint key join pg_attribute part on part.attrelid = key.conrelid and part.attnum = any (key.conkey)
    where key.contype = 'f' and key.connamespace <> 'pgboss'::regnamespace and not exists (
      select 1 from pg_index kept join pg_attribute first on first.attrelid = kept.indrelid and first.attnum = kept.indkey[0]
      where kept.indrelid = key.conrelid and first.attnum = any (key.conkey)
        and (kept.indpred is null or pg_get_expr(kept.indpred, kept.indrelid) = format('(%I IS NOT NULL)', first.attname)))
    group by key.oid, key.conrelid order by 1`)
  expect(rows.map(({ name }) => name)).toEqual(NEVER_SOUGHT)
})
