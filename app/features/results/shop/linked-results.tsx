import { data } from 'react-router'
import { makeBoard } from '#app/features/results/board/board.ts'
import { PAGE_TEXTS } from '#app/features/results/consolidated/open-answers.ts'
import type { ItemPage } from '#app/features/results/item-views/item-page.ts'
import { ITEM_VIEWS, trimReport } from '#app/features/results/item-views/item-views.ts'
import { countOpening, findLinkedResults, readLinkToken } from '#app/features/results/links/linked-results.server.ts'
import { LINKED_VIEWS, listLinkedViews } from '#app/features/results/links/linked-views.ts'
import { isOpening } from '#app/features/results/links/opening.server.ts'
import { linkedFilePath, NO_LINK } from '#app/features/results/links/result-links.ts'
import { ResultHead } from '#app/features/results/result-head.tsx'
import { PrintLink, ResultsTop } from '#app/features/results/results-top.tsx'
import { VIEW_PARAMETER } from '#app/features/results/shown.ts'
import { ViewTabs } from '#app/features/results/view-tabs.tsx'
import { BOARD_VIEW, QUESTIONS_VIEW, selectView } from '#app/features/results/views.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { RespondFrame } from '#app/layouts/respond/respond-frame.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/linked-results'

export const meta: Route.MetaFunction = () => [{ title: 'Resultados · Alhena' }]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { db, now } = servicesOf(context)
  const token = readLinkToken(url)
  const requested = url.searchParams.get(VIEW_PARAMETER)
  const linked =
    token === undefined
      ? undefined
      : await findLinkedResults(db, token, { maxTexts: PAGE_TEXTS, withThemes: requested === QUESTIONS_VIEW })
  if (token === undefined || !linked) return data({ closed: true } as const, 404)
  if (isOpening(request)) await countOpening(db, token, now())
  const { report, expiresAt } = linked
  const views = report.figures ? listLinkedViews(report) : []
  const [first, ...others] = views
  const { key } = selectView(first ? [first, ...others] : LINKED_VIEWS, requested)
  const { figures } = report
  return data({
    token,
    expiresAt,
    board: figures && key === BOARD_VIEW ? { ...makeBoard({ ...report, figures }, now()), version: 0 } : undefined,
    report: trimReport(report, selectView(ITEM_VIEWS, key)),
    views: views.map(({ key, label }) => ({ key, label })),
    view: key,
  })
}

/** The results of a purchase for whoever has a link to them: nothing to change, and nobody's name. */
export default function LinkedResults({ loaderData }: Route.ComponentProps) {
  return (
    <RespondFrame>
      <div className="mx-auto max-w-244">
        {'closed' in loaderData ? (
          <>
            <PageHeading title={NO_LINK.title} />
            <Alert tone="warning">{NO_LINK.text}</Alert>
          </>
        ) : (
          <OpenResults {...loaderData} />
        )}
      </div>
    </RespondFrame>
  )
}

type OpenResultsProps = Exclude<Route.ComponentProps['loaderData'], { closed: true }>

function OpenResults({ token, expiresAt, report, board, views, view }: OpenResultsProps) {
  const { figures, item, rounds } = report
  const [round] = rounds
  const { Content } = selectView(LINKED_VIEWS, view)
  const file = linkedFilePath(token, 'pdf')
  const boardFiles = { page: linkedFilePath(token, 'pagina'), slides: linkedFilePath(token, 'presentacion') }
  return (
    <>
      <ResultsTop
        back={undefined}
        title="Resultados consolidados"
        description={[
          item.product,
          ...(round ? [`Ronda ${round.number}, publicada el ${formatDate(round.closed_at)}`] : []),
        ].join(' · ')}
        actions={
          figures && (
            <>
              <PrintLink report={file} />
              <DownloadLink variant="secondary" to={file} pendingLabel="Preparando informe…">
                Descargar informe
              </DownloadLink>
            </>
          )
        }
      >
        {figures && <ResultHead result={figures} plan={report.plan} />}
      </ResultsTop>
      <ViewTabs views={views} current={view} />
      {figures ? (
        <Content page={{ ...pageOf(report), board, boardFiles }} />
      ) : (
        <Panel>
          <EmptyState as="h2" title="Todavía no hay resultados que mostrar">
            {item.mode === 'confidential'
              ? 'Aparecen aquí cuando se publique la primera ronda.'
              : 'Aparecen aquí cuando hayan terminado al menos cinco personas.'}
          </EmptyState>
        </Panel>
      )}
      {figures?.legalNote != null && <p className="mt-6 max-w-prose text-sm text-muted">{figures.legalNote}</p>}
      <p className="mt-6 max-w-prose text-sm text-muted">
        <span>Se ve sin nombres de personas y sin poder cambiar nada. Este enlace vale hasta el</span>{' '}
        <span className="whitespace-nowrap">{`${formatDate(expiresAt)}.`}</span>
      </p>
    </>
  )
}

/** What the views of a purchase's own page are made of, for somebody who manages nothing. */
const pageOf = (report: OpenResultsProps['report']): ItemPage => ({
  report,
  item: {
    manages: false,
    page: 1,
    pages: 1,
    id: report.item.id,
    name: report.item.product,
    order_number: report.item.order_number,
    seats: report.item.seats,
    used_seats: 0,
    mode: 'business',
    people: [],
  },
  guides: [],
  again: undefined,
  answer: undefined,
})
