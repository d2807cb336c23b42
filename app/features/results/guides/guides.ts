import type { Guide, GuideReader } from '#app/features/catalogue/deliverables.ts'
import type { ReportBlock, ReportChapter } from '#app/features/results/files/report-content.ts'
import { GUIDES_VIEW } from '#app/features/results/views.ts'
import type { Mode } from '#app/platform/database/values.ts'

/** Where a result is shown: over a whole purchase, or of one person. */
type ResultPage = 'purchase' | 'person'

/** An area as a result shows it; the mean is null where there is none, or none that may be shown. */
type ShownArea = { id: number; mean: number | null }

/** The guides of a purchase, with what decides which of them a result shows. */
export type GuidesOfItem = { product: string; mode: Mode; guides: readonly Guide[] }

const READERS: Readonly<Record<ResultPage, readonly GuideReader[]>> = {
  purchase: ['buyer', 'team'],
  person: ['respondent', 'team'],
}

export const GUIDES_TITLE = 'Guías que acompañan este resultado'

/** Whom a guide is for, in words. */
export const READER_LABELS: Readonly<Record<GuideReader, string>> = {
  buyer: 'Para quien compró',
  respondent: 'Para quien respondió',
  team: 'Para el equipo',
}

/**
 * The guides that come with a result, in the product's order. Whoever bought for oneself is buyer, respondent and team. The area with
 * the highest or the lowest level follows from what is shown, so that nothing hidden decides; of equal ones it is the first.
 */
export function selectGuides({ guides, mode }: GuidesOfItem, page: ResultPage, areas: readonly ShownArea[]): Guide[] {
  const extremes = { highest: extremeArea(areas, 1), lowest: extremeArea(areas, -1) }
  return guides.filter(guide => {
    if (mode === 'business' && !READERS[page].includes(guide.for)) return false
    const [, id, side] = /^section:(\d+) (highest|lowest)$/.exec(guide.when) ?? []
    if (id === undefined) return true
    return extremes[side === 'highest' ? 'highest' : 'lowest'] === Number(id)
  })
}

/** The area whose level is the highest (`sign` 1) or the lowest (-1); undefined where no level is shown. */
function extremeArea(areas: readonly ShownArea[], sign: 1 | -1): number | undefined {
  let found: { id: number; value: number } | undefined
  for (const { id, mean } of areas) {
    if (mean !== null && (found === undefined || mean * sign > found.value)) found = { id, value: mean * sign }
  }
  return found?.id
}

/** Guides without their texts, where another view than theirs is shown. */
export const trimGuides = (guides: readonly Guide[], view: string): Guide[] =>
  guides.map(guide => (view === GUIDES_VIEW ? guide : { ...guide, blocks: [] }))

/** Names the guides on paper, at the end of a chapter; each is a document of its own. */
export const withGuides = (chapter: ReportChapter, guides: readonly Guide[]): ReportChapter =>
  guides.length === 0 ? chapter : { ...chapter, blocks: [...chapter.blocks, guidesBlock(guides)] }

const guidesBlock = (guides: readonly Guide[]): ReportBlock => ({
  type: 'table',
  title: GUIDES_TITLE,
  columns: [
    { label: 'Guía, para leer y descargar con los resultados', share: 3, align: 'left' },
    { label: 'Para quién', share: 1, align: 'left' },
  ],
  rows: guides.map(guide => [guide.title, READER_LABELS[guide.for]]),
})
