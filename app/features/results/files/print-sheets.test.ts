import { describe, expect, it } from 'vitest'
import { listClosedQuestions } from '#app/features/questionnaires/questionnaire.ts'
import { makeBoard } from '#app/features/results/board/board.ts'
import { consolidatedSheets } from '#app/features/results/consolidated/consolidated-sheets.ts'
import { fullReport } from '#app/features/results/consolidated/full-report.test-support.ts'
import { methodSheet } from '#app/features/results/consolidated/method-sheet.ts'
import { planned } from '#app/features/results/plan/plan.test-support.ts'
import { writeWorkbook } from '#app/platform/sheets/workbook.server.ts'
import { openZip } from '#app/platform/sheets/zip.server.ts'
import { dictionarySheet, identifierSheet, peopleSheet } from './people-sheets.server.ts'
import type { WideRun } from './wide-runs.server.ts'

const now = new Date('2026-11-21T15:00:00Z')
const ID = '01980f3a-6d2c-7b1e-9f40-3c5d2a1b0e9f'

/** A row of the wide form, with an answer to each question. */
const runOf = (one: number, closed: readonly string[], open: readonly string[]): WideRun => ({
  id: ID,
  session_id: ID,
  user_id: ID,
  full_name: `Marcela Ibáñez ${one}`,
  corporate_email: `marcela.ibanez.${one}@losaromos.example`,
  position: 'gerente',
  organizational_unit: 'Operaciones',
  data_role: 'Usa los datos de su área',
  company_name: 'Viña Los Aromos SpA',
  invitation_code: 'AC-ABCDEFGH',
  validated_access_id: ID,
  start_time: now,
  end_time: now,
  duration_seconds: 1440,
  status: 'completed',
  current_section: 8,
  created_at: now,
  updated_at: now,
  answers: Object.fromEntries([
    ...closed.map((field, at) => [field, 1 + ((one + at) % 6)]),
    ...open.map(field => [field, 'Cada planta lleva su propia lista de proveedores y nadie decide cuál vale.']),
  ]),
})

/** Everything that a nominative purchase's workbook can have. */
function fullWorkbook(id: string) {
  const each = planned.find(one => one.id === id)
  if (!each) throw new Error(`There is no ${id}`)
  const report = fullReport(each, { lean: 2, mode: 'nominative' })
  const closed = listClosedQuestions(each.questionnaire).map(({ field }) => field)
  const open = each.questionnaire.sections.flatMap(({ openQuestions }) => openQuestions.map(({ field }) => field))
  const runs = Array.from({ length: 15 }, (_, one) => runOf(one, closed, open))
  return [
    ...consolidatedSheets(report, makeBoard(report, now)),
    peopleSheet([...closed, ...open], runs),
    dictionarySheet([each.questionnaire]),
    methodSheet(report),
    identifierSheet(runs),
  ]
}

/** A4 across has 842 points, of which the margins take 0.8 inches; a zero of Calibri is 0.507 of its size wide. */
const ROOM = 841.9 - 0.8 * 72
const CHARACTER = 0.507 * 11
const [BODY, LEAST] = [11, 8]

const all = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, found = '']) => found)
const one = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1]
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The widths in points, at full size, of the pages that lie beside each other. */
function pagesAcross(sheet: string, titles: string): number[] {
  const widths = all(sheet, /<col min="\d+" max="\d+" width="([\d.]+)"/g).map(width => Number(width) * CHARACTER)
  const repeated = titles.startsWith('$A:') ? one(titles, /^\$A:\$([A-Z])/) : undefined
  const kept = repeated === undefined ? [] : widths.slice(0, repeated.charCodeAt(0) - 64)
  const starts = [0, ...all(sheet, /<brk id="(\d+)"/g).map(Number)]
  return starts.map((from, at) => sum([...(at === 0 ? [] : kept), ...widths.slice(from, starts[at + 1])]))
}

describe.each(['dama-dmbok2', 'agilidad'])('the workbook of %s', id => {
  it('prints each sheet across, with letters of eight points or more, its head on every page', async () => {
    const sheets = fullWorkbook(id)
    expect(sheets.map(({ name }) => name)).toEqual([
      'Resumen',
      'Plan',
      'Áreas',
      'Preguntas',
      'Grupos',
      'Comparación',
      'Acciones hechas',
      'Temas',
      'Textos abiertos',
      'Personas',
      'Diccionario',
      'Método',
      'Identificadores',
    ])
    const archive = openZip(await writeWorkbook(sheets))
    const workbook = archive?.read('xl/workbook.xml')?.toString() ?? ''
    for (const [at, { name, columns, rows, titles = 1 }] of sheets.entries()) {
      const xml = archive?.read(`xl/worksheets/sheet${at + 1}.xml`)?.toString() ?? ''
      const printed = (one(workbook, new RegExp(`"_xlnm.Print_Titles" localSheetId="${at}">([^<]+)<`)) ?? '')
        .replaceAll(`&#39;${name}&#39;!`, '')
        .replaceAll(`'${name}'!`, '')
      expect(printed, name).toMatch(/(?:^|,)\$1:\$1$/)
      expect(xml, name).toMatch(/<pageSetup paperSize="9" orientation="landscape"/)
      expect(xml, name).toContain('<autoFilter ref="A')
      expect(rows[0]?.length, name).toBeLessThanOrEqual(columns.length)
      const across = pagesAcross(xml, printed)
      const widest = Math.max(...across)
      if (across.length === 1) {
        expect(xml, name).toContain('fitToWidth="1" fitToHeight="0"')
        expect(BODY * (ROOM / widest), name).toBeGreaterThanOrEqual(LEAST)
      } else {
        const scale = Number(one(xml, /scale="(\d+)"/)) / 100
        expect(BODY * scale, name).toBeGreaterThanOrEqual(LEAST)
        expect(widest * scale, name).toBeLessThanOrEqual(ROOM)
        expect(printed, name).toBe(`$A:$${'ABC'.charAt(titles - 1)},$1:$1`)
        expect(xml, name).toContain(`<pane xSplit="${titles}" ySplit="1"`)
        expect(xml, name).not.toContain('fitToPage')
      }
    }
  })
})
