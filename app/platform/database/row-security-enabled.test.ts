import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(2)
})
afterAll(() => database.close())

const names = async (statement: string) =>
  (await database.ownerPool.query<{ name: string }>(statement)).rows.map(({ name }) => name)

/** The record of applied files: written by the owner's pool at the start, and closed to the application's role. */
const WITHOUT = 'schema_migrations'

it('every public table has row-level security, or is closed to the application', async () => {
  expect(
    await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relrowsecurity order by 1`),
  ).toEqual([WITHOUT])
  expect(
    await names(`select privilege as name from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) privilege
      where has_table_privilege('alhena_app', '${WITHOUT}', privilege)`),
  ).toEqual([])
})

// Row-level security isn't forced on owners: the auth library and SECURITY DEFINER functions read as the owner. So the role must own nothing.
it('the role of the application owns nothing and cannot bypass row-level security', async () => {
  expect(
    await names(`select rolname as name from pg_roles where rolname = 'alhena_app' and (rolsuper or rolbypassrls)
      union all select relname from pg_class where relowner = 'alhena_app'::regrole
      union all select proname from pg_proc where proowner = 'alhena_app'::regrole
      union all select rolname from pg_auth_members join pg_roles on pg_roles.oid = roleid where member = 'alhena_app'::regrole`),
  ).toEqual([])
})
