import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, test } from 'vitest'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { makeBoard } from '#app/features/results/board/board.ts'
import { personDocument } from '#app/features/results/files/person-document.ts'
import { writeReport } from '#app/features/results/report.ts'
import { SectionAnswers } from '#app/features/results/report-parts.tsx'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import data from '#content/agilidad.es.json' with { type: 'json' }
import { readPdf } from '#tests/support/read-pdf.ts'
import { tallyPeople } from '#tests/support/tallies.ts'
import { type ConsolidatedReport, writeConsolidated } from './consolidated.ts'
import { consolidatedDocument } from './consolidated-document.ts'
import { consolidatedSheets } from './consolidated-sheets.ts'

const agile = questionnaireSchema.parse(data)
const [area] = agile.sections
const [first = '', second = ''] = area?.questions.map(({ field }) => field) ?? []
const NOW = new Date('2026-11-21T15:00:00Z')

/** Three people of whom one shows the first question's level. */
const tallies = (evidence: Readonly<Record<string, string>>) =>
  tallyPeople(agile, [
    { answers: { [first]: 4, [second]: 2, ...evidence } },
    { answers: { [first]: 5, [second]: 3 } },
    { answers: { [first]: 2, [second]: 3 } },
  ])

const report = (evidence: Readonly<Record<string, string>>, mode: 'nominative' | 'confidential' = 'nominative') => {
  const figures = writeConsolidated(agile, tallies(evidence), mode)
  const shown: ConsolidatedReport = {
    item: { id: 'i', product: 'Agilidad', order_number: 'ALH-1', seats: 5, mode, measured_at: NOW, frozen: true },
    participation: { seats: 5, invited: 3, started: 0, completed: 3 },
    rounds: [],
    round: null,
    waiting: 0,
    figures,
    baselines: [],
    selected: null,
    comparison: null,
    trend: null,
  }
  return { ...shown, figures }
}

const GIVEN = { [`${first}:link`]: 'https://docs.empresa.example/acta' }

describe('the figures of all', () => {
  it('count what nobody showed, and nothing where nobody is at level 4 or 5', () => {
    const { figures } = report(GIVEN)
    expect(figures.evidence).toEqual({ without: 1, of: 2 })
    expect(figures.sections[0]?.questions.slice(0, 2).map(({ evidence }) => evidence)).toEqual([
      { without: 1, of: 2 },
      null,
    ])
    expect(figures.sections[1]?.evidence).toBeNull()
  })

  it('have no column, line or sentence of it where nobody gave any, nor in a confidential purchase', () => {
    for (const shown of [report({}), report({ [`${second}:note`]: 'Nivel 2' }), report(GIVEN, 'confidential')]) {
      expect(shown.figures.evidence).toBeNull()
      const document = consolidatedDocument(shown, { brand: 'Alhena', author: 'Alhena', company: null, now: NOW })
      const sheets = consolidatedSheets(shown, makeBoard(shown, NOW, undefined))
      expect(JSON.stringify([document, sheets])).not.toMatch(/sin evidencia/i)
    }
  })
})

describe("a person's answers", () => {
  const answers = {
    [first]: 4,
    [`${first}:note`]: 'Acta <b>firmada</b>\nEn la carpeta',
    ...GIVEN,
    [second]: 5,
    [`${second}:link`]: 'javascript:alert(1)',
  }
  const written = writeReport(agile, answers)

  it('have the note as text, and the link with its host, which hands nothing on', () => {
    const [section] = written.sections
    const html = section ? renderToStaticMarkup(<SectionAnswers section={section} level={3} />) : ''
    expect(html).toContain('Acta &lt;b&gt;firmada&lt;/b&gt;')
    expect(html).toMatch(
      /<a href="https:\/\/docs\.empresa\.example\/acta"(?=[^>]* rel="noopener noreferrer nofollow")[^>]*>Abrir en docs\.empresa\.example<\/a>/,
    )
    expect(html).not.toContain('javascript:')
  })

  it('have them in the PDF', async () => {
    const evaluee = { name: 'Pedro', email: 'p@example.cl', position: '', unit: '', role: '', company: '' }
    const document = personDocument(
      {
        access_id: '',
        item_id: '',
        product: 'Agilidad',
        own: true,
        about_data: false,
        evaluee,
        duration: '5 min',
        date: '21/11/2026',
        in_progress: false,
        closed_by_buyer: false,
        report: written,
      },
      { brand: 'Alhena', author: 'Alhena', now: NOW },
    )
    const renderer = createPdfRenderer()
    try {
      const rendered = await renderer.render(document, 'ana')
      if (!rendered.ok) throw new Error('There is no PDF')
      const { pages } = await readPdf(rendered.value)
      const text = pages.join(' ').replaceAll(/\s+/g, ' ')
      expect(text).toMatch(/Evidencia Acta <b>firmada<\/b> En la carpeta docs\.empresa\.example/)
      expect(text).not.toContain('javascript')
    } finally {
      await renderer.close()
    }
  })
})

test('evidence of somebody without an answer is shown as well: it was given', () => {
  const [section] = writeReport(agile, { [`${first}:note`]: 'Acta' }).sections
  expect(section?.questions[0]).toMatchObject({ option: null, evidence: { note: 'Acta', link: null } })
})
