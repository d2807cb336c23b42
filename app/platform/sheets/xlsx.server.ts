import { err, ok, type Result } from '#app/kernel/result.ts'
import type { Table } from './delimited.ts'
import type { FileKind } from './file-notes.ts'
import type { Numbers } from './number-text.ts'
import { readCells, type SheetCells } from './sheet-cells.server.ts'
import { readParts, type WorkbookParts } from './workbook-parts.server.ts'
import { type Budget, TOO_MUCH } from './xml.server.ts'
import { type Archive, openZip } from './zip.server.ts'

/** One sheet of a workbook: its name, and what its program shows of it. */
export type ReadSheet = SheetCells & { name: string }

/** The visible sheets with text, and the names of the others. */
export type ReadWorkbook = { sheets: ReadSheet[]; hiddenSheets: string[]; unreadSheets: string[] }

/**
 * What is looked at in one workbook: several times what the largest report of a bank has. Cells without text before one that has some count,
 * so that a cell in the last column of each row is no way around.
 */
const LIMITS: Readonly<Budget> = { elements: 2_500_000, cells: 600_000 }
/** Sheets that are read of one workbook. */
const MAX_SHEETS = 30

type Reading = { mostRows: number; numbers: Numbers }

/** The cells of a workbook's first sheet with text; undefined when it can't be read. */
export function readXlsx(bytes: Buffer, mostRows: number): Table | undefined {
  const read = readWorkbook(bytes, { mostRows, numbers: 'exact' })
  return read.ok ? (read.value.sheets[0]?.rows.map(({ cells }) => cells) ?? []) : undefined
}

/** A workbook's visible sheets in the order of their tabs; all of them when none is visible. Sheets beyond the limits are named only. @param limits for tests */
export function readWorkbook(
  bytes: Buffer,
  reading: Reading,
  limits = LIMITS,
): Result<ReadWorkbook, { code: 'unreadable'; kind: FileKind }> {
  try {
    const budget = { ...limits }
    const archive = openZip(bytes)
    const parts = archive && readParts(archive, budget)
    return archive && parts && parts.sheets.length > 0
      ? ok(readSheets(archive, parts, reading, budget))
      : err({ code: 'unreadable', kind: 'damaged' })
  } catch (error) {
    return err({ code: 'unreadable', kind: error === TOO_MUCH ? 'too_complex' : 'damaged' })
  }
}

function readSheets(archive: Archive, parts: WorkbookParts, reading: Reading, budget: Budget): ReadWorkbook {
  const visible = parts.sheets.filter(({ hidden }) => !hidden)
  const shown = visible.length > 0 ? visible : parts.sheets
  const hiddenSheets = parts.sheets.filter(sheet => !shown.includes(sheet)).map(({ name }) => name)
  const sheets: ReadSheet[] = []
  for (const [at, { name, path }] of shown.slice(0, MAX_SHEETS).entries()) {
    try {
      const bytes = archive.read(path)
      // The first sheet is what the file is about.
      if (!bytes && at === 0) throw new Error('The first sheet is not in the file')
      const cells = bytes ? readCells(bytes, parts, reading, budget) : undefined
      if (cells && cells.rows.length + cells.hiddenRows.length > 0) sheets.push({ name, ...cells })
    } catch (error) {
      if (error !== TOO_MUCH || sheets.length === 0) throw error
      return { sheets, hiddenSheets, unreadSheets: shown.slice(at).map(sheet => sheet.name) }
    }
  }
  return { sheets, hiddenSheets, unreadSheets: shown.slice(MAX_SHEETS).map(({ name }) => name) }
}
