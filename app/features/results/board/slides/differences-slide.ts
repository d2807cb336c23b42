import { gapText, largestGap } from '#app/features/results/board/headline.ts'
import { agreementText, differenceText } from '#app/features/results/consolidated/agreement.ts'
import type { ConsolidatedQuestion } from '#app/features/results/consolidated/consolidated.ts'
import type { ShownReport } from '#app/features/results/consolidated/consolidated-chapters.ts'
import { shorten } from '#app/features/results/files/document-parts.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import type { Slide, SlidePart } from '#app/platform/slides/slide-deck.ts'
import { COLOURS } from './slide-colours.ts'

/** Questions that a slide has room for. */
const MOST = 5

/** Where people differ, between whom, and what to ask them. */
export function differencesSlide({ figures, plan }: ShownReport): Slide {
  const shown = leastAgreed(figures)
  const gap = largestGap(figures)
  const [first] = figures.disagreements
  const talk = new Map(plan?.actions.map(({ number, facilitator }) => [number, facilitator]))
  const between = differenceText(figures, 0)
  return {
    title: gap
      ? gapText(gap)
      : first
        ? `Donde menos coinciden las respuestas: ${first.number}. ${shorten(first.text, 90)}`
        : 'Las respuestas coinciden: ninguna pregunta tiene acuerdo bajo',
    parts:
      shown.length === 0
        ? [agreeing(between)]
        : [
            distributionBars(shown),
            {
              type: 'table',
              name: 'Donde menos coinciden las respuestas',
              box: { x: 6.6, y: 1.4, w: 6.18, h: 4.6 },
              columns: [
                { label: 'Pregunta', share: 3.2, align: 'left' },
                { label: 'Área', share: 1.6, align: 'left' },
                { label: 'Nivel', share: 0.7, align: 'right' },
                { label: 'Acuerdo', share: 1.4, align: 'right' },
              ],
              rows: shown.map(({ number, text, area, mean, agreement }) => [
                { text: `${number}. ${shorten(text, 120)}` },
                { text: shorten(area, 60) },
                { text: formatLevel(mean), bold: true },
                { text: agreementText(agreement) },
              ]),
              size: 12,
              smallest: 7,
            },
            ...(between === null ? [] : [line(`${between}.`)]),
          ],
    notes: [
      'Nadie explica su respuesta: se habla de hechos. En una compra confidencial, no preguntes quién respondió qué.',
      ...shown.map(({ number, text, area, agreement }) => {
        const own = largestGap(figures, area)
        const who = own
          ? ` Difieren más ${own.high.name} (${formatLevel(own.high.mean)}) y ${own.low.name} (${formatLevel(own.low.mean)}) en ${area}.`
          : ''
        return `Pregunta ${number} (${area}): «${text}» ${agreementText(agreement)}.${who} Para abrir: ${talk.get(number) ?? '¿Qué ejemplo de los últimos tres meses conoce cada quien?'}`
      }),
    ],
  }
}

type Asked = ConsolidatedQuestion & { area: string; agreement: number }

/** The questions in which people agree least, whether that is low or not. */
const leastAgreed = ({ sections }: ShownReport['figures']): Asked[] =>
  sections
    .flatMap(({ title: area, questions }) =>
      questions.flatMap(question =>
        question.agreement === null ? [] : [{ ...question, area, agreement: question.agreement }],
      ),
    )
    .toSorted((a, b) => a.agreement - b.agreement || a.number - b.number)
    .slice(0, MOST)

const line = (text: string): SlidePart => ({
  type: 'text',
  name: 'Entre grupos o dentro de ellos',
  box: { x: 6.6, y: 6.15, w: 6.18, h: 0.4 },
  paragraphs: [{ text, size: 12, bold: true }],
})

const agreeing = (between: string | null): SlidePart => ({
  type: 'text',
  name: 'Acuerdo',
  box: { x: 0.55, y: 1.6, w: 12.2, h: 3 },
  paragraphs: [
    { text: 'Ninguna pregunta tiene un acuerdo que se pueda mostrar.', size: 16 },
    ...(between === null ? [] : [{ text: `${between}.`, size: 14 }]),
  ],
})

const NAMES = ['1', '2', '3', '4', '5'] as const

/** How many gave each level, in percent of who was asked. */
function distributionBars(questions: readonly ConsolidatedQuestion[]): SlidePart {
  const shareOf = (question: ConsolidatedQuestion, option: number) =>
    question.distribution.find(each => each.option === option)?.share ?? 0
  const said = questions.map(question =>
    [
      `Pregunta ${question.number}`,
      ...NAMES.map((name, at) => `nivel ${name} ${shareOf(question, at + 1)}%`),
      `No sé ${shareOf(question, 6)}%`,
    ].join(', '),
  )
  return {
    type: 'bars',
    name: 'Respuestas donde menos coinciden',
    box: { x: 0.55, y: 1.4, w: 5.8, h: 5.1 },
    alt: `Barras de porcentajes. ${said.join('. ')}.`,
    categories: questions.map(({ number }) => `Pregunta ${number}`),
    series: [
      ...NAMES.map((name, at) => ({
        name: `Nivel ${name}`,
        colour: COLOURS.levels[at] ?? COLOURS.unknown,
        values: questions.map(question => shareOf(question, at + 1) || null),
      })),
      { name: 'No sé', colour: COLOURS.unknown, values: questions.map(question => shareOf(question, 6) || null) },
    ],
    stacked: true,
    max: 100,
    format: '0"%"',
  }
}
