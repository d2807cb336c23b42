import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from './support/database.ts'

// What follows from a change is listed by one function (house rule 6). What the database does besides is written in its docstring: this
// compares the docstring with the catalog, for the rows that the change writes, the function writes, and triggers write in turn.

type Event = 'insert' | 'update' | 'delete'
/** Rows of a table of `public`, or of another schema that is named; `columns` that an update changes. */
type Write = readonly [table: string, event: Event, columns?: readonly string[]]

const LEDGER: readonly Write[] = [
  ['ledger_entries', 'insert'],
  ['ledger_lines', 'insert'],
  ['ledger_checks', 'update', ['is_stale']],
  ['private.daily_changes', 'insert'],
]
const WEBHOOKS: readonly Write[] = [
  ['webhook_events', 'insert'],
  ['webhook_deliveries', 'insert'],
]
const TOTALS: readonly Write[] = [
  ['client_totals', 'insert'],
  ['client_totals', 'update', ['paid_orders', 'seats', 'spent_clp', 'refunded_clp', 'last_paid_at']],
  ['companies', 'update', ['paid_orders', 'seats', 'spent_clp', 'refunded_clp', 'last_paid_at', 'rut']],
  ['discount_code_totals', 'insert'],
  ['discount_code_totals', 'update', ['paid_orders', 'revenue_clp', 'discount_clp']],
]
/** An access that an order gives when it is paid. */
const GIVEN: readonly Write[] = [
  ['user_accesses', 'insert'],
  ['order_items', 'update', ['added_seats', 'total_seats', 'used_seats']],
  ['private.code_marks', 'insert'],
  ...WEBHOOKS,
]
/** The accesses of an order, and what ends with them. */
const REVOKED: readonly Write[] = [
  ['user_accesses', 'update', ['status']],
  ['order_items', 'update', ['added_seats', 'total_seats', 'used_seats']],
  ['respondent_sessions', 'update', ['revoked_at']],
  ['mails', 'update', ['status']],
  ['workshop_certificates', 'delete'],
  ['workshop_lessons', 'delete'],
  ['reviews', 'update', ['show_name']],
  ['private.review_authors', 'delete'],
  ['private.respondent_traces', 'delete'],
]
const SURPLUS: readonly Write[] = [
  ['payment_attempts', 'update', ['status', 'refunded_clp', 'returned_by_hand', 'next_check_at', 'detail']],
  ['private.reconciliation_changes', 'insert'],
  ...LEDGER,
]

/** Each function with its file and what is written: by the change that it follows, by itself, and by triggers. */
const FUNCTIONS: Readonly<Record<string, { file: string; writes: readonly Write[] }>> = {
  orderPaid: {
    file: 'payments/order-paid.server.ts',
    writes: [
      ['orders', 'update', ['status', 'paid_at', 'company_id']],
      ['assessments', 'update', ['paid_seats']],
      ['tax_documents', 'insert'],
      ['mails', 'insert'],
      ...GIVEN,
      ...TOTALS,
      ...LEDGER,
    ],
  },
  orderRefunded: {
    file: 'payments/refunds/order-refunded.server.ts',
    writes: [
      ['refunds', 'update', ['status', 'detail', 'settled_at', 'by_hand', 'settled_by', 'settled_note']],
      ['payment_attempts', 'update', ['refunded_clp', 'status', 'next_check_at']],
      ['private.reconciliation_changes', 'insert'],
      ['orders', 'update', ['status', 'refunded_clp']],
      ['assessments', 'update', ['paid_seats']],
      ['tax_documents', 'insert'],
      ['tax_documents', 'update', ['status', 'next_attempt_at', 'cancel_reason']],
      ['audit_log', 'insert'],
      ['mails', 'insert'],
      ...REVOKED,
      ...WEBHOOKS,
      ...TOTALS,
      ...LEDGER,
    ],
  },
  chargebackOpened: {
    file: 'payments/chargebacks/chargeback-opened.server.ts',
    writes: [['chargebacks', 'insert'], ['orders', 'update', ['charged_back_clp']], ...TOTALS, ...LEDGER],
  },
  chargebackWon: {
    file: 'payments/chargebacks/chargeback-opened.server.ts',
    writes: [
      ['chargebacks', 'update', ['status', 'settled_at', 'settled_note']],
      ['orders', 'update', ['charged_back_clp']],
      ...TOTALS,
      ...LEDGER,
    ],
  },
  revokeAccesses: {
    file: 'payments/chargebacks/chargeback-opened.server.ts',
    writes: [
      ['orders', 'update', ['status']],
      ['assessments', 'update', ['paid_seats']],
      ['mails', 'insert'],
      ['private.daily_changes', 'insert'],
      ...REVOKED,
    ],
  },
  restoreAccesses: {
    file: 'payments/chargebacks/chargeback-opened.server.ts',
    writes: [
      ['orders', 'update', ['status']],
      ['assessments', 'update', ['paid_seats']],
      ['private.daily_changes', 'insert'],
      ...GIVEN,
    ],
  },
  surplusReceived: { file: 'payments/attempts/surplus.server.ts', writes: SURPLUS },
  surplusReturned: { file: 'payments/attempts/surplus.server.ts', writes: SURPLUS },
  surplusCancelled: { file: 'payments/attempts/surplus.server.ts', writes: SURPLUS },
  runCompleted: {
    file: 'questionnaires/runs/run-completed.server.ts',
    writes: [
      ['assessment_runs', 'update', ['status', 'end_time', 'duration_seconds', 'closed_by', 'updated_at']],
      ['private.completed_runs', 'insert'],
      ['user_accesses', 'update', ['status', 'completed_at', 'progress']],
      ['private.daily_changes', 'insert'],
      ['mails', 'insert'],
      ...WEBHOOKS,
    ],
  },
  workshopCompleted: {
    file: 'workshops/workshop-completed.server.ts',
    writes: [
      ['user_accesses', 'update', ['status', 'accessed_at', 'completed_at', 'progress']],
      ['workshop_certificates', 'insert'],
      ['private.daily_changes', 'insert'],
      ['mails', 'insert'],
      ...WEBHOOKS,
    ],
  },
}

/**
 * Triggers that change nothing but the row that is being written: they are no consequence. A test below holds them to that.
 */
const FILLERS: Readonly<Record<string, string>> = {
  ends_with_its_day: 'moves a limit of the row to the end of its day',
  forget_last_mail: 'takes the recipient out of a mail that was sent to a deleted account',
  mail_of_revoked_access: 'cancels the mail that would be queued again',
  touch_updated_at: 'writes when the row changed',
  withhold_confidential_state: 'writes nothing that tells how far somebody confidential is',
  write_access_words: 'writes the words that the row is found by',
}

/** Triggers of every row that a function writes: its docstring names them, instead of each that calls it. */
const NAMED_BY_WRITER: Readonly<Record<string, readonly [file: string, name: string]>> = {
  ledger_entry_is_balanced: ['features/accounting/post-entry.server.ts', 'postEntry'],
  send_mail_jobs: ['mails/outbox.server.ts', 'queueMail'],
}

const SOLD = { count_catalogue_change: 'stops where `paid_seats` alone has changed' }

/** Triggers that the columns would set off and the values do not, by their condition. */
const NOT_SET_OFF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  orderPaid: { ...SOLD, end_refunded_accesses: 'acts when the order stops being paid' },
  orderRefunded: { ...SOLD, send_mail_again: 'acts when a failed mail is queued again' },
  revokeAccesses: {
    ...SOLD,
    is_posted: 'on orders it acts when a pending one is paid',
    send_mail_again: 'acts when a failed mail is queued again',
  },
  restoreAccesses: {
    ...SOLD,
    end_refunded_accesses: 'acts when the order stops being paid',
    is_posted: 'on orders it acts when a pending one is paid',
  },
  runCompleted: {
    count_used_seats: 'stops where the access is not revoked',
    completed_run_stays: 'acts on a run that was completed before',
    end_revoked_access: 'acts when the access is revoked',
  },
  workshopCompleted: {
    count_used_seats: 'stops where the access is not revoked',
    end_revoked_access: 'acts when the access is revoked',
  },
}

/** What a trigger that is set off writes for other values only: table and event. */
const NOT_WRITTEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  orderRefunded: { 'user_accesses insert': 'when the order is paid' },
  revokeAccesses: { 'user_accesses insert': 'when the order is paid' },
}

type Trigger = { table: string; function: string; events: Event[]; columns: string[] }

let database: TestDatabase
let triggers: readonly Trigger[]
/** The bodies of the functions of the database. */
let bodies: ReadonlyMap<string, string>
beforeAll(async () => {
  database = await cloneDatabase(2)
  const { rows } = await database.ownerPool.query<Trigger>(`
    select regexp_replace(tgrelid::regclass::text, '^public[.]', '') as "table", proname as function,
      array_remove(array[case when tgtype & 4 > 0 then 'insert' end, case when tgtype & 8 > 0 then 'delete' end,
        case when tgtype & 16 > 0 then 'update' end], null) as events,
      array(select attname::text from pg_attribute where attrelid = tgrelid and attnum = any (tgattr)) as columns
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid where not tgisinternal`)
  triggers = rows
  const functions = await database.ownerPool.query<{ name: string; body: string }>(
    "select proname as name, prosrc as body from pg_proc where pronamespace = 'private'::regnamespace",
  )
  bodies = new Map(functions.rows.map(({ name, body }) => [name, body]))
})
afterAll(() => database.close())

const sets = ([table, event, columns = []]: Write, trigger: Trigger): boolean =>
  trigger.table === table &&
  trigger.events.includes(event) &&
  (event !== 'update' || trigger.columns.length === 0 || trigger.columns.some(column => columns.includes(column)))

/** The functions of the triggers that a function's writes set off, but those that only fill their row. */
function setOff(name: string): string[] {
  const writes = FUNCTIONS[name]?.writes ?? []
  const found = triggers.filter(trigger => writes.some(write => sets(write, trigger)))
  const { [name]: conditions = {} } = NOT_SET_OFF
  return [...new Set(found.map(trigger => trigger.function))]
    .filter(each => !Object.hasOwn(FILLERS, each) && !Object.hasOwn(conditions, each))
    .toSorted()
}

const EVENTS: Readonly<Record<string, Event>> = { 'insert into': 'insert', update: 'update', 'delete from': 'delete' }

/** What a function of the database writes, by itself and by the functions that it calls: table and event. */
function written(name: string, seen = new Set<string>()): (readonly [table: string, event: Event])[] {
  if (seen.has(name)) return []
  seen.add(name)
  const body = bodies.get(name) ?? ''
  const own = [...body.matchAll(/\b(insert into|update|delete from) (public|private|auth)\.(\w+)/g)].flatMap(
    ([, verb = '', schema, table]) => {
      const event = EVENTS[verb]
      return event === undefined ? [] : [[schema === 'public' ? `${table}` : `${schema}.${table}`, event] as const]
    },
  )
  const called = [...body.matchAll(/\bprivate\.(\w+)\(/g)].flatMap(([, each = '']) => written(each, seen))
  return [...own, ...called]
}

/** The comment right above a function's declaration. */
async function docstring(file: string, name: string): Promise<string> {
  const source = await readFile(`app/${file}`, 'utf8')
  const [before] = source.split(new RegExp(`export (?:async function|const) ${name}\\b`))
  return before !== source && before?.endsWith('*/\n') ? before.slice(before.lastIndexOf('/**')) : ''
}

const names = (text: string, word: string) => new RegExp(`\\b${word}\\b`).test(text)

describe.each(Object.keys(FUNCTIONS))('%s', name => {
  const { file, writes } = FUNCTIONS[name] as (typeof FUNCTIONS)[string]

  it('names every trigger that its writes set off, and every table that one deletes from', async () => {
    const text = await docstring(`features/${file}`, name)
    const due = setOff(name).filter(each => !Object.hasOwn(NAMED_BY_WRITER, each))
    const emptied = due.flatMap(each => written(each)).filter(([, event]) => event === 'delete')
    const tables = emptied.map(([table]) => table.replace(/^\w+\./, ''))
    expect([...due, ...tables].filter(each => !names(text, each))).toEqual([])
  })

  it('has what these triggers write in its list, so that theirs are found as well', () => {
    const { [name]: otherwise = {} } = NOT_WRITTEN
    const unlisted = setOff(name)
      .flatMap(each => written(each).map(([table, event]) => ({ by: each, table, event })))
      .filter(({ table, event }) => !writes.some(write => write[0] === table && write[1] === event))
      .filter(({ table, event }) => !Object.hasOwn(otherwise, `${table} ${event}`))
    expect(unlisted).toEqual([])
  })
})

it('leaves out what only fills its row, what a writer names, and what the values do not set off', async () => {
  for (const name of Object.keys(FILLERS)) {
    expect({ name, writes: written(name), refuses: bodies.get(name)?.includes('raise exception') }).toEqual({
      name,
      writes: [],
      refuses: false,
    })
  }
  for (const [trigger, [file, name]] of Object.entries(NAMED_BY_WRITER)) {
    expect(await docstring(file, name)).toMatch(new RegExp(`\\b${trigger}\\b`))
  }
  for (const [name, conditions] of Object.entries(NOT_SET_OFF)) {
    const touched = triggers.filter(trigger => FUNCTIONS[name]?.writes.some(write => sets(write, trigger)))
    expect(touched.map(trigger => trigger.function)).toEqual(expect.arrayContaining(Object.keys(conditions)))
  }
})
