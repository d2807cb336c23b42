import { countOf, formatInteger } from '#app/kernel/format.ts'
import type { PdfChapter, PdfReportBlock, PdfShare } from '#app/platform/pdf/pdf-report.ts'
import { formatLevel } from '#app/ui/format-level.ts'
import type { ConsolidatedQuestion, ConsolidatedSection, OpenAnswers, OptionShare } from './consolidated.ts'
import { paragraphsOf, reachedText } from './document-parts.ts'
import { deviationText } from './spread-text.ts'

/** Open answers of a question that a report prints; the sheet has all that may be told. */
export const MAX_TEXTS = 4

const OPENING = {
  title: 'Resultados por área',
  intro: 'Cuántas personas eligieron cada opción, pregunta por pregunta, y lo que escribieron.',
}

/** One part for each area: its level, and every question. */
export const areaChapters = (sections: readonly ConsolidatedSection[], confidential: boolean): PdfChapter[] =>
  sections.map((section, index) => ({
    title: section.title,
    intro: [
      reachedText(section),
      `Objetivo ${formatLevel(section.target)}`,
      ...(section.deviation === null ? [] : [deviationText(section.deviation)]),
    ].join(' · '),
    part: { opens: index === 0 ? OPENING : undefined },
    blocks: [...section.questions.map(distribution), ...section.open.map(open => quotes(open, confidential))],
  }))

const LOOKS: readonly PdfShare['look'][] = ['level1', 'level2', 'level3', 'level4', 'level5', 'unknown']

function distribution(question: ConsolidatedQuestion): PdfReportBlock {
  const { number, text, mean, deviation, distribution: shares } = question
  const whole = shares.reduce((sum, { people }) => sum + people, 0)
  return {
    kind: 'distribution',
    mark: `${number}.`,
    text,
    meta: [
      mean === null ? 'Sin nivel que mostrar' : `Promedio ${formatLevel(mean)}`,
      ...(deviation === null ? [] : [deviationText(deviation)]),
    ].join(' · '),
    shares: shares.map(({ option, people, share }) => ({
      label: option === null ? 'Sin respuesta' : option <= 5 ? `Nivel ${option}` : 'No sé',
      shown: `${formatInteger(people)} · ${share}%`,
      share: whole === 0 ? 0 : people / whole,
      look: option === null ? 'silent' : (LOOKS[option - 1] ?? 'unknown'),
    })),
    note: mostSelected(shares, whole),
  }
}

/** The option that more people chose than any other, in its words. */
function mostSelected(shares: readonly OptionShare[], people: number): string | undefined {
  const [first, second] = shares.filter(({ option }) => option !== null).toSorted((a, b) => b.people - a.people)
  if (!first || people < 2 || first.people === 0 || first.people === second?.people) return undefined
  return `Lo más elegido: ${first.text}`
}

function quotes({ text, answers, total }: OpenAnswers, confidential: boolean): PdfReportBlock {
  const shown = answers.slice(0, MAX_TEXTS)
  const rest = total - shown.length
  return {
    kind: 'quotes',
    title: text,
    quotes: shown.map(answer => paragraphsOf(answer, 320)),
    note:
      total === 0
        ? confidential
          ? 'Se muestran cuando responden 8 o más personas.'
          : 'Sin respuestas'
        : rest > 0
          ? `Y ${countOf(rest, 'respuesta más', 'respuestas más')}, en la planilla de datos.`
          : '',
  }
}
