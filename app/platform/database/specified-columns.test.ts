import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

// shows: S3.3, S3.4, S3.9, S3.11
it.each([
  [
    'assessments',
    'id slug name type description_short image_url category_id tags featured format duration_min duration_max ' +
      'base_price_clp allow_business min_seats max_seats status deleted_at created_at',
  ],
  ['categories', 'id name slug'],
  ['profiles', 'id first_name last_name company phone email avatar_url role created_at'],
  ['analytics_events', 'session_id user_id event_type event_data page_url referrer user_agent'],
])('the table %s has the specified columns', async (table, columns) => {
  const { rows } = await database.ownerPool.query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_schema = 'public' and table_name = $1",
    [table],
  )
  expect(rows.map(row => row.column_name)).toEqual(expect.arrayContaining(columns.split(' ')))
})

// shows: S5.11
it('a product is for 1 to 1000 people by default', async () => {
  const { rows } = await database.ownerPool.query(
    `insert into assessments (slug, name, type, category_id, duration_min, base_price_clp)
     values ('sin-limites', 'Sin límites', 'assessment', (select id from categories limit 1), 10, 1000)
     returning min_seats, max_seats`,
  )
  expect(rows).toEqual([{ min_seats: 1, max_seats: 1000 }])
})

// shows: S7.10
it('the procedure validate_discount_code returns is_valid, discount_amount and error_message', async () => {
  const { rows } = await database.ownerPool.query('select * from validate_discount_code($1, $2)', ['NO-EXISTE', 1000])
  expect(rows).toEqual([
    expect.objectContaining({
      is_valid: false,
      discount_amount: 0,
      error_message: 'El código de descuento no es válido',
    }),
  ])
})
