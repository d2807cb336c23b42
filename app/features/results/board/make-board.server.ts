import type { Kysely } from 'kysely'
import type { ShownReport } from '#app/features/results/consolidated/consolidated-chapters.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import {
  type ResultFile,
  refuseWithoutFigures,
  renderReport,
  resultsMissing,
} from '#app/features/results/files/file-answer.server.ts'
import type { Shown } from '#app/features/results/shown.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import { shop } from '#app/platform/mail/shop.ts'
import type { PdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { type BoardPage, makeBoard } from './board.ts'
import { boardContent } from './board-content.ts'
import { findDecisions } from './board-decisions.server.ts'
import type { Paper } from './papers.ts'
import { writeDeck } from './slides/deck.ts'

type Made = { db: Kysely<DB>; pdf: PdfRenderer; log: Log; now: Date }
type Buyer = { id: string; company: string | null }
/** @property shown as the address says */
type Requested = { itemId: string; shown: Shown }

const issuer = () => ({ brand: shop().nombre_plataforma, author: shop().razon_social })

/** The results of an item on one page across. @throws Refusal */
export async function makeBoardFile(
  services: Made,
  buyer: Buyer,
  { paper, ...requested }: Requested & { paper: Paper },
): Promise<ResultFile> {
  const { report, board } = await findBoard(services, buyer, requested)
  const { levels } = report.figures
  const document = {
    ...issuer(),
    template: 'board' as const,
    title: `Una página de ${report.item.product}`,
    subject: board.headline,
    footer: '',
    createdAt: services.now,
    content: { paper, board: boardContent(board, { company: buyer.company, levels }) },
  }
  return renderReport(services, document, { owner: buyer.id, about: { item: requested.itemId } })
}

/** The same results as a presentation. @throws Refusal */
export async function makeSlidesFile(services: Made, buyer: Buyer, requested: Requested): Promise<ResultFile> {
  const { report, board } = await findBoard(services, buyer, requested)
  const deck = writeDeck(report, board, { ...issuer(), company: buyer.company })
  return renderReport(services, deck, { owner: buyer.id, about: { item: requested.itemId } })
}

async function findBoard(
  { db, now }: Made,
  buyer: Buyer,
  { itemId, shown }: Requested,
): Promise<{ report: ShownReport; board: BoardPage }> {
  const [found, made] = await Promise.all([
    findConsolidated(db, buyer.id, itemId, { ...shown, withPlan: true }),
    findDecisions(db, { userId: buyer.id, itemId }),
  ])
  if (!found) throw resultsMissing()
  const report = { ...found, figures: found.figures ?? refuseWithoutFigures(found.item.mode) }
  return { report, board: makeBoard(report, now, made?.decisions) }
}
