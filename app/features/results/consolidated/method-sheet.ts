import type { Sheet } from '#app/platform/sheets/workbook.server.ts'
import { ABOUT_PAPER, method, type ShownReport } from './consolidated-chapters.ts'

/** By which rules the figures came about, as the report has them; what is true of paper alone is left out. */
export const methodSheet = (shown: ShownReport): Sheet => ({
  name: 'Método',
  filter: true,
  columns: [
    { label: 'Tema', width: 24 },
    { label: 'Regla', width: 120 },
  ],
  rows: method(shown).blocks.flatMap(block =>
    block.type === 'text'
      ? block.paragraphs.filter(text => !ABOUT_PAPER.includes(text)).map(text => [block.title, text])
      : [],
  ),
})
