import { data, isRouteErrorResponse } from 'react-router'
import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { onlyUser } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { findResults } from '#app/features/results/find-results.server.ts'
import { findGuides } from '#app/features/results/guides/guides.server.ts'
import { type GuidesOfItem, selectGuides } from '#app/features/results/guides/guides.ts'
import { listPersonViews, PERSON_VIEWS, trimResults } from '#app/features/results/person-views/person-views.ts'
import { showPlan } from '#app/features/results/plan/plan-texts.ts'
import { answerPlanForm } from '#app/features/results/plan-actions/answer-plan-form.server.ts'
import { isPlanAnswer, type PlanAnswer, type WorkedPlan } from '#app/features/results/plan-actions/plan-actions.ts'
import { EvalueeFacts } from '#app/features/results/report-parts.tsx'
import { ResultHead } from '#app/features/results/result-head.tsx'
import {
  ANSWERS_ONLY,
  CONFIDENTIAL_RESULTS,
  FAILED_RESULTS,
  hasAnswers,
  NO_RESULTS,
  type ResultsAnswer,
  type RunResults,
  UNFINISHED_RESULTS,
} from '#app/features/results/results.ts'
import { PrintLink, ResultsTop } from '#app/features/results/results-top.tsx'
import { VIEW_PARAMETER } from '#app/features/results/shown.ts'
import { ViewTabs } from '#app/features/results/view-tabs.tsx'
import { FIRST_VIEW, selectView, type View } from '#app/features/results/views.ts'
import { findRating } from '#app/features/reviews/rate-access.server.ts'
import { RatingForm } from '#app/features/reviews/rating-form.tsx'
import type { OwnRating } from '#app/features/reviews/reviews.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TO_DASHBOARD } from '#app/layouts/account/account-page.tsx'
import { toPurchase } from '#app/layouts/account/purchase-page.tsx'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/results'

export const meta: Route.MetaFunction = () => [{ title: 'Resultados · Alhena' }]

const STATUS: Record<ResultsAnswer['state'], number> = {
  found: 200,
  unfinished: 200,
  empty: 200,
  confidential: 200,
  missing: 404,
  failed: 500,
}

/** Results, with the view that is shown and all that have content, and the reader's own rating where they are their own. */
type Loaded = ResultsAnswer & {
  rating?: OwnRating
  views?: readonly View[]
  view?: string
  /** Whether others may have answered, of whom another page tells. */
  isOfCompany?: boolean
}

/** With its guides, and without what the plan knows of questions that it has no action for and what the view doesn't show. */
function showAnswer(
  answer: ResultsAnswer<WorkedPlan>,
  own: GuidesOfItem | undefined,
  requested: string | null,
): Loaded {
  if (answer.state !== 'found') return answer
  const { plan, report, in_progress } = answer.results
  const guides = own && !in_progress ? selectGuides(own, 'person', report.sections) : []
  const results = { ...answer.results, plan: plan && showPlan(plan), guides }
  const views = listPersonViews(results)
  const view = selectView(views, requested).key
  return {
    state: 'found',
    results: trimResults(results, view),
    views: views.map(({ key, label }) => ({ key, label })),
    view,
  }
}

/** Returns errors rather than throwing, so that the dashboard's dialog can show its own text. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, log } = servicesOf(args.context)
  const accessId = z.uuid().safeParse(args.params.accessId)
  if (!accessId.success) return data<Loaded>({ state: 'missing' }, 404)
  try {
    const withPlan = !args.url.searchParams.has(ANSWERS_ONLY)
    const [answer, guides, rating] = await Promise.all([
      findResults(db, user.id, accessId.data, { withPlan }),
      withPlan ? findGuides(db, user.id, { accessId: accessId.data }) : undefined,
      findRating(db, { actors: onlyUser(user.id), accessId: accessId.data }),
    ])
    const shown = showAnswer(answer, guides, args.url.searchParams.get(VIEW_PARAMETER))
    const isOfCompany = guides?.mode === 'business'
    return data<Loaded>({ ...shown, isOfCompany, ...(rating && { rating }) }, STATUS[answer.state])
  } catch (error) {
    log.error('results_load_failed', describeError(error))
    return data<Loaded>({ state: 'failed' }, isDatabaseOutage(error) ? 503 : 500)
  }
}

/** Changes the own plan; errors are shown beside its forms. */
export async function action(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const accessId = z.uuid().safeParse(args.params.accessId)
  if (!accessId.success) throw data('Not found', 404)
  const form = await readForm(args.request)
  const { db, now } = servicesOf(args.context)
  return answerPlanForm(db, { userId: user.id, of: { accessId: accessId.data }, now: now() }, form)
}

/** A failure of server or connection becomes an answer, so that dialog and page can say so. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<Loaded> {
  try {
    return await serverLoader()
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error
    return { state: 'failed' }
  }
}

export default function ResultsPage({ loaderData, actionData }: Route.ComponentProps) {
  const found = loaderData.state === 'found' ? loaderData.results : undefined
  return (
    <div className={`${PAGE_WIDTH} py-6 sm:py-10`}>
      <ResultsTop
        title={found ? `Resultados de ${found.evaluee.name}` : 'Resultados'}
        description={found?.product}
        back={found ? toPurchase(found.item_id) : TO_DASHBOARD}
        actions={found && <Files results={found} isOfCompany={loaderData.isOfCompany} />}
      >
        {found && <ResultHead result={found.report} plan={found.plan} />}
      </ResultsTop>
      {found?.in_progress && (
        <Alert className="mb-6" title="En progreso">
          Estos niveles cambiarán: todavía se está respondiendo.
        </Alert>
      )}
      {found?.closed_by_buyer && (
        <Alert className="mb-6" tone="warning" title="Cerrado por el comprador">
          Se terminó desde el panel con las respuestas guardadas hasta ese momento.
        </Alert>
      )}
      <Content answer={loaderData} planAnswer={isPlanAnswer(actionData) ? actionData : undefined} />
      {found && loaderData.rating && (
        <section aria-label="Tu opinión" className="mt-12 max-w-xl border-t border-line pt-8 print:hidden">
          <RatingForm accessId={found.access_id} rating={loaderData.rating} />
        </section>
      )}
    </div>
  )
}

type FilesProps = { results: RunResults; isOfCompany: boolean | undefined }

function Files({ results: { item_id, access_id, report }, isOfCompany }: FilesProps) {
  const file = `/account/results/${access_id}/report`
  return (
    <>
      {isOfCompany && (
        <ButtonLink variant="ghost" to={`/account/items/${item_id}/results`}>
          Ver a todas las personas
        </ButtonLink>
      )}
      {hasAnswers(report) && (
        <>
          <PrintLink report={file} />
          <DownloadLink variant="secondary" to={file} pendingLabel="Preparando informe…">
            Descargar informe
          </DownloadLink>
        </>
      )}
    </>
  )
}

type FoundProps = {
  results: RunResults
  views: readonly View[]
  view: string
  /** What became of a form of the plan. */
  planAnswer: PlanAnswer | undefined
}

function Found({ results, views, view, planAnswer }: FoundProps) {
  const { Content: Shown } = selectView(PERSON_VIEWS, view)
  return (
    <>
      <ViewTabs views={views} current={view} />
      <Shown results={results} answer={planAnswer} />
      {results.report.legalNote !== null && (
        <p className="mt-6 max-w-prose text-sm text-muted">{results.report.legalNote}</p>
      )}
    </>
  )
}

function Content({ answer, planAnswer }: { answer: Loaded; planAnswer: PlanAnswer | undefined }) {
  switch (answer.state) {
    case 'found':
      return (
        <Found
          results={answer.results}
          views={answer.views ?? []}
          view={answer.view ?? FIRST_VIEW}
          planAnswer={planAnswer}
        />
      )
    case 'unfinished':
      return (
        <div className="grid gap-6">
          <Panel title="Persona">
            <EvalueeFacts results={answer.results} />
          </Panel>
          <Panel>
            <EmptyState as="h2" title={UNFINISHED_RESULTS.title}>
              {UNFINISHED_RESULTS.description}
            </EmptyState>
          </Panel>
        </div>
      )
    case 'empty':
    case 'missing':
      return (
        <EmptyState as="h2" title={NO_RESULTS.title}>
          {NO_RESULTS.description}
        </EmptyState>
      )
    case 'confidential':
      return (
        <EmptyState as="h2" title={CONFIDENTIAL_RESULTS.title}>
          {CONFIDENTIAL_RESULTS.description}
        </EmptyState>
      )
    case 'failed':
      return (
        <Alert tone="error" title={FAILED_RESULTS.title}>
          {FAILED_RESULTS.description}
        </Alert>
      )
  }
}
