import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { type SheetReading, sheetReading } from '#app/kit/forms/sheet-reading.ts'
import { type Actor, asActor, readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { UploadReader } from '#app/platform/uploads/upload-reader.server.ts'
import { readStatementFile } from './read-statement-file.server.ts'
import { NEEDED, type StatementColumn } from './statement-columns.ts'
import { type Credit, readStatement, type UnreadRow } from './statement-lines.ts'
import {
  changedReading,
  rememberedReading,
  type StatementSource,
  storedSource,
  toRemember,
} from './statement-source.ts'
import { SOURCE_REFUSALS, TITLE_ROWS } from './statement-texts.ts'
import {
  createAccount,
  findAccount,
  findStatement,
  finishStatement,
  insertLines,
  insertStatement,
  knownRows,
  rememberReading,
  replaceSource,
} from './statements.server.ts'

export type AdminActor = Extract<Actor, { kind: 'admin' }>

/** Stores a file for its dry run, read as the statements of its account were read before. @returns its id. @throws Refusal */
export async function storeStatement(
  { db, uploads }: { db: Kysely<DB>; uploads: UploadReader },
  input: { actor: AdminActor; account: string; file: FormDataEntryValue | null; now: Date },
): Promise<string> {
  const { actor, account, now } = input
  const before = await readAs(db, actor, tx => findAccount(tx, account))
  const remembered = rememberedReading.safeParse(before?.reading).data
  // No transaction waits for the file to be read.
  const read = await readStatementFile(uploads, input.file, remembered, actor.userId)
  return asActor(db, actor, async tx => {
    const accountId = (await findAccount(tx, account))?.id ?? (await createAccount(tx, account, now))
    return insertStatement(tx, { ...read, accountId, uploadedBy: actor.userId, now })
  })
}

/** A stored statement: what confirming it would bring, or what it brought. */
export type StatementPreview = { account: string; fileName: string } & (
  | { step: 'done'; newLines: number }
  | {
      step: 'review'
      reading: SheetReading<StatementColumn>
      /** Whether the columns that a statement needs are known. */
      isReadable: boolean
      credits: Credit[]
      /** The rows that an earlier statement brought. */
      known: ReadonlySet<number>
      unread: UnreadRow[]
      debits: number
    }
)

type Requested = { actor: AdminActor; statementId: string; now: Date }

/** The dry run of a statement, which changes nothing. Undefined for another administrator's. */
export const previewStatement = (
  db: Kysely<DB>,
  { actor, statementId, now }: Requested,
): Promise<StatementPreview | undefined> =>
  asActor(db, actor, async tx => {
    const statement = await findStatement(tx, statementId)
    if (!statement) return undefined
    const { account, file_name: fileName, new_lines: newLines } = statement
    if (newLines !== null) return { step: 'done', account, fileName, newLines }
    const source = storedSource.parse(statement.source)
    const { credits, unread, debits } = readStatement(source, dayOf(now))
    const known = await knownRows(tx, statement.account_id, credits)
    const reading = sheetReading(source, TITLE_ROWS)
    const isReadable = hasColumns(source)
    return { step: 'review', account, fileName, reading, isReadable, credits, known, unread, debits }
  })

const hasColumns = ({ reading }: StatementSource): boolean => NEEDED.every(column => reading.columns[column] !== null)

/**
 * Reads the stored file of an unconfirmed statement in another way, as a form asks for. Nothing is imported.
 * @returns false where there is no such statement. @throws Refusal
 */
export const rereadStatement = (
  db: Kysely<DB>,
  { actor, statementId, form }: Omit<Requested, 'now'> & { form: Record<string, unknown> },
): Promise<boolean> =>
  asActor(db, actor, async tx => {
    const statement = await findStatement(tx, statementId)
    const source = storedSource.safeParse(statement?.source)
    if (!source.success) return false
    const read = changedReading(source.data, form)
    if (!read.ok) return refuse(SOURCE_REFUSALS[read.error.code], { status: 400 })
    return replaceSource(tx, statementId, read.value)
  })

/**
 * Imports the credits that no earlier statement of the account brought, and remembers how its statements are read. Idempotent, also for
 * concurrent calls and for overlapping statements at once.
 * @returns how many credits are new, now or by an earlier confirmation; undefined where there is no such statement. @throws Refusal
 */
export const importStatement = (db: Kysely<DB>, { actor, statementId, now }: Requested): Promise<number | undefined> =>
  asActor(db, actor, async tx => {
    const statement = await findStatement(tx, statementId)
    if (!statement) return undefined
    if (statement.new_lines !== null) return statement.new_lines
    const source = storedSource.parse(statement.source)
    if (!hasColumns(source)) refuse('Elige las columnas de la fecha, la descripción y el abono.', { status: 400 })
    const { credits } = readStatement(source, dayOf(now))
    if (credits.length === 0)
      refuse('La cartola no tiene abonos que se puedan leer así. Revisa las columnas.', { status: 400 })
    const accountId = statement.account_id
    const newLines = await insertLines(tx, { accountId, statementId, credits, now })
    if (!(await finishStatement(tx, statementId, newLines, now))) {
      const confirmed = await findStatement(tx, statementId)
      return confirmed?.new_lines ?? 0
    }
    await rememberReading(tx, accountId, toRemember(source))
    await writeAudit(tx, {
      action: 'bank_statement_imported',
      entity: 'bank_statements',
      entity_id: statementId,
      after: { name: statement.account, new_lines: newLines, known_lines: credits.length - newLines },
    })
    return newLines
  })
