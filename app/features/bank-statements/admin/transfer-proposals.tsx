import { useEffect, useRef } from 'react'
import { data, Link, useNavigation } from 'react-router'
import { cancelledText } from '#app/features/bank-statements/matching/match-texts.ts'
import { findProposals } from '#app/features/bank-statements/matching/proposals.server.ts'
import { settleLines } from '#app/features/bank-statements/matching/settle-lines.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { reauthenticate } from '#app/features/identity/staff/reauthentication.server.ts'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField } from '#app/kit/forms/form-answer.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/transfer-proposals'
import { ProposalTable } from './proposal-table.tsx'
import { confirmForm, MOST_PAIRS } from './transfer-action.server.ts'

/** `problem`: why the credit was not taken for the order. */
type Result = { lineId: string; orderId: string; problem: string | undefined }

const link = 'text-copper underline underline-offset-4'

/** What became of each credit that was confirmed: what failed, and why. Takes the focus. */
function ConfirmOutcome({ results }: { results: readonly Result[] }) {
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (results.length > 0) outcome.current?.focus()
  }, [results])
  const done = results.filter(result => result.problem === undefined)
  const failed = results.filter(result => result.problem !== undefined)
  return (
    <div ref={outcome} tabIndex={-1} className="grid gap-4 not-empty:mb-6">
      {done.length > 0 && (
        <Alert tone="success" title={countOf(done.length, 'abono confirmado', 'abonos confirmados')}>
          Las órdenes pagadas tienen sus accesos y el comprobante va en camino.
        </Alert>
      )}
      {failed.length > 0 && (
        <Alert tone="error" title={countOf(failed.length, 'abono no se confirmó', 'abonos no se confirmaron')}>
          <ul className="mt-1 grid gap-1">
            {failed.map(({ lineId, orderId, problem }) => (
              <li key={lineId}>
                <Link to={`/admin/finance/transfers/${lineId}`} className={link}>
                  Ver el abono
                </Link>{' '}
                y{' '}
                <Link to={`/admin/orders/${orderId}`} className={link}>
                  su orden
                </Link>
                <span>{`: ${problem ?? ''}`}</span>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}

export const meta: Route.MetaFunction = () => [{ title: 'Propuestas de pago · Administración · Alhena' }]

/** Credits of each kind that are shown. */
const SHOWN = 50

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const proposals = await readAs(db, actorOf(user), tx => findProposals(tx, now()))
  const of = (...kinds: (typeof proposals)[number]['kind'][]) => proposals.filter(({ kind }) => kinds.includes(kind))
  const part = (found: typeof proposals, most: number) => ({
    count: found.length,
    rows: found.slice(0, most).map(({ line, kind, match, candidates, contested }) => ({
      line,
      kind,
      match: match ?? candidates[0],
      contested,
    })),
  })
  return {
    sure: part(of('sure'), MOST_PAIRS),
    amounts: part(of('over', 'under'), SHOWN),
    closed: part(of('closed'), SHOWN),
    choose: part(of('choose'), SHOWN),
    unknown: of('none').length,
    total: proposals.length,
  }
}

export async function action(args: Route.ActionArgs) {
  const { id: userId } = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const posted = await postedForm(args.request)
  const form = confirmForm.safeParse({
    pair: [...new Set(posted.getAll('pair'))],
    password: posted.get('password') ?? '',
  })
  const selected = posted.getAll('pair').filter(pair => typeof pair === 'string')
  if (!form.success) return data({ errors: firstMessagePerField(form.error), selected, results: [] }, 400)
  const { pair, password } = form.data
  const confirmed = async () => {
    await reauthenticate(args, password, now())
    const actor = { kind: 'admin', userId } as const
    const results = []
    // One transaction for each order: what fails for one changes nothing for the others.
    for (const [lineId, orderId] of pair) {
      const problem = await settleLines({ db }, { actor, lineIds: [lineId], orderId, now: now() }).then(
        settled => (settled.ok ? undefined : cancelledText(settled.error)),
        refusalText,
      )
      results.push({ lineId, orderId, problem })
    }
    return { errors: {}, selected: [], results }
  }
  return answerRefusals(confirmed, { selected, results: [] })
}

/** @throws whatever is no refusal */
function refusalText(error: unknown): string {
  if (error instanceof Refusal) return error.message
  throw error
}

/** What the rules propose for the credits that nobody has decided about: the sure ones together, the others one by one. */
export default function TransferProposals({ loaderData, actionData }: Route.ComponentProps) {
  const { sure, amounts, closed, choose, unknown, total } = loaderData
  return (
    <>
      <PageHeading
        title="Propuestas de pago"
        description="Qué orden pagó cada abono por decidir, y por qué lo creemos."
        before={
          <Breadcrumbs items={[{ label: 'Transferencias', to: '/admin/finance/transfers' }, { label: 'Propuestas' }]} />
        }
      />
      <ConfirmOutcome results={actionData?.results ?? []} />
      {total === 0 && (
        <EmptyState
          as="h2"
          title="No hay abonos por decidir"
          action={<ButtonLink to="/admin/finance/transfers/upload">Subir cartola</ButtonLink>}
        >
          Sube la próxima cartola cuando la tengas.
        </EmptyState>
      )}
      <div className="grid gap-8">
        {sure.count > 0 && <SureProposals {...loaderData} answer={actionData} />}
        {amounts.count > 0 && (
          <Panel
            title={`Con otro monto (${formatInteger(amounts.count)})`}
            description="Nombran una orden, pero falta o sobra dinero."
            padding="flush"
          >
            <ProposalTable caption="Abonos con otro monto" proposals={amounts.rows} />
          </Panel>
        )}
        {closed.count > 0 && (
          <Panel
            title={`De órdenes que ya no esperan un pago (${formatInteger(closed.count)})`}
            description="Crea la orden de nuevo o devuelve el dinero."
            padding="flush"
          >
            <ProposalTable caption="Abonos de órdenes que ya no esperan un pago" proposals={closed.rows} />
          </Panel>
        )}
        {choose.count > 0 && (
          <Panel
            title={`Por elegir (${formatInteger(choose.count)})`}
            description="Algo coincide, pero no basta para estar seguros."
            padding="flush"
          >
            <ProposalTable caption="Abonos por elegir" proposals={choose.rows} />
          </Panel>
        )}
        {unknown > 0 && (
          <p className="text-md text-muted">
            <span>{`${countOf(unknown, 'abono no se parece', 'abonos no se parecen')} a ninguna orden.`}</span>{' '}
            <Link to="/admin/finance/transfers" className="text-copper underline underline-offset-4">
              Ver los abonos por decidir
            </Link>
          </p>
        )}
      </div>
    </>
  )
}

type Answer = Route.ComponentProps['actionData']

function SureProposals({ sure, answer }: Route.ComponentProps['loaderData'] & { answer: Answer }) {
  const sending = useNavigation().formMethod === 'POST'
  const errors: Readonly<Partial<Record<string, string>>> = answer?.errors ?? {}
  return (
    <Panel
      title={`Seguras (${formatInteger(sure.count)})`}
      description="El monto es el de la orden al peso, y el texto la nombra o el RUT es de una sola que calza. Quita las que no quieras confirmar."
      padding="flush"
    >
      <Form method="post" noValidate>
        <ProposalTable
          caption="Abonos seguros"
          proposals={sure.rows}
          selected={answer && answer.selected.length > 0 ? answer.selected : undefined}
        />
        <div className="grid gap-5 border-t border-line px-5 py-5 *:max-w-md sm:px-6">
          {errors.pair !== undefined && <Alert tone="error">{errors.pair}</Alert>}
          {sure.count > sure.rows.length && (
            <p className="text-sm text-muted">
              {`Se muestran ${formatInteger(sure.rows.length)}; después siguen las demás.`}
            </p>
          )}
          <ReauthenticationField
            hint="La pedimos porque entrega accesos sin un pago del banco."
            error={errors.password}
          />
          <Button type="submit" className="justify-self-start" pending={sending} pendingLabel="Confirmando…">
            Confirmar los elegidos
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
