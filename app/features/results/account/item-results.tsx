import ArrowLeft from 'lucide-react/icons/arrow-left'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import FileText from 'lucide-react/icons/file-text'
import Printer from 'lucide-react/icons/printer'
import { data, redirect } from 'react-router'
import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { type ConsolidatedReport, PAGE_TEXTS } from '#app/features/results/consolidated/consolidated.ts'
import { ConsolidatedResults } from '#app/features/results/consolidated/consolidated-report.tsx'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { findItemResults } from '#app/features/results/find-results.server.ts'
import { ItemPeople } from '#app/features/results/item-people.tsx'
import { showPlan } from '#app/features/results/plan/plan-texts.ts'
import { NextSteps } from '#app/features/results/plan/plan-view.tsx'
import { PublishForm, ResultModeForm, RoundLinks } from '#app/features/results/rounds/publish-form.tsx'
import {
  chooseResultMode,
  publishForm,
  publishResults,
  resultModeForm,
} from '#app/features/results/rounds/publish-results.server.ts'
import { readShown } from '#app/features/results/shown.server.ts'
import { atShown, type Shown } from '#app/features/results/shown.ts'
import { chooseTargets, findItemTargets } from '#app/features/results/targets/choose-targets.server.ts'
import { TargetsForm } from '#app/features/results/targets/targets-form.tsx'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { wholePercent } from '#app/kernel/rounding.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField } from '#app/kit/forms/form-answer.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { DownloadLink, useDownload } from '#app/kit/ui/download-link.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Stat, StatList } from '#app/kit/ui/facts.tsx'
import { Menu, MenuLink } from '#app/kit/ui/menu.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { Spinner } from '#app/kit/ui/spinner.tsx'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/item-results'

const PREPARING = 'Preparando datos…'

/** The downloads of an item, the data and the report, of what its page shows. */
function DownloadMenu({ itemId, shown }: { itemId: string; shown: Shown }) {
  const { pending, download } = useDownload()
  const address = `/account/items/${itemId}`
  return (
    <>
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
  const { db } = servicesOf(args.context)
  const itemId = z.uuid().safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const [item, report, targets] = await Promise.all([
    findItemResults(db, user.id, itemId.data, readPage(args.url)),
    findConsolidated(db, user.id, itemId.data, { ...readShown(args.url), maxTexts: PAGE_TEXTS, withPlan: true }),
    findItemTargets(db, { userId: user.id, itemId: itemId.data }),
  ])
  if (!item || !report) throw data('Not found', 404)
  return { item, report: { ...report, plan: report.plan && showPlan(report.plan) }, targets }
}

type Intent = 'publish' | 'choose-targets' | 'choose-mode'
type Answer = { intent: Intent; done: boolean; text: string; errors: Readonly<Record<string, string>> }

/** Sets who may read what, or the targets, or publishes a round; errors are shown beside the form. */
export async function action(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const itemId = z.uuid().safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const fields = await readForm(args.request)
  const { db, now } = servicesOf(args.context)
  const item = { userId: user.id, itemId: itemId.data }
  /** The page of an item again. @param found whether the user manages it */
  const pageAgain = (found: boolean) => {
    if (!found) throw data('Not found', 404)
    return redirect(`/account/items/${itemId.data}/results`)
  }
  if (fields.intent === 'publish') {
    const intent = 'publish' as const
    const publishing = publishForm.safeParse(fields)
    if (!publishing.success) {
      const errors = firstMessagePerField(publishing.error)
      if (errors.round !== undefined) throw data('Bad request', 400)
      return data<Answer>({ intent, done: false, text: '', errors }, 400)
    }
    const { round } = publishing.data
    return answerRefusals(async () => pageAgain(await publishResults(db, { ...item, number: round, now: now() })), {
      intent,
    })
  }
  if (fields.intent === 'choose-targets') {
    const intent = 'choose-targets' as const
    const choose = async () => {
      if (!(await chooseTargets(db, { ...item, form: fields }))) throw data('Not found', 404)
      return { intent, done: true, text: 'Guardamos los objetivos.', errors: {} } satisfies Answer
    }
    return answerRefusals(choose, { intent })
  }
  const form = resultModeForm.safeParse(fields)
  if (!form.success) throw data('Bad request', 400)
  const { intent, mode } = form.data
  return answerRefusals(async () => pageAgain(await chooseResultMode(db, { ...item, mode })), { intent })
}

export default function ItemResultsPage({ loaderData: { item, report, targets }, actionData }: Route.ComponentProps) {
  const confidential = report.item.mode === 'confidential'
  const answerTo = (intent: Intent): Answer | undefined => (actionData?.intent === intent ? actionData : undefined)
  return (
    <div className={`${PAGE_WIDTH} py-10`}>
      <PageHeading
        title="Resultados consolidados"
        description={`${item.name} · Orden ${item.order_number}`}
        before={
          <ButtonLink to="/account/dashboard" variant="link" size="sm" className="print:hidden">
            <ArrowLeft aria-hidden="true" />
            Volver al dashboard
          </ButtonLink>
        }
        actions={
          report.figures && (
            <>
              <Button variant="ghost" onClick={() => window.print()}>
                <Printer aria-hidden="true" />
                Imprimir
              </Button>
              <DownloadMenu
                itemId={item.id}
                shown={{ round: report.round ?? undefined, base: report.selected ?? undefined }}
              />
            </>
          )
        }
      />
      {report.figures && <NextSteps plan={report.plan} result={report.figures} className="mb-10" />}
      <Participation report={report} />
      <div className="grid gap-6">
        <RoundLinks report={report} />
        {report.figures ? (
          <ConsolidatedResults report={{ ...report, figures: report.figures }} />
        ) : (
          <Panel>
            <Nothing report={report} />
          </Panel>
        )}
        {confidential &&
          report.waiting > 0 &&
          (item.manages ? (
            <PublishForm
              item={item}
              round={report.rounds.length + 1}
              waiting={report.waiting}
              answer={answerTo('publish')}
            />
          ) : (
            <Alert title={`${countOf(report.waiting, 'persona espera', 'personas esperan')} la publicación`}>
              Terminaron, y sus respuestas cuentan cuando se publique la ronda siguiente.
            </Alert>
          ))}
        {item.mode === 'business' && item.manages && (
          <ResultModeForm mode={report.item.mode} frozen={report.item.frozen} error={answerTo('choose-mode')?.text} />
        )}
        {targets && <TargetsForm targets={targets} answer={answerTo('choose-targets')} />}
        <ItemPeople item={item} />
      </div>
    </div>
  )
}

function Participation({ report }: { report: ConsolidatedReport }) {
  const { participation } = report
  // Beside the figures of a round, those of the whole purchase say so.
  const whole = report.round === null ? '' : ' de la compra'
  const { seats, invited, started, completed } = participation
  const share = wholePercent(completed, invited)
  return (
    <StatList className="mb-10">
      {report.figures && report.round !== null && (
        <Stat label={`Personas de la ronda ${report.round}`} value={formatInteger(report.figures.people)} />
      )}
      <Stat label={`Participantes${whole}`} value={`${formatInteger(invited)} de ${formatInteger(seats)}`} />
      <Stat label={`Completados${whole}`} value={formatInteger(completed)} note={`${share}% de participación`} />
      {started !== null && <Stat label="En Progreso" value={formatInteger(started)} />}
      <Stat
        label={started === null ? 'Sin completar' : 'Pendientes'}
        value={formatInteger(invited - completed - (started ?? 0))}
      />
    </StatList>
  )
}

function Nothing({ report: { item } }: { report: ConsolidatedReport }) {
  if (item.mode === 'nominative') {
    return (
      <EmptyState as="h2" title="Nadie ha completado todavía">
        Los resultados aparecen cuando termina la primera persona.
      </EmptyState>
    )
  }
  return (
    <EmptyState as="h2" title="Resultados sin publicar">
      {`Los resultados confidenciales se publican una vez por ronda, con al menos cinco personas distintas que hayan terminado.${item.seats < 6 ? ' Esta compra tiene menos asientos que eso: agrega asientos, o elige el modo nominativo si aún se puede.' : ''}`}
    </EmptyState>
  )
}
