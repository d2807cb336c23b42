import { reachedText, splitParagraphs, unanswered } from '#app/features/results/files/document-parts.ts'
import type { ReportBlock, ReportChapter, ReportShare } from '#app/features/results/files/report-content.ts'
import { targetText } from '#app/features/results/targets/targets.ts'
import { THEMES_TITLE, themeCount } from '#app/features/results/themes/theme.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { agreementCountText, agreementText } from './agreement.ts'
import type { ConsolidatedQuestion, ConsolidatedSection, OptionShare } from './consolidated.ts'
import { evidenceText } from './evidence-counts.ts'
import type { OpenAnswers } from './open-answers.ts'

/** Maximum open answers of a question in a report; the sheet has all that may be shown. */
export const MAX_TEXTS = 4

export const APPENDIX = 'Anexo: áreas y preguntas'

/** Every question at the end of the report, one part for each area with its level. */
export const areasAppendix = (sections: readonly ConsolidatedSection[], confidential: boolean): ReportChapter => ({
  title: APPENDIX,
  isAppendix: true,
  intro: 'Cuántas personas eligieron cada opción, pregunta por pregunta, y lo que escribieron.',
  blocks: [],
  parts: sections.map(section => ({
    title: section.title,
    intro: [
      reachedText(section),
      targetText(section),
      ...[agreementCountText(section.agreement)].filter(text => text !== null),
      ...(section.evidence === null ? [] : [evidenceText(section.evidence)]),
      ...silent(section.open.filter(({ total }) => total === 0).length, confidential),
    ].join(' · '),
    blocks: [
      ...section.questions.map(question => distribution(question, confidential)),
      ...section.open.filter(({ total }) => total > 0).map(quotes),
    ],
  })),
})

const SERIES: readonly ReportShare['series'][] = ['level1', 'level2', 'level3', 'level4', 'level5', 'unknown']

function distribution(question: ConsolidatedQuestion, confidential: boolean): ReportBlock {
  const { number, text, mean, agreement, evidence, distribution: options } = question
  const whole = options.reduce((sum, { people }) => sum + people, 0)
  const shares = options.map(
    ({ option, people, share }): ReportShare => ({
      label: option === null ? 'Sin respuesta' : option <= 5 ? `Nivel ${option}` : 'No sé',
      figure: `${formatInteger(people)} · ${share}%`,
      share: whole === 0 ? 0 : people / whole,
      series: option === null ? 'silent' : (SERIES[option - 1] ?? 'unknown'),
    }),
  )
  return {
    type: 'distribution',
    mark: `${number}.`,
    text,
    meta: [
      mean === null ? (confidential ? 'Sin detalle' : 'Sin nivel que mostrar') : `Promedio ${formatLevel(mean)}`,
      ...(agreement === null ? [] : [agreementText(agreement)]),
      ...(evidence === null ? [] : [evidenceText(evidence)]),
    ].join(' · '),
    shares,
    note: mostSelected(options, whole),
    alt: `Respuestas: ${shares.map(({ label, figure }) => `${label}, ${figure}`).join('; ')}`,
  }
}

/** The text of the most frequent option. */
function mostSelected(shares: readonly OptionShare[], people: number): string | null {
  const [first, second] = shares.filter(({ option }) => option !== null).toSorted((a, b) => b.people - a.people)
  if (!first || people < 2 || first.people === 0 || first.people === second?.people) return null
  return `Lo más elegido: ${first.text}`
}

/** Open questions without texts to show. */
const silent = (questions: number, confidential: boolean): string[] =>
  confidential && questions > 0
    ? [countOf(questions, 'pregunta abierta sin textos que mostrar', 'preguntas abiertas sin textos que mostrar')]
    : unanswered(questions)

function quotes({ text, answers, total, themes }: OpenAnswers): ReportBlock {
  const shown = answers.slice(0, MAX_TEXTS)
  const rest = total - shown.length
  return {
    type: 'quotes',
    title: text,
    ...(themes.length > 0 && {
      themes: {
        title: THEMES_TITLE,
        themes: themes.map(each => ({ theme: each.theme, count: themeCount(each, total), quotes: each.quotes })),
      },
    }),
    quotes: shown.map(answer => splitParagraphs(answer, 320)),
    note: rest > 0 ? `Y ${countOf(rest, 'respuesta más', 'respuestas más')}, en la planilla de datos.` : '',
  }
}
