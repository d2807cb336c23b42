import type { BoardPage } from '#app/features/results/board/board.ts'
import { changeText, direction, intervalText } from '#app/features/results/change/change.ts'
import type { ShownReport } from '#app/features/results/consolidated/consolidated-chapters.ts'
import { goalsText, shorten } from '#app/features/results/files/document-parts.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { inNumber, partOf } from '#app/kernel/format.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import type { Slide } from '#app/platform/slides/slide-deck.ts'
import { levelBars } from './first-slide.ts'

/** Each area with its target, and how it changed. */
export function areasSlide({ figures, comparison }: ShownReport, board: BoardPage): Slide {
  const changes = new Map(comparison?.sections.map(change => [change.area, change]))
  return {
    title: areasTitle({ figures, comparison }),
    parts: [
      levelBars(board.levels, { x: 0.55, y: 1.4, w: 5.6, h: 5.2 }),
      {
        type: 'table',
        name: 'Niveles, objetivos y cambio',
        box: { x: 6.4, y: 1.4, w: 6.38, h: 5.1 },
        columns: [
          { label: 'Área', share: 2.4, align: 'left' },
          { label: 'Ahora', share: 0.8, align: 'right' },
          { label: 'Objetivo', share: 0.9, align: 'right' },
          ...(comparison
            ? ([
                { label: 'Cambio', share: 1.7, align: 'right' },
                { label: 'Intervalo de 95%', share: 1.5, align: 'right' },
              ] as const)
            : ([{ label: 'Nivel', share: 1.5, align: 'left' }] as const)),
        ],
        rows: figures.sections.map(({ title, mean, target, word }) => {
          const change = changes.get(title)
          return [
            { text: shorten(title, 60) },
            { text: formatLevel(mean), bold: true },
            { text: formatLevel(target) },
            ...(comparison
              ? [{ text: change ? changeText(change) : '–' }, { text: change ? intervalText(change.interval) : '–' }]
              : [{ text: word }]),
          ]
        }),
        size: 13,
        smallest: 7,
      },
    ],
    notes: comparison
      ? [
          'Un área sube o baja solo si su intervalo no incluye el 0 y el cambio es de al menos 0,3. Lo demás puede ser azar: no lo presentes como avance ni como retroceso.',
          '¿Qué hicimos en el área que más cambió, y cómo sabemos que fue eso?',
        ]
      : ['¿Qué prueba podríamos mostrar hoy del nivel que dimos a cada área?'],
  }
}

function areasTitle({ figures, comparison }: Pick<ShownReport, 'figures' | 'comparison'>): string {
  if (!comparison) {
    const [lowest] = figures.priorities
    return `${goalsText(figures.sections)}${lowest ? `; ${lowest.area} está más lejos, en ${formatLevel(lowest.mean)}` : ''}`
  }
  const { sections, baseline } = comparison
  const up = sections.filter(change => direction(change) === 'up')
  const [most] = up.toSorted((a, b) => b.change - a.change)
  if (!most) return `Ninguna área sube con claridad desde el ${formatDate(baseline.measured_at)}`
  const count = partOf(up.length, sections.length, 'área', 'áreas')
  return `${count} ${inNumber(up.length, 'sube', 'suben')} con claridad; ${up.length === 1 ? 'es' : 'la que más,'} ${most.area}: de ${formatLevel(most.before)} a ${formatLevel(most.now)}`
}
