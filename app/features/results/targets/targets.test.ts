import { expect, it } from 'vitest'
import { questionnaires } from '#app/features/results/advice.test-support.ts'
import { makeBoard } from '#app/features/results/board/board.ts'
import { writeConsolidated } from '#app/features/results/consolidated/consolidated.ts'
import { consolidatedDocument } from '#app/features/results/consolidated/consolidated-document.ts'
import { consolidatedSheets } from '#app/features/results/consolidated/consolidated-sheets.ts'
import { personDocument } from '#app/features/results/files/person-document.ts'
import { writeReport } from '#app/features/results/report.ts'
import { tallyPeople } from '#tests/support/tallies.ts'
import { importanceText, measureTarget, targetText, withTargets } from './targets.ts'

const [agile] = questionnaires
if (!agile) throw new Error('The shop has no questionnaires')
const [first, second] = agile.sections
const own = withTargets(agile, { section_targets: { 1: 5 }, section_weights: { 1: 1 } })
const SET = 'Objetivo 5,0, fijado para esta compra (se propone 4,0)'
const made = { brand: 'Alhena', author: 'Alhena SpA', now: new Date('2026-05-05T15:00:00Z') }

it('a target that the buyer set says so beside the proposed one', () => {
  expect(own.sections.map(section => targetText(measureTarget(section))).slice(0, 2)).toEqual([SET, 'Objetivo 4,0'])
  expect(agile.sections.map(section => measureTarget(section).proposed)).toEqual([null, null, null, null])
  expect(own.sections.map(importanceText).slice(0, 2)).toEqual([
    'Importancia normal, fijada para esta compra (se propone crítica)',
    'Importancia alta',
  ])
})

it('one that is set to what is proposed is the proposed one', () => {
  const same = withTargets(agile, { section_targets: { 1: 4 }, section_weights: {} })
  expect(same.sections.map(section => measureTarget(section).proposed)).toEqual([null, null, null, null])
})

const answers = Object.fromEntries(agile.sections.flatMap(({ questions }) => questions.map(({ field }) => [field, 2])))

it("a person's report says it wherever it has the target: bar, step and answers", () => {
  const results = {
    access_id: '',
    item_id: '',
    product: 'Agilidad',
    own: false,
    about_data: false,
    evaluee: { name: 'Ana', email: '', position: '', unit: '', role: '', company: '' },
    duration: '',
    date: '',
    in_progress: false,
    closed_by_buyer: false,
    report: writeReport(own, answers),
  }
  const document = personDocument(results, made)
  const text = JSON.stringify(document.content)
  // The bar says it to readers of the page and to those of its alternative text.
  expect(text.split(SET)).toHaveLength(1 + 4)
  expect(text).not.toMatch(/Objetivo 5,0(?!, fijado)/)
  expect(document.footer).toBe('Agilidad · Resultados nominativos')
  expect(personDocument({ ...results, own: true }, made).footer).toBe('Agilidad · Resultados propios')
})

it.each([
  ['nominative', 'Nominativo'],
  ['confidential', 'Confidencial'],
] as const)(
  'the consolidated results of a %s purchase say it in report and sheet, and whose they are',
  (mode, word) => {
    const people = Array.from({ length: 6 }, () => ({ answers, area: 'Ventas', position: 'director' }))
    const report = {
      item: {
        id: 'i',
        product: 'Agilidad',
        order_number: 'ALH-1',
        seats: 9,
        mode,
        measured_at: made.now,
        frozen: true,
      },
      participation: { seats: 9, invited: 6, started: null, completed: 6 },
      rounds: [],
      round: null,
      waiting: 0,
      figures: writeConsolidated(own, tallyPeople(own, people), mode),
      comparison: null,
      baselines: [],
      selected: null,
    }
    const document = consolidatedDocument(report, { ...made, company: null })
    const text = JSON.stringify(document.content)
    expect(text.split(SET)).toHaveLength(1 + 4)
    expect(document.footer).toBe(`Agilidad · Orden ALH-1 · ${word}`)
    const areas = consolidatedSheets(report, makeBoard(report, made.now)).find(({ name }) => name === 'Áreas')
    const columns = areas?.columns.map(({ label }) => label) ?? []
    const shown = areas?.rows.map(row =>
      ['Área', 'Objetivo', 'Objetivo propuesto'].map(label => row[columns.indexOf(label)]),
    )
    expect(shown?.slice(0, 2)).toEqual([
      [first?.title, 5, 4],
      [second?.title, 4, 4],
    ])
  },
)
