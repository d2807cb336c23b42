import { type Kysely, sql, type Transaction } from 'kysely'
import { DAY_MS } from '#app/kernel/dates.ts'
import { storableJson } from '#app/kernel/text.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Credit } from './statement-lines.ts'
import type { RememberedReading, StatementSource } from './statement-source.ts'

/** Maximum unconfirmed statements per administrator, which limits the table; the newest are stored. */
const KEPT = 10

/** Accounts that a form offers. */
const SHOWN_ACCOUNTS = 50

/** The accounts whose statements were uploaded, by name. */
export const listAccounts = (tx: Transaction<DB>): Promise<{ id: string; name: string }[]> =>
  tx.selectFrom('bank_accounts').select(['id', 'name']).orderBy('name').limit(SHOWN_ACCOUNTS).execute()

/** The account of a name, whatever its capitals. */
export const findAccount = (tx: Transaction<DB>, name: string): Promise<{ id: string; reading: unknown } | undefined> =>
  tx
    .selectFrom('bank_accounts')
    .select(['id', 'reading'])
    .where(sql<boolean>`lower(btrim(name)) = lower(btrim(${name}))`)
    .executeTakeFirst()

/** Creates the account of a new name; another one may do so at once. */
export async function createAccount(tx: Transaction<DB>, name: string, now: Date): Promise<string> {
  await tx
    .insertInto('bank_accounts')
    .values({ name, created_at: now })
    .onConflict(conflict => conflict.expression(sql`lower(btrim(name))`).doNothing())
    .execute()
  const made = await findAccount(tx, name)
  if (!made) throw new Error('An account that was just inserted is there')
  return made.id
}

/** Keeps how the statements of an account are read. */
export const rememberReading = (tx: Transaction<DB>, accountId: string, reading: RememberedReading) =>
  tx
    .updateTable('bank_accounts')
    .set({ reading: storableJson(reading) })
    .where('id', '=', accountId)
    .execute()

/** Stores a file for its dry run. @returns its id. */
export async function insertStatement(
  tx: Transaction<DB>,
  input: { accountId: string; uploadedBy: string; fileName: string; source: StatementSource; now: Date },
): Promise<string> {
  await tx
    .deleteFrom('bank_statements')
    .where('id', 'in', older =>
      older
        .selectFrom('bank_statements')
        .select('id')
        .where('uploaded_by', '=', input.uploadedBy)
        .where('confirmed_at', 'is', null)
        .orderBy('created_at', 'desc')
        .offset(KEPT - 1),
    )
    .execute()
  const { id } = await tx
    .insertInto('bank_statements')
    .values({
      account_id: input.accountId,
      uploaded_by: input.uploadedBy,
      file_name: input.fileName,
      source: storableJson(input.source),
      created_at: input.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A statement with its account; undefined for another administrator's unconfirmed one. */
export const findStatement = (tx: Transaction<DB>, id: string) =>
  tx
    .selectFrom('bank_statements as statement')
    .innerJoin('bank_accounts as account', 'account.id', 'statement.account_id')
    .select([
      'statement.id',
      'statement.account_id',
      'account.name as account',
      'statement.file_name',
      'statement.source',
      'statement.confirmed_at',
      'statement.new_lines',
    ])
    .where('statement.id', '=', id)
    .executeTakeFirst()

/** Replaces how an unconfirmed statement is read. False: it is confirmed or does not exist. */
export async function replaceSource(tx: Transaction<DB>, id: string, source: StatementSource): Promise<boolean> {
  const changed = await tx
    .updateTable('bank_statements')
    .set({ source: storableJson(source) })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Marks a statement as confirmed and empties it. False: somebody else confirmed it meanwhile. */
export async function finishStatement(tx: Transaction<DB>, id: string, newLines: number, now: Date): Promise<boolean> {
  const finished = await tx
    .updateTable('bank_statements')
    .set({ source: null, confirmed_at: now, new_lines: newLines })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return finished !== undefined
}

/** Credits as a set of the database, with the key of `bank_lines.line_key`. */
const creditRows = (credits: readonly Credit[]) => sql`(
  select *, md5(private.plain_words(private.fold(ltrim(coalesce(operation, ''), '0') || ' ' || description))) as line_key
  from jsonb_to_recordset(${storableJson(credits)}::jsonb) credit
    ("row" integer, "bookedOn" date, amount bigint, description text, operation text, rut text, occurrence integer))`

/** The rows of a statement whose credits an earlier statement of the account brought. */
export async function knownRows(
  tx: Transaction<DB>,
  accountId: string,
  credits: readonly Credit[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ row: number }>`
    select credit."row" from ${creditRows(credits)} credit
      join bank_lines line on line.account_id = ${accountId} and line.booked_on = credit."bookedOn" and line.amount_clp = credit.amount
        and line.line_key = credit.line_key and line.occurrence = credit.occurrence`.execute(tx)
  return new Set(rows.map(({ row }) => row))
}

/** Inserts the credits that the account does not have yet, also while another statement brings the same. @returns how many. */
export async function insertLines(
  tx: Transaction<DB>,
  input: { accountId: string; statementId: string; credits: readonly Credit[]; now: Date },
): Promise<number> {
  // In the order of the identity: two overlapping statements would otherwise wait for each other.
  const { rows } = await sql<{ id: string }>`
    insert into bank_lines (account_id, statement_id, row_number, booked_on, amount_clp, description, operation, payer_rut, occurrence, created_at)
    select ${input.accountId}::uuid, ${input.statementId}::uuid, "row", "bookedOn", amount, description, operation, rut, occurrence, ${input.now}::timestamptz
    from ${creditRows(input.credits)} credit
    order by "bookedOn", amount, line_key, occurrence
    on conflict (account_id, booked_on, amount_clp, line_key, occurrence) do nothing
    returning id`.execute(tx)
  return rows.length
}

/**
 * Deletes statements that nobody confirmed within a day: they hold personal data.
 * @returns 0, so that the worker waits for its next round.
 */
export async function purgeStatements(db: Kysely<DB>, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  await asActor(db, SYSTEM, tx =>
    tx.deleteFrom('bank_statements').where('confirmed_at', 'is', null).where('created_at', '<', dayAgo).execute(),
  )
  return 0
}
