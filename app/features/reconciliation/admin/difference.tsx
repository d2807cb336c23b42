import { data, Link } from 'react-router'
import { z } from 'zod'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { ORDER_STATUSES } from '#app/features/orders/orders.ts'
import {
  type DifferenceDetail,
  findDifference,
  REVIEW_INTENTS,
  reviewDifference,
  reviewForm,
} from '#app/features/reconciliation/differences/differences.server.ts'
import {
  DIFFERENCE_STATUSES,
  DIFFERENCES,
  gapOf,
  reviewFields,
} from '#app/features/reconciliation/differences/differences.ts'
import { GATEWAY_NAMES, MOVEMENT_NAMES } from '#app/features/reconciliation/reports/report-texts.ts'
import { formatDateTime, formatDay } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { IntentForm } from '#app/kit/forms/intent-form.tsx'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import type { useForm } from '#app/kit/forms/use-form.ts'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/difference'

export const meta: Route.MetaFunction = () => [{ title: 'Diferencia · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.differenceId)
  const difference = id.success ? await readAs(db, actorOf(user), tx => findDifference(tx, id.data)) : undefined
  if (!difference) throw data('Not found', 404)
  return { difference }
}

export const action = adminForm(
  { schema: reviewForm, intents: REVIEW_INTENTS, fields: ['note'], param: 'differenceId' },
  async (command, { services: { db }, actor, id, now }) => {
    await reviewDifference(db, { actor, id, note: command.intent === 'review' ? command.note : null, now })
    return { done: command.intent === 'review' ? 'Diferencia revisada.' : 'La diferencia está por revisar otra vez.' }
  },
)

/** One difference: both sides, what to do, and its review. */
export default function DifferencePage({ loaderData: { difference }, actionData }: Route.ComponentProps) {
  const { label, advice } = DIFFERENCES[difference.kind]
  const gap = gapOf({ our: difference.our_clp, their: difference.their_clp })
  return (
    <>
      <PageHeading
        title={label}
        description={<StatusBadge of={DIFFERENCE_STATUSES} status={difference.status} />}
        before={
          <Breadcrumbs
            items={[
              { label: 'Conciliación', to: `/admin/finance/reconciliation?mes=${difference.day.slice(0, 7)}` },
              { label: formatDay(difference.day), to: `/admin/finance/reconciliation/days/${difference.day}` },
              { label: 'Diferencia' },
            ]}
          />
        }
      />
      <FormOutcome answer={actionData} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 gap-6 md:grid-cols-2">
          <Panel title="En la tienda">
            <Facts>
              <Fact label="Monto">{difference.our_clp === null ? 'Nada' : formatPesos(difference.our_clp)}</Fact>
              {difference.order_id && (
                <Fact label="Orden">
                  <Link
                    className="text-copper underline underline-offset-4"
                    to={`/admin/orders/${difference.order_id}`}
                  >
                    {difference.order_number}
                  </Link>
                  {difference.order_status && <span>{` (${ORDER_STATUSES[difference.order_status].label})`}</span>}
                </Fact>
              )}
              {difference.reference !== null && <Fact label="Referencia">{difference.reference}</Fact>}
              {difference.authorization_code !== null && (
                <Fact label="Autorización">{difference.authorization_code}</Fact>
              )}
            </Facts>
          </Panel>
          <Panel title={`En el reporte (${GATEWAY_NAMES[difference.gateway]})`}>
            <Reported difference={difference} />
          </Panel>
          <Panel title="Qué hacer" className="md:col-span-2">
            <p className="max-w-prose text-md">{advice}</p>
            {difference.our_clp !== null && difference.their_clp !== null && (
              <p className="mt-3 text-md">
                {`El banco tiene ${formatPesos(pesos(Math.abs(gap)))} ${gap > 0 ? 'más' : 'menos'} que la tienda.`}
              </p>
            )}
          </Panel>
        </div>
        <Review difference={difference} answer={actionData?.intent === 'review' ? actionData : undefined} />
      </div>
    </>
  )
}

const Reported = ({ difference: { line, their_clp } }: { difference: DifferenceDetail }) =>
  line === null ? (
    <p className="text-md text-muted">No está en los reportes que cubren ese día.</p>
  ) : (
    <Facts>
      <Fact label="Monto">{formatPesos(their_clp ?? line.amount_clp)}</Fact>
      <Fact label="Movimiento">
        {`${MOVEMENT_NAMES[line.kind]} del ${formatDay(line.day)}${line.accounting_day ? `, fecha contable ${formatDay(line.accounting_day)}` : ''}`}
      </Fact>
      {line.card_last4 !== null && <Fact label="Tarjeta">{`terminada en ${line.card_last4}`}</Fact>}
      <Fact label="Archivo">
        <Link
          className="text-copper underline underline-offset-4"
          to={`/admin/finance/reconciliation/reports/${line.report_id}`}
        >
          {line.file_name}
        </Link>
        <span>{`, fila ${formatInteger(line.row_number)}`}</span>
      </Fact>
    </Facts>
  )

type ReviewProps = { difference: DifferenceDetail; answer: Parameters<typeof useForm<typeof reviewFields>>[1] }

function Review({ difference, answer }: ReviewProps) {
  if (difference.status === 'reviewed') {
    return (
      <Panel title="Revisada">
        <Facts>
          <Fact label="Nota">
            <span className="whitespace-pre-line">{difference.note}</span>
          </Fact>
          <Fact label="Por">
            {`${difference.reviewer ?? ''}, ${difference.reviewed_at ? formatDateTime(difference.reviewed_at) : ''}`}
          </Fact>
        </Facts>
        <div className="mt-5">
          <PostButton intent="reopen" variant="secondary">
            Volver a por revisar
          </PostButton>
        </div>
      </Panel>
    )
  }
  return (
    <Panel title="Marcar como revisada">
      <IntentForm intent="review" fields={reviewFields} answer={answer}>
        Marcar como revisada
      </IntentForm>
    </Panel>
  )
}
