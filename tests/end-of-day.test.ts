import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, endOfDay } from '#app/kernel/dates.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(2)
})
afterAll(() => database.close())

/** Limits that people are shown with their hour, or not at all; every other one ends with its day. */
const BY_THE_HOUR: Readonly<Record<string, string>> = {
  'api_keys.expires_at': 'shown with its hour: an old key ends hours after its successor was made',
  'data_breaches.notify_by': 'typed and shown with its hour',
  'email_changes.expires_at': 'shown with its hour',
  'email_changes.objection_until': 'a mail says the days, which it covers',
  'respondent_sessions.expires_at': 'not shown',
  'webhook_endpoints.hold_until': 'not shown',
  'webhook_endpoints.leased_until': 'not shown',
}

const LIMIT = '(^|_)(expires_at|due_at|until|by)$'

/** Instants round every change of the clock in Santiago, and a fixed spread of others. */
function instants(): Date[] {
  const found: Date[] = []
  for (let year = 2024; year <= 2034; year++) {
    for (const change of [`${year}-04-01T00:00:00Z`, `${year}-09-01T00:00:00Z`]) {
      for (let hours = 0; hours < 24 * 9; hours += 1) found.push(new Date(Date.parse(change) + hours * 3_600_000 - 1))
    }
  }
  // A linear congruential generator: the same spread in every run.
  let seed = 20261121
  for (let count = 0; count < 2000; count++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    found.push(new Date(Date.parse('2020-01-01T00:00:00Z') + (seed % (20 * 365)) * DAY_MS + (seed % DAY_MS)))
  }
  return found
}

describe('a day that is shown ends with that day (spec D54)', () => {
  it('in SQL as in TypeScript, also where the clock changes at midnight', async () => {
    const tried = instants().map((at, index) => ({ at, days: (index * 37) % 400 }))
    const { rows } = await database.ownerPool.query<{ ends: Date }>(
      `select private.end_of_day(at, days) as ends
       from unnest($1::timestamptz[], $2::integer[]) with ordinality as tried(at, days, place) order by place`,
      [tried.map(({ at }) => at), tried.map(({ days }) => days)],
    )
    expect(rows.map(({ ends }) => ends.toISOString())).toEqual(
      tried.map(({ at, days }) => endOfDay(at, days).toISOString()),
    )
  })

  it('for every limit of the schema, whoever writes it, but those that are shown with their hour', async () => {
    const { rows } = await database.ownerPool.query<{ name: string; ends_with_day: boolean }>(
      `select col.table_name || '.' || col.column_name as name, exists (
         select from pg_trigger trigger
         where trigger.tgrelid = format('public.%I', col.table_name)::regclass
           and trigger.tgfoid = 'private.ends_with_its_day()'::regprocedure
           and encode(trigger.tgargs, 'escape') = col.column_name || '\\000') as ends_with_day
       from information_schema.columns col
       join information_schema.tables tab on tab.table_schema = col.table_schema and tab.table_name = col.table_name
       where col.table_schema = 'public' and tab.table_type = 'BASE TABLE'
         and col.data_type = 'timestamp with time zone' and col.column_name ~ $1
       order by name`,
      [LIMIT],
    )
    expect(rows.filter(row => row.ends_with_day).map(({ name }) => name)).toEqual([
      'data_requests.due_at',
      'discount_codes.valid_until',
      'order_items.due_at',
      'orders.held_until',
      'organisation_invitations.expires_at',
      'quotations.valid_until',
      'staff_invitations.expires_at',
      'user_accesses.expires_at',
    ])
    expect(rows.filter(row => !row.ends_with_day).map(({ name }) => name)).toEqual(Object.keys(BY_THE_HOUR).toSorted())
  })
})
