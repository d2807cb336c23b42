import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(2)
})
afterAll(() => database.close())

const CLOCK =
  /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\s*\(|\b(?:current_date|current_time|current_timestamp|localtime|localtimestamp)\b/i

/**
 * A stamp: a whole column of time gets the time of the transaction, and nothing is done with that. `updated_at := now()` and
 * `set ended_at = coalesce(ended_at, now())` are stamps; `expires_at > now()` and `ended_at = now() + interval '1 day'` are not.
 */
const STAMP =
  /\b[\w.]*_at\s*:?=\s*(?:now\(\)|coalesce\([\w.]+,\s*now\(\)\))(?=\s*(?:[;,)]|$|(?:where|from|returning|end)\b))/gi

const comparesWithClock = (source: string): boolean =>
  CLOCK.test(
    source
      .replace(/--.*$/gm, '')
      .replace(/\/\*.*?\*\//gs, '')
      .replace(STAMP, ''),
  )

/** Every text of the schema that computes: bodies of functions, views, policies and conditions of tables. */
const RULES = `
  select pronamespace::regnamespace || '.' || proname as name, coalesce(pg_get_function_sqlbody(oid), prosrc) as source
  from pg_proc where pronamespace = any ($1::regnamespace[])
  union all
  select schemaname || '.' || viewname, definition from pg_views where schemaname::regnamespace = any ($1::regnamespace[])
  union all
  select schemaname || '.' || matviewname, definition from pg_matviews where schemaname::regnamespace = any ($1::regnamespace[])
  union all
  select tablename || '.' || policyname, concat_ws(' and ', qual, with_check) from pg_policies
  where schemaname::regnamespace = any ($1::regnamespace[])
  union all
  select conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint
  where contype = 'c' and connamespace = any ($1::regnamespace[])
  union all
  select tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger
  where not tgisinternal and (select relnamespace from pg_class where pg_class.oid = tgrelid) = any ($1::regnamespace[])`

describe('time is an argument (ADR 0039)', () => {
  it("no function, view, policy, check or trigger compares or computes with the database's clock", async () => {
    const { rows } = await database.ownerPool.query<{ name: string; source: string }>(RULES, [
      ['public', 'private', 'auth', 'simulator'],
    ])
    expect(rows.length).toBeGreaterThan(200)
    expect(rows.filter(({ source }) => comparesWithClock(source)).map(({ name }) => name)).toEqual([])
  })

  it('no query of the application does', async () => {
    const found: string[] = []
    for (const root of ['app', 'server']) {
      const files = await readdir(root, { recursive: true })
      for (const file of files.filter(name => /\.tsx?$/.test(name) && !/\.test(-support)?\.tsx?$/.test(name))) {
        const source = await readFile(join(root, file), 'utf8')
        const queries = [...source.matchAll(/\bsql(?:<[^`]*?>)?`((?:[^`\\]|\\.)*)`/gs)].map(([, text = '']) => text)
        if (queries.some(text => comparesWithClock(text.replace(/\$\{[^}]*\}/g, '')))) found.push(join(root, file))
      }
    }
    expect(found).toEqual([])
  })

  it.each([
    ['select 1 where expires_at > now()', true],
    ["update x set ends_at = now() + interval '1 day'", true],
    ['delete from days where day < current_date', true],
    ['if old.until <= clock_timestamp() then', true],
    ['update x set ended_at = coalesce(ended_at, now()), seen_at = now() where id = 1', false],
    ['new.updated_at := now();', false],
    ['-- now() is in a comment\nselect 1', false],
  ])('distinguishes a rule from a timestamp: %s', (source, isRule) => {
    expect(comparesWithClock(source)).toBe(isRule)
  })
})
