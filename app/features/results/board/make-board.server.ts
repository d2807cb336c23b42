import type { Kysely } from 'kysely'
import { logoContent } from '#app/features/organisations/logo/logo.ts'
import { findPrintedHolder, type PrintedHolder } from '#app/features/organisations/logo/logos.server.ts'
import type { ShownReport } from '#app/features/results/consolidated/consolidated-chapters.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import {
  type ResultFile,
  refuseWithoutFigures,
  renderReport,
  resultsMissing,
} from '#app/features/results/files/file-answer.server.ts'
import { preparedBy } from '#app/features/results/files/prepared.ts'
import { findLinkedResults } from '#app/features/results/links/linked-results.server.ts'
import { NO_LINK, NOTHING_LINKED } from '#app/features/results/links/result-links.ts'
import type { Shown } from '#app/features/results/shown.ts'
import { Refusal, refuse } from '#app/kernel/refusal.ts'
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
/** Whom a file names, and who waits for it. */
type Reader = { owner: string; company: string | null; holder: PrintedHolder | undefined }

const issuer = () => ({ brand: shop().nombre_plataforma, author: shop().razon_social })

/** The results of an item on one page across. @throws Refusal */
export async function makeBoardFile(
  services: Made,
  buyer: Buyer,
  { paper, ...requested }: Requested & { paper: Paper },
): Promise<ResultFile> {
  const [shown, holder] = await findHeldBoard(services, buyer, requested)
  return renderBoard(services, shown, { paper, reader: readerOf(buyer, holder) })
}

/** The same results as a presentation. @throws Refusal */
export async function makeSlidesFile(services: Made, buyer: Buyer, requested: Requested): Promise<ResultFile> {
  const [shown, holder] = await findHeldBoard(services, buyer, requested)
  return renderSlides(services, shown, readerOf(buyer, holder))
}

const findHeldBoard = (services: Made, buyer: Buyer, requested: Requested) =>
  Promise.all([findBoard(services, buyer, requested), findPrintedHolder(services.db, buyer.id, requested)])

const readerOf = (buyer: Buyer, holder: PrintedHolder | undefined): Reader => ({
  owner: buyer.id,
  company: holder?.name ?? buyer.company,
  holder,
})

/**
 * Both for whoever has a link: no company and no logo, because it may be called like a person, and the decisions that the plan asks for, because those
 * that somebody wrote may name people. @throws Refusal
 */
export async function makeLinkedBoard(services: Made, token: string | undefined, paper: Paper): Promise<ResultFile> {
  const shown = await findLinkedBoard(services, token)
  return renderBoard(services, shown, { paper, reader: nobody(shown) })
}
export async function makeLinkedSlides(services: Made, token: string | undefined): Promise<ResultFile> {
  const shown = await findLinkedBoard(services, token)
  return renderSlides(services, shown, nobody(shown))
}

type ShownBoard = { report: ShownReport; board: BoardPage }

/** Whoever opens a link has no account: the purchase's readers share its turns. */
const nobody = ({ report }: ShownBoard): Reader => ({ owner: report.item.id, company: null, holder: undefined })

async function renderBoard(
  services: Made,
  { report, board }: ShownBoard,
  { paper, reader: { owner, company, holder } }: { paper: Paper; reader: Reader },
): Promise<ResultFile> {
  const { levels } = report.figures
  const document = {
    ...issuer(),
    template: 'board' as const,
    title: `Una página de ${report.item.product}`,
    subject: board.headline,
    footer: '',
    createdAt: services.now,
    logo: holder?.logo?.png,
    ...preparedBy(holder),
    content: { paper, board: boardContent(board, { company, levels, logo: logoContent(holder) }) },
  }
  return renderReport(services, document, { owner, about: { item: report.item.id } })
}

const renderSlides = (
  services: Made,
  { report, board }: ShownBoard,
  { owner, company, holder }: Reader,
): Promise<ResultFile> =>
  renderReport(services, writeDeck(report, board, { ...issuer(), company, holder }), {
    owner,
    about: { item: report.item.id },
  })

async function findLinkedBoard({ db, now }: Made, token: string | undefined): Promise<ShownBoard> {
  const linked = token === undefined ? undefined : await findLinkedResults(db, token, { maxTexts: 0 })
  if (!linked) throw new Refusal(NO_LINK.text, { status: 404 })
  const report = { ...linked.report, figures: linked.report.figures ?? refuse(NOTHING_LINKED) }
  return { report, board: makeBoard(report, now) }
}

async function findBoard({ db, now }: Made, buyer: Buyer, { itemId, shown }: Requested): Promise<ShownBoard> {
  const [found, made] = await Promise.all([
    findConsolidated(db, buyer.id, itemId, { ...shown, withPlan: true }),
    findDecisions(db, { userId: buyer.id, itemId }),
  ])
  if (!found) throw resultsMissing()
  const report = { ...found, figures: found.figures ?? refuseWithoutFigures(found.item.mode) }
  return { report, board: makeBoard(report, now, made?.decisions) }
}
