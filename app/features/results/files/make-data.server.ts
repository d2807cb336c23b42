import type { Kysely } from 'kysely'
import { findQuestionnaire } from '#app/features/questionnaires/published-questionnaires.server.ts'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { consolidatedSheets, consolidatedTable } from '#app/features/results/consolidated/consolidated-sheets.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import type { Shown } from '#app/features/results/shown.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { joinNeutralised } from '#app/platform/sheets/delimited.ts'
import { type Cell, writeWorkbook } from '#app/platform/sheets/workbook.server.ts'
import type { FileFailure, ResultFile } from './file-answer.server.ts'
import { findDataItem, runIdsOfItem, versionsOfItem, wideRuns } from './item-data.db.server.ts'
import { answerFields, cellText, dictionarySheet, wideHead, wideRow, wideSheet } from './wide-form.ts'

type Format = 'csv' | 'xlsx'
type Wanted = {
  userId: string
  itemId: string
  format: Format
  /** What its page shows. */
  shown?: Shown
}
type Outcome = Promise<Result<ResultFile, FileFailure>>

/** Runs that are read and written at once; between two pages other requests are served. */
const PAGE = 100

/**
 * The data of an item for its buyer: one row per run in the specified wide form, or, for a confidential item, its
 * page's figures without any person's answers (spec D18). Spec D37 defines the CSV format.
 */
export async function makeItemData(db: Kysely<DB>, { userId, itemId, format, shown: asked }: Wanted): Outcome {
  const item = await asActor(db, { kind: 'user', userId }, tx => findDataItem(tx, userId, itemId))
  if (!item) return err({ code: 'missing' })
  const shown = await findConsolidated(db, userId, itemId, asked)
  if (!shown) return err({ code: 'missing' })
  const name = `Datos de ${item.product}`
  const { figures } = shown
  const consolidated = figures && { ...shown, figures }
  if (shown.item.mode === 'confidential') {
    if (!consolidated) return err({ code: 'waiting' })
    return format === 'csv'
      ? csvFile(name, [joinTable(consolidatedTable(consolidated))])
      : xlsxFile(name, await writeWorkbook(consolidatedSheets(consolidated)))
  }
  const versions = await findVersions(db, userId, itemId)
  if (versions.length === 0) return err({ code: 'nobody' })
  const fields = answerFields(versions)
  const pages = readPages(db, { userId, itemId, fields })
  if (format === 'csv') {
    const parts = [joinTable([wideHead(fields)])]
    for await (const rows of pages) parts.push(joinTable(rows))
    return csvFile(name, parts)
  }
  const rows: Cell[][] = []
  for await (const page of pages) rows.push(...page)
  const sheets = [
    wideSheet(fields, rows),
    dictionarySheet(versions),
    ...(consolidated ? consolidatedSheets(consolidated) : []),
  ]
  return xlsxFile(name, await writeWorkbook(sheets))
}

async function findVersions(db: Kysely<DB>, userId: string, itemId: string): Promise<Questionnaire[]> {
  const found = await asActor(db, { kind: 'user', userId }, tx => versionsOfItem(tx, userId, itemId))
  const versions: Questionnaire[] = []
  for (const { questionnaire_id: id, questionnaire_version: version } of found) {
    const questionnaire = id === null || version === null ? undefined : await findQuestionnaire(db, id, version)
    if (!questionnaire) throw new Error(`No questionnaire ${id} version ${version}`)
    versions.push(questionnaire)
  }
  return versions
}

type Read = { userId: string; itemId: string; fields: readonly string[] }

async function* readPages(db: Kysely<DB>, { userId, itemId, fields }: Read): AsyncGenerator<Cell[][]> {
  const ids = await asActor(db, { kind: 'user', userId }, tx => runIdsOfItem(tx, userId, itemId))
  for (let from = 0; from < ids.length; from += PAGE) {
    const runIds = ids.slice(from, from + PAGE)
    const runs = await asActor(db, { kind: 'user', userId }, tx => wideRuns(tx, { userId, itemId, runIds }))
    yield runs.map(run => wideRow(run, fields))
  }
}

const joinTable = (rows: readonly (readonly Cell[])[]): string => joinNeutralised(rows.map(row => row.map(cellText)))

const csvFile = (name: string, parts: readonly string[]): Result<ResultFile, never> =>
  ok({ name, extension: 'csv', bytes: new Uint8Array(Buffer.from(`\uFEFF${parts.join('')}`)) })

const xlsxFile = (name: string, bytes: Buffer<ArrayBuffer>): Result<ResultFile, never> =>
  ok({ name, extension: 'xlsx', bytes: new Uint8Array(bytes) })
