import type { Kysely, Transaction } from 'kysely'
import { canActSql } from '#app/features/organisations/organisations.server.ts'
import { makeBoard } from '#app/features/results/board/board.ts'
import { findDecisions } from '#app/features/results/board/board-decisions.server.ts'
import { consolidatedSheets, consolidatedTable } from '#app/features/results/consolidated/consolidated-sheets.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { methodSheet } from '#app/features/results/consolidated/method-sheet.ts'
import { planSheets } from '#app/features/results/plan/plan-sheets.ts'
import type { Shown } from '#app/features/results/shown.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { joinNeutralised } from '#app/platform/sheets/delimited.ts'
import { type Cell, writeWorkbook } from '#app/platform/sheets/workbook.server.ts'
import { type ResultFile, refuseWithoutFigures, resultsMissing } from './file-answer.server.ts'
import { dictionarySheet, identifierSheet, peopleSheet } from './people-sheets.server.ts'
import {
  answerFields,
  evidenceFields,
  findVersions,
  readPages,
  type WideRun,
  wideHead,
  wideRow,
} from './wide-runs.server.ts'

/** The item of a sheet; undefined for one that is not this buyer's. */
const findDataItem = (tx: Transaction<DB>, userId: string, itemId: string) =>
  tx
    .selectFrom('order_items as item')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .select(['item.id', 'item.result_mode', 'order.order_number', 'product.name as product'])
    .where('item.id', '=', itemId)
    .where(canActSql('item.holder_id', userId, 'results'))
    .where('order.status', '=', 'paid')
    .where('item.deleted_at', 'is', null)
    .executeTakeFirst()

/** `21-11-2026 15:05`, as Excel in es-CL reads a time; decimals with a comma. */
function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) {
    const iso = cell.toISOString()
    return `${iso.slice(8, 10)}-${iso.slice(5, 7)}-${iso.slice(0, 4)} ${iso.slice(11, 16)}`
  }
  if (typeof cell === 'object') return cell.day.split('-').toReversed().join('-')
  return typeof cell === 'number' ? String(cell).replace('.', ',') : cell
}

/** `plan`: its plan alone, as CSV. */
type Format = 'csv' | 'xlsx' | 'plan'
type DataRequest = {
  userId: string
  itemId: string
  format: Format
  /** What its page shows. */
  shown?: Shown
  now: Date
}

/**
 * The data of an item for its buyer: one row per run in the specified wide form, or, for a confidential item, its
 * page's figures without any person's answers (spec D18). Spec D37 defines the CSV format. @throws Refusal
 */
export async function makeItemData(db: Kysely<DB>, requested: DataRequest): Promise<ResultFile> {
  const { userId, itemId, format } = requested
  const item = await asActor(db, { kind: 'user', userId }, tx => findDataItem(tx, userId, itemId))
  if (!item) throw resultsMissing()
  const isWorkbook = format === 'xlsx'
  const asked = { withPlan: format !== 'csv', withThemes: isWorkbook, withTrend: isWorkbook }
  const [shown, decided] = await Promise.all([
    findConsolidated(db, userId, itemId, { ...requested.shown, ...asked }),
    isWorkbook ? findDecisions(db, { userId, itemId }) : undefined,
  ])
  if (!shown) throw resultsMissing()
  const name = `Datos de ${item.product}`
  const { figures } = shown
  const consolidated = figures && { ...shown, figures }
  if (format === 'plan') {
    const [sheet] = figures ? planSheets(shown.plan, figures.people) : []
    if (!sheet) return refuse('Todavía no hay un plan que descargar.', { status: 404 })
    return csvFile(`Plan de ${item.product}`, [joinTable([sheet.columns.map(({ label }) => label), ...sheet.rows])])
  }
  const figureSheets = () =>
    consolidated ? consolidatedSheets(consolidated, makeBoard(consolidated, requested.now, decided?.decisions)) : []
  if (shown.item.mode === 'confidential') {
    if (!consolidated) return refuseWithoutFigures('confidential')
    return format === 'csv'
      ? csvFile(name, [joinTable(consolidatedTable(consolidated))])
      : xlsxFile(name, await writeWorkbook([...figureSheets(), methodSheet(consolidated)]))
  }
  const versions = await findVersions(db, userId, itemId)
  if (versions.length === 0) refuseWithoutFigures('nominative')
  const runs: WideRun[] = []
  for await (const page of readPages(db, { userId, itemId })) runs.push(...page)
  const given = evidenceFields(versions, runs)
  const fields = [...answerFields(versions), ...given]
  if (format === 'csv') return csvFile(name, [joinTable([wideHead(fields), ...runs.map(run => wideRow(run, fields))])])
  return xlsxFile(
    name,
    await writeWorkbook([
      ...figureSheets(),
      peopleSheet(fields, runs),
      dictionarySheet(versions, given),
      ...(consolidated ? [methodSheet(consolidated)] : []),
      identifierSheet(runs),
    ]),
  )
}

const joinTable = (rows: readonly (readonly Cell[])[]): string => joinNeutralised(rows.map(row => row.map(cellText)))

const csvFile = (name: string, parts: readonly string[]): ResultFile => ({
  name,
  extension: 'csv',
  bytes: new Uint8Array(Buffer.from(`\uFEFF${parts.join('')}`)),
})

const xlsxFile = (name: string, bytes: Buffer<ArrayBuffer>): ResultFile => ({
  name,
  extension: 'xlsx',
  bytes: new Uint8Array(bytes),
})
