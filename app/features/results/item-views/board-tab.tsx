import { BoardView } from '#app/features/results/board/board-view.tsx'
import { DecisionsForm } from '#app/features/results/board/decisions-form.tsx'
import { PAPER_PARAMETER } from '#app/features/results/board/papers.ts'
import { atShown, withParameter } from '#app/features/results/shown.ts'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { answerTo, figuresOf, type ItemViewProps } from './item-page.ts'

/** The results on one page, as paper and first slide have it, with its files. */
export function BoardTab({ page }: ItemViewProps) {
  const { report, item, board, holder } = page
  const { levels } = figuresOf(page)
  const shown = { round: report.round ?? undefined, base: report.selected ?? undefined }
  const own = (file: string) => atShown(`/account/items/${item.id}/${file}`, shown)
  const files = page.boardFiles ?? { page: own('board'), slides: own('slides') }
  const onPaper = (paper: string) => withParameter(files.page, `${PAPER_PARAMETER}=${paper}`)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2.5 print:hidden">
        <DownloadLink variant="primary" to={files.slides} pendingLabel="Preparando la presentación…">
          Presentación (PPTX)
        </DownloadLink>
        <DownloadLink variant="secondary" to={onPaper('carta')} pendingLabel="Preparando la página…">
          PDF en Carta
        </DownloadLink>
        <DownloadLink variant="secondary" to={onPaper('a4')} pendingLabel="Preparando la página…">
          PDF en A4
        </DownloadLink>
      </div>
      {board && <BoardView board={board} levels={levels} holder={holder} />}
      {board && item.manages && item.mode === 'business' && (
        <DecisionsForm board={board} answer={answerTo(page, 'save-decisions') ?? answerTo(page, 'propose-decisions')} />
      )}
    </div>
  )
}
