import { fitLogo, type Logo, logoAlt } from '#app/features/organisations/logo/logo.ts'
import type { Level } from '#app/features/questionnaires/questionnaire.ts'
import type { BoardLevel, BoardPage } from '#app/features/results/board/board.ts'
import { HATCHED, isCompared, leftText, namedSteps } from '#app/features/results/board/board-content.ts'
import { type BoardDecision, decisionFacts } from '#app/features/results/board/decisions.ts'
import { type Heat, type HeatCell, STEP_COLOURS } from '#app/features/results/board/heat.ts'
import { shorten } from '#app/features/results/files/document-parts.ts'
import { chartNames } from '#app/features/results/radar.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import type { Box, Slide, SlidePart, TableCell } from '#app/platform/slides/slide-deck.ts'
import { COLOURS } from './slide-colours.ts'

/** The organisation that holds the purchase, with the bytes of its logo. */
export type SlideHolder = { name: string; logo: (Logo & { png: Uint8Array }) | null; consultant?: string }

/** The one page as a slide. @param levels the questionnaire's */
export function firstSlide(board: BoardPage, levels: readonly Level[], holder?: SlideHolder): Slide {
  const { heat, decisions } = board
  const deep = decisions.length > 0 ? 3.45 : 4.9
  return {
    title: board.headline,
    ...(holder?.logo && { besideTitle: HEAD.w + GAP }),
    parts: [
      ...(holder?.logo ? headParts(holder.name, holder.logo) : []),
      levelBars(board.levels, { x: 0.55, y: 1.4, w: heat ? 5.7 : 12.2, h: deep }),
      ...(heat ? heatParts(heat, levels, { x: 6.5, y: 1.4, w: 6.28, h: deep }) : []),
      ...decisions.flatMap((decision, at) => decisionParts(decision, at, decisions.length)),
      {
        type: 'text',
        name: 'Método',
        box: { x: 0.55, y: 6.62, w: 12.2, h: 0.36 },
        paragraphs: [
          {
            text: [board.method, ...(board.since === '' ? [] : [`${board.since}.`])].join(' '),
            size: 9,
            colour: COLOURS.muted,
          },
        ],
      },
    ],
    notes: [
      `Di la conclusión y espera: ${board.headline}`,
      ...(heat
        ? ['Pide a dos áreas con niveles distintos un ejemplo de los últimos meses, antes de explicar la cifra.']
        : []),
      decisions.length === 0
        ? 'Cierra con lo que se mirará en la próxima medición.'
        : `Termina pidiendo ${decisions.length === 1 ? 'la decisión' : 'cada decisión'}: se aprueba, se aprueba con cambios, o qué falta para aprobarla.`,
    ],
  }
}

/** Where the logo and the name of an organisation stand, in inches: right of the title. */
const HEAD = { x: 10.6, y: 0.38, w: 2.18, logo: 0.52, name: 0.36 } as const

function headParts(name: string, logo: NonNullable<SlideHolder['logo']>): SlidePart[] {
  const { x, y, w } = HEAD
  return [
    {
      type: 'picture',
      name: 'Logo',
      box: { x, y, ...fitLogo(logo, { w, h: HEAD.logo }) },
      alt: logoAlt(name),
      png: logo.png,
    },
    {
      type: 'text',
      name: 'Organización',
      box: { x, y: y + HEAD.logo + 0.08, w, h: HEAD.name },
      paragraphs: [{ text: shorten(name, 60), size: 9, colour: COLOURS.muted }],
    },
  ]
}

/** Levels of the areas as native bars. */
export function levelBars(levels: readonly BoardLevel[], box: Box): SlidePart {
  const compared = isCompared({ levels })
  const said = levels.map(
    ({ title, before, now, target }) =>
      `${title} ${formatLevel(now)}${before === null ? '' : `, antes ${formatLevel(before)}`}${target === null ? '' : `, objetivo ${formatLevel(target)}`}`,
  )
  return {
    type: 'bars',
    name: 'Niveles por área',
    box,
    alt: `Barras de 0 a 5. ${said.join('. ')}.`,
    categories: ['Nivel general', ...numbered(chartNames(levels.slice(1)))],
    series: [
      ...(compared ? [{ name: 'Antes', colour: COLOURS.before, values: levels.map(({ before }) => before) }] : []),
      { name: 'Ahora', colour: COLOURS.copper, values: levels.map(({ now }) => now) },
      { name: 'Objetivo', colour: COLOURS.ink, values: levels.map(({ target }) => target) },
    ],
    stacked: false,
    max: 5,
    format: '0.0',
  }
}

/** Columns whose names fit above them; more are numbered, as the bars beside them are. */
const NAMED_COLUMNS = 5

const numbered = (names: readonly string[]): string[] =>
  names.length > NAMED_COLUMNS ? names.map((name, at) => `${at + 1}. ${name}`) : [...names]

const hex = (colour: string): string => colour.slice(1)

function toCell({ text, step }: HeatCell): TableCell {
  if (step === null) return { text, colour: COLOURS.muted, fill: COLOURS.quiet }
  const { fill, ink } = STEP_COLOURS[step]
  return { text, fill: hex(fill), colour: hex(ink), bold: true }
}

/** The heat map as a table, with what its steps mean under it. */
function heatParts(heat: Heat, levels: readonly Level[], box: Box): SlidePart[] {
  const [, ...areas] = heat.columns
  const names = areas.length > NAMED_COLUMNS ? ['Gral.', ...areas.map((_, at) => String(at + 1))] : heat.columns
  const legend = [...namedSteps(levels).map(({ name }) => name), HATCHED].join(' · ')
  return [
    {
      type: 'table',
      name: heat.title,
      box: { ...box, h: box.h - 0.35 },
      columns: [
        { label: heat.label, share: 2.4, align: 'left' },
        ...names.map(label => ({ label, share: 1, align: 'center' as const })),
      ],
      rows: heat.rows.map(({ name, note, cells }) => [{ text: `${name} (${note})`, bold: true }, ...cells.map(toCell)]),
      size: 13,
      smallest: 6,
    },
    {
      type: 'text',
      name: 'Qué significan los colores',
      box: { x: box.x, y: box.y + box.h - 0.3, w: box.w, h: 0.3 },
      paragraphs: [{ text: `${legend}. ${leftText(heat.left)}`.trim(), size: 8.5, colour: COLOURS.muted }],
    },
  ]
}

const GAP = 0.3

function decisionParts(decision: BoardDecision, at: number, count: number): SlidePart[] {
  const w = (12.2 - GAP * (count - 1)) / count
  const x = 0.55 + at * (w + GAP)
  return [
    { type: 'rule', box: { x, y: 5.05, w, h: 0 }, colour: COLOURS.copper },
    {
      type: 'text',
      name: `Decisión ${at + 1}`,
      box: { x, y: 5.12, w, h: 1.4 },
      paragraphs: [
        { text: decision.title, size: 12, bold: true },
        ...(decision.ask === '' ? [] : [{ text: decision.ask, size: 10.5 }]),
        { text: decisionFacts(decision).join(' · '), size: 9.5, colour: COLOURS.muted },
      ],
    },
  ]
}
