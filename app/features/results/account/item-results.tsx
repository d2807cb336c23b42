import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import FileText from 'lucide-react/icons/file-text'
import ListChecks from 'lucide-react/icons/list-checks'
import { data, redirect } from 'react-router'
import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { findHolder } from '#app/features/organisations/logo/logos.server.ts'
import { answerDecisionsForm, isDecisionsForm } from '#app/features/results/board/answer-decisions.server.ts'
import { makeBoard } from '#app/features/results/board/board.ts'
import { findDecisions } from '#app/features/results/board/board-decisions.server.ts'
import { findMeasureAgain } from '#app/features/results/change/measure-again.server.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { PAGE_TEXTS } from '#app/features/results/consolidated/open-answers.ts'
import { findItemResults } from '#app/features/results/find-results.server.ts'
import { findGuides } from '#app/features/results/guides/guides.server.ts'
import { selectGuides, trimGuides } from '#app/features/results/guides/guides.ts'
import type { ItemPage } from '#app/features/results/item-views/item-page.ts'
import { ITEM_VIEWS, listItemViews, trimReport } from '#app/features/results/item-views/item-views.ts'
import { hasActions, showPlan } from '#app/features/results/plan/plan-texts.ts'
import { answerPlanForm, isPlanForm } from '#app/features/results/plan-actions/answer-plan-form.server.ts'
import { isPlanAnswer } from '#app/features/results/plan-actions/plan-actions.ts'
import { ResultHead } from '#app/features/results/result-head.tsx'
import { PrintLink, ResultsTop } from '#app/features/results/results-top.tsx'
import { RoundLinks } from '#app/features/results/rounds/publish-form.tsx'
import { readShown } from '#app/features/results/shown.server.ts'
import { atShown, type Shown, VIEW_PARAMETER } from '#app/features/results/shown.ts'
import { ViewTabs } from '#app/features/results/view-tabs.tsx'
import {
  BOARD_VIEW,
  CHANGE_VIEW,
  PEOPLE_VIEW,
  QUESTIONS_VIEW,
  SETTINGS_VIEW,
  selectView,
} from '#app/features/results/views.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { DownloadLink, useDownload } from '#app/kit/ui/download-link.tsx'
import { Menu, MenuLink } from '#app/kit/ui/menu.tsx'
import { Spinner } from '#app/kit/ui/spinner.tsx'
import { purchasePath, toPurchase } from '#app/layouts/account/purchase-page.tsx'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/item-results'

const PREPARING = 'Preparando datos…'

/** The report to print, and the downloads of an item, of what its page shows. */
function Files({ itemId, shown, hasPlan }: { itemId: string; shown: Shown; hasPlan: boolean }) {
  const { pending, download } = useDownload()
  const address = `/account/items/${itemId}`
  return (
    <>
      <PrintLink report={atShown(`${address}/report`, shown)} />
      <Menu
        variant="secondary"
        trigger={
          pending ? (
            <>
              <Spinner />
              <span>{PREPARING}</span>
            </>
          ) : (
            'Descargar datos'
          )
        }
      >
        <MenuLink to={atShown(`${address}/data/xlsx`, shown)} reloadDocument onClick={download}>
          <FileSpreadsheet aria-hidden="true" />
          Excel (XLSX)
        </MenuLink>
        <MenuLink to={atShown(`${address}/data/csv`, shown)} reloadDocument onClick={download}>
          <FileText aria-hidden="true" />
          CSV
        </MenuLink>
        {hasPlan && (
          <MenuLink to={atShown(`${address}/data/plan`, shown)} reloadDocument onClick={download}>
            <ListChecks aria-hidden="true" />
            Plan (CSV)
          </MenuLink>
        )}
      </Menu>
      <span role="status" className="sr-only">
        {pending ? PREPARING : ''}
      </span>
      <DownloadLink variant="secondary" to={atShown(`${address}/report`, shown)} pendingLabel="Preparando informe…">
        Descargar informe
      </DownloadLink>
    </>
  )
}

export const meta: Route.MetaFunction = () => [{ title: 'Resultados consolidados · Alhena' }]

const readPage = (url: URL): number =>
  z.coerce.number().int().min(1).max(1000).catch(1).parse(url.searchParams.get('pagina'))

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const itemId = z.uuid().safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const requested = args.url.searchParams.get(VIEW_PARAMETER)
  const [item, report, own, again, made, holder] = await Promise.all([
    findItemResults(db, user.id, itemId.data, requested === PEOPLE_VIEW ? readPage(args.url) : null),
    findConsolidated(db, user.id, itemId.data, {
      ...readShown(args.url),
      maxTexts: PAGE_TEXTS,
      withPlan: true,
      withThemes: requested === QUESTIONS_VIEW,
      withTrend: requested === CHANGE_VIEW,
    }),
    findGuides(db, user.id, { itemId: itemId.data }),
    findMeasureAgain(db, { userId: user.id, itemId: itemId.data }),
    requested === BOARD_VIEW ? findDecisions(db, { userId: user.id, itemId: itemId.data }) : undefined,
    requested === BOARD_VIEW ? findHolder(db, user.id, { itemId: itemId.data }) : undefined,
  ])
  if (!item || !report) throw data('Not found', 404)
  // They were a view of this page, and have a page of their own.
  if (requested === SETTINGS_VIEW && item.manages) throw redirect(purchasePath(item.id, 'settings'))
  const guides = own && report.figures ? selectGuides(own, 'purchase', report.figures.sections) : []
  const shownReport = { ...report, plan: report.plan && showPlan(report.plan) }
  const page = { item, report: shownReport, guides, again, holder }
  const views = listItemViews(page)
  const view = selectView(views, requested)
  const { figures } = shownReport
  return {
    ...page,
    board:
      figures && view.key === BOARD_VIEW
        ? { ...makeBoard({ ...shownReport, figures }, now(), made?.decisions), version: made?.version ?? 0 }
        : undefined,
    report: trimReport(page.report, view),
    guides: trimGuides(guides, view.key),
    views: views.map(({ key, label }) => ({ key, label })),
    view: view.key,
  }
}

/** Works with the plan or the decisions; errors are shown beside the form. */
export async function action(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const itemId = z.uuid().safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const fields = await readForm(args.request)
  const { db, now } = servicesOf(args.context)
  const item = { userId: user.id, itemId: itemId.data }
  if (isPlanForm(fields)) {
    return answerPlanForm(db, { userId: user.id, of: { itemId: itemId.data }, now: now() }, fields)
  }
  if (isDecisionsForm(fields)) return answerDecisionsForm(db, item, fields)
  throw data('Bad request', 400)
}

export default function ItemResultsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, report, guides, again, board, holder, views, view } = loaderData
  const { figures } = report
  const answers = isPlanAnswer(actionData) ? { answer: undefined, planAnswer: actionData } : { answer: actionData }
  const shown = { round: report.round ?? undefined, base: report.selected ?? undefined }
  return (
    <div className={`${PAGE_WIDTH} py-6 sm:py-10`}>
      <ResultsTop
        title="Resultados consolidados"
        description={`${item.name} · Orden ${item.order_number}`}
        back={toPurchase(item.id)}
        actions={figures && <Files itemId={item.id} shown={shown} hasPlan={hasActions(report.plan)} />}
      >
        {figures && <ResultHead result={figures} plan={report.plan} comparison={report.comparison} />}
      </ResultsTop>
      <RoundLinks report={report} view={view} />
      <ViewTabs views={views} current={view} />
      <ItemView view={view} page={{ item, report, guides, again, board, holder, ...answers }} />
      {figures?.legalNote != null && <p className="mt-6 max-w-prose text-sm text-muted">{figures.legalNote}</p>}
    </div>
  )
}

function ItemView({ view, page }: { view: string; page: ItemPage }) {
  const { Content } = selectView(ITEM_VIEWS, view)
  return <Content page={page} />
}
