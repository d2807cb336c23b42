import type { BoardPage } from '#app/features/results/board/board.ts'
import { ABOUT_PAPER, method, type ShownReport } from '#app/features/results/consolidated/consolidated-chapters.ts'
import { shorten } from '#app/features/results/files/document-parts.ts'
import { preparedBy } from '#app/features/results/files/prepared.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import type { Slide, SlideDeck } from '#app/platform/slides/slide-deck.ts'
import { areasSlide } from './change-slide.ts'
import { differencesSlide } from './differences-slide.ts'
import { firstSlide, type SlideHolder } from './first-slide.ts'
import { effortSlide, planSlides } from './plan-slides.ts'

type Made = { brand: string; author: string; company: string | null; holder?: SlideHolder | undefined }

/** A result as a presentation: each slide's title is its conclusion, and its notes are for whoever leads the conversation. */
export function writeDeck(report: ShownReport, board: BoardPage, { brand, author, company, holder }: Made): SlideDeck {
  const { figures, item, plan } = report
  const { prepared } = preparedBy(holder)
  return {
    template: 'slides',
    title: `Presentación de ${shorten(item.product, 80)}`,
    subject: board.headline,
    author,
    brand: prepared ? '' : brand,
    measuredAt: item.measured_at,
    footer: [
      ...(prepared ? [prepared.by] : []),
      shorten(item.product, prepared ? 40 : 60),
      ...(company ? [shorten(company, 50)] : []),
      formatDate(item.measured_at),
    ].join(' · '),
    slides: [
      firstSlide(board, figures.levels, holder),
      areasSlide(report, board),
      ...(figures.people > 1 ? [differencesSlide(report)] : []),
      ...(plan ? [...effortSlide(plan), ...planSlides(plan)] : []),
      methodSlide(report),
    ],
  }
}

function methodSlide(report: ShownReport): Slide {
  const { figures } = report
  const paragraphs = method(report).blocks.flatMap(block =>
    block.type === 'text' ? block.paragraphs.filter(text => !ABOUT_PAPER.includes(text)) : [],
  )
  return {
    title: `Es lo que ${figures.people === 1 ? 'respondió' : 'respondieron'} ${countOf(figures.people, 'persona', 'personas')}, no una auditoría`,
    parts: [
      {
        type: 'table',
        name: 'Cómo se hizo',
        box: { x: 0.55, y: 1.4, w: 12.2, h: 5.4 },
        columns: [{ label: 'Cómo se hizo', share: 1, align: 'left' }],
        rows: paragraphs.map(text => [{ text }]),
        size: 12,
        smallest: 7,
      },
    ],
    notes: [
      'Si alguien pregunta cómo les va a otras empresas: esta evaluación compara con el propio objetivo y con la medición anterior.',
    ],
  }
}
