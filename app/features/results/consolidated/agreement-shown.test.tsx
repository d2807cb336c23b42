import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { afterAll, describe, expect, it } from 'vitest'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { makeBoard } from '#app/features/results/board/board.ts'
import { listItemViews } from '#app/features/results/item-views/item-views.ts'
import type { ItemResults } from '#app/features/results/results.ts'
import { cutRound } from '#app/features/results/rounds/cut-round.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { writeWorkbook } from '#app/platform/sheets/workbook.server.ts'
import { readWorkbook } from '#app/platform/sheets/xlsx.server.ts'
import data from '#content/agilidad.es.json' with { type: 'json' }
import { readPdf } from '#tests/support/read-pdf.ts'
import { type AnsweringPerson, tallyPeople } from '#tests/support/tallies.ts'
import { type ConsolidatedReport, writeConsolidated } from './consolidated.ts'
import { consolidatedDocument } from './consolidated-document.ts'
import { consolidatedSheets, consolidatedTable } from './consolidated-sheets.ts'

// Agreement recomputed from the answers in whole numbers, by pairs of people, and looked for wherever it is shown.

const agile = questionnaireSchema.parse(data)
const AREAS = ['Finanzas', 'Ventas', 'Tecnología']

/** Fifteen people of three areas and two posts; the questions differ in how far they are apart, and in whether it is by area. */
const people = (count: number): AnsweringPerson[] =>
  Array.from({ length: count }, (_, one) => ({
    area: AREAS[one % 3] ?? '',
    position: one % 5 < 2 ? 'gerente' : 'analista',
    answers: Object.fromEntries(
      agile.sections.flatMap(({ questions }, section) =>
        questions.map(({ field }, at) => [field, optionOf(one, section, at)]),
      ),
    ),
  }))

/** Sections differ by area alone, by nothing, or hardly; in each of the last there is a question that all answer alike. */
function optionOf(one: number, section: number, at: number): number {
  const isOther = one === at ? 1 : 0
  switch (section % 3) {
    case 0:
      return [1 + isOther, 3 + isOther, 5 - isOther][one % 3] ?? 3
    case 1:
      return 1 + ((one * (at + 1) + Math.floor(one / 3)) % (at + 2))
    default:
      return one < at ? 4 : one === 14 && at === 4 ? 6 : 3
  }
}

/** The levels of a question. */
const levelsOf = (answering: readonly AnsweringPerson[], field: string): number[] =>
  answering.flatMap(({ answers }) => {
    const option = answers[field]
    return typeof option === 'number' && option <= 5 ? [option] : []
  })

/** r_WG as a fraction: 4n² less the squared differences of all pairs, by 4n². */
function fractionOf(levels: readonly number[]): { part: number; whole: number } {
  const apart = levels.flatMap(a => levels.map(b => (a - b) ** 2)).reduce((sum, square) => sum + square, 0)
  const whole = 4 * levels.length ** 2
  return { part: Math.max(0, whole - apart), whole }
}

function wordOf({ part, whole }: { part: number; whole: number }): string {
  const isAtMost = (tenths: number) => 10 * part <= tenths * whole
  if (isAtMost(3)) return 'Sin acuerdo'
  if (isAtMost(5)) return 'Acuerdo bajo'
  if (isAtMost(7)) return 'Acuerdo medio'
  return isAtMost(9) ? 'Acuerdo alto' : 'Acuerdo muy alto'
}

/** η² of the people's means of a section, by group. */
function shareOf(answering: readonly AnsweringPerson[], fields: readonly string[], by: 'area' | 'position') {
  const means = answering.flatMap(person => {
    const levels = fields.flatMap(field => levelsOf([person], field))
    return levels.length === 0 ? [] : [{ group: person[by], mean: levels.reduce((a, b) => a + b) / levels.length }]
  })
  const average = (some: typeof means) => some.reduce((sum, { mean }) => sum + mean, 0) / some.length
  const whole = average(means)
  const groups = [...Map.groupBy(means, ({ group }) => group).values()]
  const within = groups.flatMap(some => some.map(({ mean }) => (mean - average(some)) ** 2))
  const total = means.map(({ mean }) => (mean - whole) ** 2)
  const sum = (squares: number[]) => squares.reduce((a, b) => a + b, 0)
  return 1 - sum(within) / sum(total)
}

const dense = (text: string): string => text.replaceAll(/\s+/g, '')
const renderer = createPdfRenderer()
afterAll(() => renderer.close())

type Mode = 'nominative' | 'confidential'

const item: ItemResults = {
  manages: true,
  page: 1,
  pages: 1,
  id: 'i',
  name: 'Agilidad',
  order_number: 'ALH-1',
  seats: 20,
  used_seats: 16,
  mode: 'business',
  people: [],
}

/** Every view of the page, one below the other. */
function AllViews({ report }: { report: ConsolidatedReport }) {
  const none = { again: undefined, answer: undefined }
  const page = { item, report, guides: [], ...none }
  return listItemViews(page).map(({ key, Content }) => <Content key={key} page={page} />)
}

/** Everything that a purchase of these people shows. */
async function show(answering: readonly AnsweringPerson[], mode: Mode) {
  const figures = writeConsolidated(
    agile,
    mode === 'nominative' ? tallyPeople(agile, answering) : { ...publishedTallies(answering), texts: [] },
    mode,
  )
  const report = {
    item: {
      id: 'i',
      product: 'Agilidad',
      order_number: 'ALH-1',
      seats: 20,
      mode,
      measured_at: new Date('2026-11-20T15:00:00Z'),
      frozen: true,
    },
    participation: { seats: 20, invited: 15, started: null, completed: 15 },
    waiting: 0,
    rounds: [],
    round: null,
    figures,
    baselines: [],
    selected: null,
    comparison: null,
  }
  const Page = createRoutesStub([{ path: '/', Component: () => <AllViews report={report} /> }])
  const document = consolidatedDocument(report, {
    brand: 'Alhena',
    author: 'Vendedora SpA',
    company: null,
    now: new Date('2026-11-21T15:00:00Z'),
  })
  const rendered = await renderer.render(document, 'ana')
  if (!rendered.ok) throw new Error('There is no PDF')
  const workbook = readWorkbook(
    Buffer.from(await writeWorkbook(consolidatedSheets(report, makeBoard(report, report.item.measured_at)))),
    {
      mostRows: 1000,
      numbers: 'exact',
    },
  )
  if (!workbook.ok) throw new Error('There is no workbook')
  const sheet = (name: string) => {
    const [head = [], ...rows] =
      workbook.value.sheets.find(each => each.name === name)?.rows.map(({ cells }) => cells) ?? []
    return rows.map(cells => Object.fromEntries(head.map((label, index) => [label, cells[index] ?? ''])))
  }
  const [head = [], ...rows] = consolidatedTable(report)
  return {
    figures,
    page: renderToStaticMarkup(<Page />).replaceAll(/<[^>]+>/g, ''),
    pdf: dense((await readPdf(rendered.value)).pages.join('\n')),
    sheet,
    csv: rows.map(cells => Object.fromEntries(head.map((label, index) => [label, cells[index] ?? '']))),
  }
}

function publishedTallies(answering: readonly AnsweringPerson[]) {
  const round = cutRound(
    agile,
    answering.map(({ answers, area = '', position = '' }, index) => ({
      run_id: `${index}`,
      person: `${index}`,
      area,
      position,
      area_name: area,
      position_name: position,
      options: new Map(
        agile.sections.flatMap(({ questions }) =>
          questions.map(({ field }) => [field, typeof answers[field] === 'number' ? answers[field] : null]),
        ),
      ),
      open_fields: [],
    })),
  )
  if (!round) throw new Error('There is no round')
  return round.tallies
}

/** Two decimals, or more where it has more. */
const figureText = (figure: number) =>
  (Number.isInteger(Math.round(1e9 * figure) / 1e7) ? figure.toFixed(2) : String(figure)).replace('.', ',')

describe.each(['nominative', 'confidential'] as const)('agreement in a %s purchase of fifteen', mode => {
  const team = people(15)
  const shown = show(team, mode)

  it('is the same of each question on the page, on paper, in the workbook and in the CSV', async () => {
    const { figures, page, pdf, sheet, csv } = await shown
    const words = new Set<string>()
    let hidden = 0
    const fields = figures.sections.flatMap(({ questions }) => questions)
    for (const { number, field, text } of fields) {
      const levels = levelsOf(team, field)
      const fraction = fractionOf(levels)
      const isHidden = mode === 'confidential' && new Set(levels).size === 1 && levels.length === team.length
      const word = isHidden ? '' : wordOf(fraction)
      words.add(word)
      if (isHidden) hidden += 1
      const [row] = sheet('Preguntas').filter(each => each.Campo === field)
      const [line] = csv.filter(each => each.campo === field && each.tipo === 'pregunta')
      expect([row?.Acuerdo, line?.acuerdo_en_palabras], field).toEqual([word, word])
      const figure = isHidden ? '' : Number(line?.acuerdo)
      expect(row?.['Acuerdo (0 a 1)']).toBe(String(figure))
      if (figure === '') continue
      expect(figure).toBeCloseTo(fraction.part / fraction.whole, 2)
      const said = `${word} (${figureText(figure)})`
      expect(page).toMatch(new RegExp(`${number}\\. ${escaped(text)}Promedio [\\d,]+ · ${escaped(said)}`))
      expect(pdf).toMatch(new RegExp(`${number}\\.${escaped(dense(text))}Promedio[\\d,]+·${escaped(dense(said))}`))
    }
    for (const { number, text, area, mean, agreement } of figures.disagreements) {
      const levels = levelsOf(team, fields.find(each => each.number === number)?.field ?? '')
      expect(['Sin acuerdo', 'Acuerdo bajo']).toContain(wordOf(fractionOf(levels)))
      const said = `${wordOf(fractionOf(levels))} (${figureText(agreement)})`
      expect(page).toContain(`${number}. ${text}${area}Promedio ${formatLevel(mean)}${said}`)
      expect(pdf).toContain(dense(`${number}. ${text}${area}${formatLevel(mean)}${said}`))
    }
    expect(figures.disagreements).toHaveLength(5)
    // The proof is empty where they are all alike.
    expect(words.size).toBeGreaterThan(3)
    expect(hidden > 0).toBe(mode === 'confidential')
  })

  it('is counted the same of each area, and of the whole, and no mean is shown', async () => {
    const { figures, page, pdf, sheet, csv } = await shown
    const counts = new Set<string>()
    for (const { title, questions } of figures.sections) {
      const measured = questions
        .map(({ field }) => levelsOf(team, field))
        .filter(levels => mode === 'nominative' || new Set(levels).size > 1 || levels.length < team.length)
      const low = measured.filter(levels => ['Sin acuerdo', 'Acuerdo bajo'].includes(wordOf(fractionOf(levels)))).length
      const rest = questions.length - measured.length
      const said =
        measured.length === 0
          ? ''
          : `${low === 0 ? `Ninguna de ${measured.length}` : `${low} de ${measured.length}`} preguntas con acuerdo bajo${rest === 0 ? '' : ` (${rest === 1 ? 'otra' : `otras ${rest}`} sin medir)`}`
      counts.add(said)
      const [row] = sheet('Áreas').filter(each => each.Área === title)
      const [line] = csv.filter(each => each.area === title && each.tipo === 'area')
      expect([row?.Acuerdo, line?.acuerdo_en_palabras]).toEqual([said, said])
      expect(row?.['Preguntas con acuerdo bajo']).toBe(String(low))
      expect(
        page.split(title).some(after => after.slice(0, 200).includes(said)),
        `${title}: ${said}`,
      ).toBe(true)
      expect(pdf).toContain(dense(said))
      expect(line?.acuerdo).toBe('')
    }
    expect(counts.size).toBeGreaterThan(2)
    const [whole] = sheet('Resumen').filter(each => each.Dato === 'Acuerdo')
    expect(page).toContain(`Cuánto coinciden${whole?.Valor}`)
    expect(pdf).toContain(dense(whole?.Valor ?? ''))
  })

  it('has beside it where the difference lies, the same everywhere', async () => {
    const { figures, page, pdf, sheet, csv } = await shown
    const claims = new Set<string>()
    for (const { title, questions } of figures.sections) {
      const fields = questions.map(({ field }) => field)
      const [row] = sheet('Áreas').filter(each => each.Área === title)
      const [line] = csv.filter(each => each.area === title && each.tipo === 'area')
      const said = String(line?.diferencia)
      expect(row?.['Dónde está la diferencia']).toBe(said)
      expect([row?.['Eta cuadrado entre áreas de la organización'], row?.['Eta cuadrado entre cargos']]).toEqual([
        String(line?.eta_cuadrado_areas),
        String(line?.eta_cuadrado_cargos),
      ])
      if (mode === 'nominative') {
        expect(line?.eta_cuadrado_areas).toBeCloseTo(shareOf(team, fields, 'area'), 2)
        expect(line?.eta_cuadrado_cargos).toBeCloseTo(shareOf(team, fields, 'position'), 2)
      }
      claims.add(said)
      expect(page).toContain(said)
      if (said !== '') expect(pdf).toMatch(new RegExp(`${escaped(dense(said))}en[^.]*${escaped(dense(title))}`))
    }
    expect([...claims].some(said => said.startsWith('La diferencia está entre áreas de la organización'))).toBe(true)
    if (mode === 'nominative') expect([...claims].some(said => said.includes('dentro de'))).toBe(true)
  })
})

it('of one person is shown nowhere', async () => {
  const { page, pdf, sheet, csv } = await show(people(1), 'nominative')
  expect(new Set(sheet('Preguntas').map(row => row.Acuerdo))).toEqual(new Set(['']))
  expect(new Set(csv.map(row => row.acuerdo))).toEqual(new Set(['']))
  expect(page).not.toMatch(/Acuerdo (muy )?(alto|medio|bajo)|Sin acuerdo|con acuerdo bajo$/)
  expect(page).toContain('Con una sola persona no hay acuerdo que medir.')
  expect(pdf).toContain(dense('Con una sola persona no hay acuerdo que medir.'))
})

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
