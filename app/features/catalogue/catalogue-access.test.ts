import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, VISITOR } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { wordAs } from '#tests/support/row-security.ts'

// What the database refuses to everybody but administrators, and to administrators.

let database: TestDatabase
const people = new Map<string, Actor>()

beforeAll(async () => {
  database = await cloneDatabase(2)
  for (const role of ['admin', 'client', 'assessment_manager', 'respondent'] as const) {
    const { id } = await createProfile(database.ownerPool, { role })
    people.set(role, { kind: role === 'admin' ? 'admin' : 'user', userId: id })
  }
  people.set('visitor', VISITOR)
  people.set('respondent session', { kind: 'respondent', sessionHash: 'a'.repeat(64) })
})
afterAll(() => database.close())

const as = (who: string, statement: string) => wordAs(database, people.get(who) ?? VISITOR, statement)

const ADD_PRODUCT = `insert into assessments (slug, name, type, category_id, duration_min, base_price_clp)
  values ('intruso', 'Intruso', 'assessment', (select id from categories limit 1), 10, 1)`
const ADD_PICTURE = `insert into product_pictures (id, wide, card) values (repeat('a', 32), '\\x00', '\\x00')`

describe.each(['client', 'assessment_manager', 'respondent', 'visitor', 'respondent session'])('a %s', who => {
  // shows: B6.3
  it("reads the catalogue and can't write to it", async () => {
    expect(await as(who, 'select from categories')).toBe('done: 5')
    expect(await as(who, "update assessments set base_price_clp = 0 where slug = 'agilidad'")).toBe('done: 0')
    expect(await as(who, "update assessments set status = 'archived'")).toBe('done: 0')
    expect(await as(who, "update categories set name = 'x'")).toBe('done: 0')
    expect(await as(who, ADD_PRODUCT)).toContain('row-level security')
    expect(await as(who, "insert into categories (name, slug) values ('x', 'intrusa')")).toContain('row-level security')
    expect(await as(who, ADD_PICTURE)).toContain('row-level security')
  })
})

describe('an administrator', () => {
  it('writes products, categories and pictures', async () => {
    expect(await as('admin', "update assessments set featured = true where slug = 'agilidad'")).toBe('done: 1')
    expect(await as('admin', ADD_PRODUCT)).toBe('done: 1')
    expect(await as('admin', ADD_PICTURE)).toBe('done: 1')
  })

  // shows: B6.3
  it.each([
    'delete from assessments',
    'delete from categories',
    'delete from product_pictures',
    "update product_pictures set wide = '\\x00'",
    "update product_pictures set wide_sha256 = repeat('a', 64)",
    'update assessments set paid_seats = 1000000',
    'update assessments set rating_count = 10, rating_sum = 50',
    'update assessments set version = 1',
    'update assessments set deleted_at = now()',
    "update assessments set updated_at = '2020-01-01'",
    'update assessments set id = gen_random_uuid()',
    'delete from former_product_slugs',
    "insert into former_product_slugs (slug, assessment_id) values ('agilidad', (select id from assessments limit 1))",
    "update order_items set product_name = 'Otro'",
  ])("can't: %s", async statement => {
    expect(await as('admin', statement)).toContain('permission denied')
  })

  it.each([
    ["update categories set status = 'inactive' where slug = 'liderazgo'", 'categories_empty_when_inactive'],
    ["update assessments set min_seats = 5, max_seats = 4 where slug = 'agilidad'", 'assessments_check'],
    ["update assessments set slug = 'Con Espacio' where slug = 'agilidad'", 'assessments_slug_check'],
    ["update assessments set questionnaire_version = 99 where slug = 'agilidad'", 'assessments_questionnaire_version'],
    ["update assessments set slug = 'taller-kanban' where slug = 'agilidad'", 'assessments_slug_key'],
    [
      "insert into questionnaire_versions (questionnaire_id, version, content) values ('agilidad', 9, '{}')",
      'questionnaire_versions_in_order',
    ],
  ])('is refused: %s', async (statement, constraint) => {
    expect(await as('admin', statement)).toContain(constraint)
  })
})
