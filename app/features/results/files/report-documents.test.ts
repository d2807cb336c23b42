import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Answers, Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { changeMethod, changeText, intervalText } from '#app/features/results/change/change.ts'
import { compare, type Measured } from '#app/features/results/change/compare.server.ts'
import { type ConsolidatedReport, writeConsolidated } from '#app/features/results/consolidated/consolidated.ts'
import { consolidatedDocument } from '#app/features/results/consolidated/consolidated-document.ts'
import { writeReport } from '#app/features/results/report.ts'
import type { RunResults } from '#app/features/results/results.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import agility from '#content/agilidad.es.json' with { type: 'json' }
import data from '#content/dama-dmbok2.es.json' with { type: 'json' }
import { type ReadPdf, readPdf } from '#tests/support/read-pdf.ts'
import { tallyPeople } from '#tests/support/tallies.ts'
import { personDocument } from './person-document.ts'
import type { ReportDocument } from './report-content.ts'

const dama = questionnaireSchema.parse(data)
const agile = questionnaireSchema.parse(agility)
const now = new Date('2026-11-21T15:00:00Z')
const made = { brand: 'Alhena', author: 'Vendedora SpA', now }

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

/** Lines and runs break anywhere: what a page says is compared without the space between its words. */
const dense = (text: string): string => text.replaceAll(/\s+/g, '')

type Rendered = ReadPdf & {
  text: string
  /** Those of some texts that the report does not hold. */
  lacks: (texts: readonly string[]) => string[]
}

async function rendered(report: ReportDocument): Promise<Rendered> {
  const answer = await renderer.render(report, 'ana')
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  const read = await readPdf(answer.value)
  const text = dense(read.pages.join('\n'))
  return { ...read, text, lacks: texts => texts.filter(part => !text.includes(dense(part))) }
}

const fieldsOf = ({ sections }: Questionnaire) =>
  sections.flatMap(({ questions }, section) => questions.map(({ field }) => ({ field, section })))

/** Options that differ by person, question and area, 'No sé' among them. */
const answersOf = (questionnaire: Questionnaire, seed: number): Answers =>
  Object.fromEntries(
    fieldsOf(questionnaire).map(({ field, section }, at) => [field, 1 + ((seed * 7 + at * 3 + section) % 6)]),
  )

const resultsOf = (questionnaire: Questionnaire, answers: Answers, input: Partial<RunResults> = {}): RunResults => ({
  access_id: 'a',
  item_id: 'i',
  product: 'Madurez de datos',
  own: false,
  about_data: questionnaire.id === 'dama-dmbok2',
  evaluee: {
    name: 'Camila Pérez',
    email: 'camila@example.cl',
    position: 'Jefa de datos',
    unit: 'Tecnología',
    role: 'Custodia',
    company: 'Frutos SpA',
  },
  duration: '24 min',
  date: '21/11/2026',
  in_progress: false,
  closed_by_buyer: false,
  ...input,
  report: writeReport(questionnaire, answers),
})

function shown(questionnaire: Questionnaire, count: number, mode: 'nominative' | 'confidential' = 'nominative') {
  const people = Array.from({ length: count }, (_, at) => ({
    area: ['Finanzas', 'Ventas', 'Tecnología'][at % 3] ?? '',
    position: at % 2 === 0 ? 'gerente' : 'analista',
    answers: answersOf(questionnaire, at),
  }))
  const texts = questionnaire.sections.flatMap(({ openQuestions }) =>
    openQuestions.map(({ field }) => ({ field, text: `Falta <b>dueño</b> en ${field}`, total: count })),
  )
  const figures = writeConsolidated(questionnaire, { ...tallyPeople(questionnaire, people), texts }, mode)
  return {
    item: {
      id: 'i',
      product: 'Madurez de datos',
      order_number: 'ALH-1-a-2',
      seats: count,
      mode,
      measured_at: new Date('2026-11-20T15:00:00Z'),
      frozen: true,
    },
    participation: {
      seats: count + 4,
      invited: count + 2,
      started: mode === 'nominative' ? 1 : null,
      completed: count,
    },
    waiting: 0,
    rounds: [],
    round: null,
    figures,
    baselines: [],
    selected: null,
    comparison: null,
  } satisfies ConsolidatedReport
}

const everyQuestionnaire = async (): Promise<Questionnaire[]> =>
  Promise.all(
    (await readdir('content'))
      .filter(file => file.endsWith('.es.json'))
      .map(async file => questionnaireSchema.safeParse(JSON.parse(await readFile(join('content', file), 'utf8')))),
  ).then(read => read.flatMap(({ data: questionnaire }) => questionnaire ?? []))

/** What stands above something else: titles, and the lines right under those of a chapter or part. */
const headingsOf = ({ content }: ReportDocument): Set<string> =>
  new Set(
    content.chapters
      .flatMap(chapter => [chapter, ...(chapter.parts ?? [])])
      .flatMap(({ title, intro, blocks }) => [
        title,
        intro,
        ...blocks.map(block => ('title' in block && block.title) || ''),
      ])
      .filter(Boolean)
      .map(dense),
  )

/** The last line of a page above its footer. */
const lastLine = (page: string, footer: string): string => {
  const lines = page.split('\n').map(dense).filter(Boolean)
  const end = lines.findLastIndex(line => line.startsWith(dense(footer)))
  return lines[end - 1] ?? ''
}

/** The page (from 1) on which the contents say that a chapter begins: `04 Hoja de ruta 7`, or `Calidad de Datos 9` of a part. */
function announced({ pages }: ReadPdf, title: string): number {
  const [, page] = (pages[1] ?? '').split('\n').flatMap(line => {
    const [, name, number] = /^(?:\d\d )?(.+) (\d+)$/.exec(line) ?? []
    return name === title ? [name, number] : []
  })
  return Number(page)
}

describe('a person’s report', () => {
  // shows: A2.31
  it('has a cover, correct contents, and every chapter', async () => {
    const read = await rendered(personDocument(resultsOf(dama, answersOf(dama, 1)), made))
    expect(read).toMatchObject({
      title: 'Informe de Camila Pérez',
      author: 'Vendedora SpA',
      language: 'es-CL',
      tagged: true,
    })
    expect(read.pages[0]).toContain('Informe de resultados\nMadurez de datos\nCamila Pérez')
    for (const title of ['Resumen ejecutivo', 'Nivel por área', 'Hoja de ruta', 'Calidad de Datos', 'Glosario']) {
      expect(read.pages[announced(read, title) - 1], title).toContain(`\n${title}\n`)
    }
    expect(read.bookmarks).toEqual(
      expect.arrayContaining(['Contenido', '03 Hoja de ruta', 'Calidad de Datos', '06 Glosario']),
    )
    for (const [at, page] of read.pages.entries()) {
      if (at > 0) expect(page).toContain(`Página ${at + 1} de ${read.pages.length}`)
    }
  })

  it('tags headings, and describes every chart', async () => {
    const results = resultsOf(dama, answersOf(dama, 1))
    const { structure } = await rendered(personDocument(results, made))
    const levels = structure.flatMap(({ role }) => /^H(\d)$/.exec(role)?.[1] ?? []).map(Number)
    // No level is left out on the way down.
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1)
    expect(levels.filter(level => level === 1)).toHaveLength(7)
    const charts = structure.filter(({ role }) => role === 'Figure').map(({ alt }) => alt ?? '')
    const [radar = '', ...bars] = charts
    expect(bars).toHaveLength(results.report.sections.length)
    for (const { title, mean, target } of results.report.sections) {
      expect(radar).toContain(`${title} ${formatLevel(mean)} (objetivo ${formatLevel(target)})`)
      expect(bars.some(bar => bar.includes(`Nivel ${formatLevel(mean)}`))).toBe(true)
    }
  })

  // shows: A2.31
  it("contains the page's texts", async () => {
    const results = resultsOf(dama, answersOf(dama, 2))
    const { lacks } = await rendered(personDocument(results, made))
    const { overall, sections } = results.report
    const said = [
      `El nivel general es ${formatLevel(overall.mean)} de 5: ${overall.word}.`,
      ...sections.flatMap(section => [
        `${section.title} Nivel ${formatLevel(section.mean)} · ${section.word}`,
        ...section.recommendations,
        ...section.questions.map(({ number, text, optionText }) => `${number}. ${text} ${optionText}`),
      ]),
      ...dama.levels.map(({ name, definition }) => `${name} ${definition}`),
      dama.legalNote ?? '',
    ]
    expect(said.length).toBeGreaterThan(70)
    expect(lacks(said)).toEqual([])
  })

  // shows: A4.21
  it('shows of who answered only what is known, on its cover as in its table', async () => {
    const results = resultsOf(agile, answersOf(agile, 1))
    const unknown = { ...results.evaluee, position: '', unit: '', role: '', company: '' }
    const { pages } = await rendered(personDocument({ ...results, evaluee: unknown }, made))
    expect(pages[0]).toContain('Fecha de término')
    expect(pages.join('\n')).not.toMatch(/^(Cargo|Área|Empresa|Rol respecto a .*|–)$/m)
    const known = await rendered(personDocument(results, made))
    expect(known.lacks(['Cargo', 'Jefa de datos', 'Empresa', 'Frutos SpA', 'Custodia'])).toEqual([])
  })

  // shows: A2.33
  it.each([
    ['nothing', {}, 'Todavía no hay respuestas'],
    [
      '«No sé» alone',
      Object.fromEntries(fieldsOf(agile).map(({ field }) => [field, 6])),
      'Todas las respuestas son «No sé',
    ],
    [
      'a part',
      Object.fromEntries(
        fieldsOf(agile)
          .slice(0, 5)
          .map(({ field }) => [field, 3]),
      ),
      'El nivel general es 3,0',
    ],
  ])('is correct for a run with %s answered', async (_, answers, sentence) => {
    const results = resultsOf(agile, answers, { in_progress: true, closed_by_buyer: true, date: 'En progreso' })
    const { text, lacks } = await rendered(personDocument(results, made))
    expect(lacks([sentence, 'Estos niveles cambiarán', 'Cerrado por el comprador'])).toEqual([])
    expect(text).not.toMatch(/NaN|undefined|null/)
  })

  it('has no nearly empty page, and no heading alone at the foot of one', async () => {
    for (const questionnaire of await everyQuestionnaire()) {
      const open = questionnaire.sections.flatMap(({ openQuestions }) => openQuestions)
      for (const seed of [1, 2, 3]) {
        const typed = open.map(({ field }, at) => [
          field,
          (at + seed) % 3 === 0 ? 'El comité no decide. '.repeat(seed * 20) : null,
        ])
        const answers = { ...answersOf(questionnaire, seed), ...Object.fromEntries(typed) }
        const document = personDocument(resultsOf(questionnaire, answers), made)
        const { pages } = await rendered(document)
        const headings = headingsOf(document)
        for (const [at, page] of pages.entries()) {
          if (at < 2) continue
          const where = `page ${at + 1} of ${questionnaire.id}, ${seed}`
          expect(dense(page).length, where).toBeGreaterThan(250)
          expect(headings.has(lastLine(page, document.footer)), `${where}: ${lastLine(page, document.footer)}`).toBe(
            false,
          )
        }
      }
    }
  })

  it('names the open questions without answer in one line an area', async () => {
    const { text } = await rendered(personDocument(resultsOf(dama, answersOf(dama, 1)), made))
    expect(text.match(/preguntasabiertassinrespuesta/g)).toHaveLength(dama.sections.length)
    expect(text).not.toContain(dense(dama.sections[0]?.openQuestions[0]?.text ?? 'none'))
  })

  // shows: A2.34
  it('shows any typed text as text, within the pages', async () => {
    const long = 'x'.repeat(200)
    const [section] = agile.sections
    const field = section?.openQuestions[0]?.field ?? ''
    const results = resultsOf(agile, {
      ...answersOf(agile, 3),
      [field]: `<script>alert(1)</script> \u202eשלום 🚀\u0000\n\nsegunda línea %PDF-1.7 endobj ${'palabra '.repeat(600)}fin`,
    })
    const name = '<b>Ana</b> {{x}} \u202eعربي'
    const evaluee = { ...results.evaluee, name, company: long, role: `=1+1\n${long}`, email: `${long}@example.cl` }
    const read = await rendered(personDocument({ ...results, product: long, evaluee }, made))
    const typed = [
      '<script>alert(1)</script> שלום',
      'segunda línea %PDF-1.7 endobj',
      'palabra fin',
      '<b>Ana</b> {{x}} عربي',
      `${long}@example.cl`,
    ]
    expect(read.lacks(typed)).toEqual([])
  })
})

describe('a consolidated report', () => {
  // shows: A2.32
  it("contains the page's texts, for one person and for a thousand", async () => {
    for (const count of [1, 1000]) {
      const report = shown(dama, count)
      const { text, pages, lacks } = await rendered(consolidatedDocument(report, { ...made, company: 'Frutos SpA' }))
      const { overall, sections, priorities, disagreements, areas, positions } = report.figures
      const said = [
        `El nivel general es ${formatLevel(overall.mean)} de 5`,
        ...sections.map(({ title, mean, word }) => `${title} Nivel ${formatLevel(mean)} · ${word}`),
        ...sections.flatMap(({ questions }) => questions.map(({ number, text }) => `${number}. ${text}`)),
        ...priorities.flatMap(({ recommendations }) => recommendations),
        ...disagreements.map(({ number, text }) => `${number}. ${text}`),
        ...[...areas.groups, ...positions.groups].map(({ name, people }) => `${name} ${people} persona`),
        'Falta <b>dueño</b> en quality_dimensions',
      ]
      expect(lacks(said)).toEqual([])
      expect(pages.length).toBeLessThan(40)
      expect(text).not.toMatch(/NaN|undefined|null/)
    }
  })

  it('has no nearly empty page', async () => {
    for (const count of [1, 6]) {
      const { pages } = await rendered(consolidatedDocument(shown(dama, count), { ...made, company: 'Frutos SpA' }))
      for (const [at, page] of pages.entries()) {
        if (at > 1) expect(dense(page).length, `page ${at + 1} of ${count}`).toBeGreaterThan(350)
      }
    }
  })

  // shows: A2.32
  it('shows how many selected each option', async () => {
    const report = shown(agile, 100)
    const { text, structure } = await rendered(consolidatedDocument(report, { ...made, company: null }))
    const questions = report.figures.sections.flatMap(section => section.questions)
    for (const { number, text: question, mean, distribution } of questions) {
      const [, after = ''] = text.split(dense(`${number}. ${question} Promedio ${formatLevel(mean)}`))
      const shown = [...after.slice(0, 300).matchAll(/(?:Nivel\d|Nosé)(\d+)·(\d+)%/g)].map(([, people, share]) =>
        [people, share].map(Number),
      )
      expect(shown.slice(0, distribution.length), question).toEqual(
        distribution.map(({ people, share }) => [people, share]),
      )
    }
    const bars = structure.flatMap(({ role, alt }) =>
      role === 'Figure' && alt?.startsWith('Respuestas: ') ? [alt] : [],
    )
    expect(bars).toHaveLength(questions.length)
    for (const [at, { distribution }] of questions.entries()) {
      for (const { people, share } of distribution) expect(bars[at]).toContain(`${people} · ${share}%`)
    }
  })

  // shows: A2.32
  it('compares with the earlier measurement if there is one', async () => {
    const report = shown(agile, 8)
    const earlier = shown(agile, 3)
    const measured = ({ figures }: typeof report): Measured => ({
      questionnaire: agile,
      figures,
      tallies: tallyPeople(
        agile,
        Array.from({ length: figures.people }, (_, at) => ({ answers: answersOf(agile, at) })),
      ),
      mode: 'nominative',
    })
    const baseline = {
      order_item_id: 'i',
      round_number: null,
      product: 'Agilidad',
      order_number: 'ALH-0-a-1',
      measured_at: new Date('2025-05-05T15:00:00Z'),
      people: 3,
      common: 1,
    }
    const comparison = compare(measured(report), { ...measured(earlier), baseline }, [])
    const without = await rendered(consolidatedDocument(report, { ...made, company: null }))
    const withIt = await rendered(consolidatedDocument({ ...report, comparison }, { ...made, company: null }))
    expect(without.lacks(['Comparación con una medición anterior'])).toHaveLength(1)
    const changes = comparison.sections.map(
      row =>
        `${row.area} ${formatLevel(row.before)} ${formatLevel(row.now)} ${changeText(row)} ${intervalText(row.interval)}`,
    )
    expect(changes).toHaveLength(4)
    expect(
      withIt.lacks([
        'Con Agilidad, orden ALH-0-a-1, del 05-05-2025: 3 personas, y ahora 8; 1 respondió las dos veces. Un cambio puede venir de quiénes respondieron',
        ...changes,
        ...changeMethod('independent'),
      ]),
    ).toEqual([])
  })

  it('states the rules of a confidential one', async () => {
    const confidential = shown(agile, 9, 'confidential')
    const { lacks } = await rendered(consolidatedDocument(confidential, { ...made, company: null }))
    expect(lacks(['solo se muestran grupos de al menos cinco personas distintas', 'Modo Confidencial'])).toEqual([])
  })
})
