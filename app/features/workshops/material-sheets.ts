import type { GuideBlock, Material } from '#app/features/catalogue/deliverables.ts'
import { materialName } from '#app/features/catalogue/material-names.ts'
import type { Cell, Sheet } from '#app/platform/sheets/workbook.server.ts'

/** Widths of columns, in characters. */
const WIDTHS = { least: 11, most: 46, text: 78, fill: 48 } as const
/** Of an A4 across, in characters, and the most that one takes with letters of 8 points or more (`workbook-print.ts`). */
const PAGE = 132
const MOST = 190

/**
 * A material as a workbook: a sheet for each of its tables, with its column heads, examples and rows to fill in, after one that says how to
 * use it. Each sheet is called by the heading above its table, or else by the material or its
 * first column.
 */
export function materialSheets(material: Pick<Material, 'title' | 'blocks'>): Sheet[] {
  const name = materialName(material)
  const tables: Sheet[] = []
  const said: Cell[][] = []
  const isOnly = material.blocks.filter(block => 'table' in block).length === 1
  let heading: string | undefined
  for (const block of material.blocks) {
    if ('heading' in block) heading = block.heading
    if ('table' in block) {
      tables.push(tableSheet(block.table, heading ?? (isOnly ? shortName(name) : (block.table.columns[0] ?? ''))))
      heading = undefined
    } else {
      said.push(...saidOf(block))
    }
  }
  const hasFills = material.blocks.some(block => 'fill' in block)
  const columns = [
    { label: name, width: WIDTHS.text },
    ...(hasFills ? [{ label: 'Para completar', width: WIDTHS.fill }] : []),
  ]
  const guide: Sheet = {
    name: 'Cómo usarla',
    columns,
    rows: said.map(row => (hasFills ? [...row, ...(row.length < 2 ? [null] : [])] : row)),
    isForm: hasFills,
  }
  return said.length === 0 ? tables : [guide, ...tables]
}

/** What stands before the first comma or parenthesis: `Planilla para medir tiempos`. */
const shortName = (name: string): string => name.split(/[,(]/)[0]?.trim() || name

type Table = Extract<GuideBlock, { table: unknown }>['table']

function tableSheet({ columns, rows }: Table, name: string): Sheet {
  const widths = columns.map((label, at) => widthOf([label, ...rows.map(cells => cells[at] ?? '')]))
  const all = widths.reduce((sum, width) => sum + width, 0)
  const wider = all > MOST ? MOST / all : Math.max(1, PAGE / all)
  return {
    name,
    columns: columns.map((label, at) => ({ label, width: Math.floor((widths[at] ?? 0) * wider) })),
    rows: rows.map(cells => cells.map(toCell)),
    isForm: true,
  }
}

/** As wide as the longest word needs, and wider the longer its texts are; what a page leaves, all columns share. */
function widthOf(texts: readonly string[]): number {
  const longest = Math.max(...texts.map(text => text.length))
  const word = Math.max(...texts.flatMap(text => text.split(/\s+/).map(part => part.length)))
  return Math.min(WIDTHS.most, Math.max(WIDTHS.least, word + 2, Math.round(longest / 2) + 4))
}

/** A figure as Chile writes it (`1.030`, `2,9`), so that sheets count with it. */
const FIGURE = /^\d{1,3}(\.\d{3})+$|^\d+(,\d+)?$/

const toCell = (text: string): Cell =>
  FIGURE.test(text) ? Number(text.replaceAll('.', '').replace(',', '.')) : text === '' ? null : text

/** The lines of what is no table. */
function saidOf(block: Exclude<GuideBlock, { table: unknown }>): Cell[][] {
  if ('heading' in block) return [[block.heading.toUpperCase()]]
  if ('text' in block) return [[block.text]]
  if ('list' in block) return block.list.map(item => [`• ${item}`])
  if ('steps' in block) return block.steps.map((item, at) => [`${at + 1}. ${item}`])
  return [[block.fill.label, null]]
}
