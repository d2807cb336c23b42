import { data, Link, useNavigation } from 'react-router'
import { z } from 'zod'
import { findBankLine } from '#app/features/bank-statements/lines/bank-lines.server.ts'
import {
  asideFields,
  BANK_LINE_STATES,
  LINE_INTENTS,
  returnFields,
} from '#app/features/bank-statements/lines/bank-lines.ts'
import { type CandidateOrder, findProducts } from '#app/features/bank-statements/matching/candidate-orders.server.ts'
import type { Candidate } from '#app/features/bank-statements/matching/candidates.ts'
import { closedText, missingText } from '#app/features/bank-statements/matching/match-texts.ts'
import { findProposal, searchCandidates } from '#app/features/bank-statements/matching/proposals.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { lineNames } from '#app/features/payments/manual/resolution.ts'
import { formatDay } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { IntentForm } from '#app/kit/forms/intent-form.tsx'
import { keepTypedInput, revalidateOnConflict, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { readSearch } from '#app/kit/lists/list-address.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { CopyButton } from '#app/kit/ui/copy-button.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import type { Mode } from '#app/platform/database/values.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/transfer'
import { answerLine, type LineAnswer } from './transfer-action.server.ts'
import { DecidedLine } from './transfer-decided.tsx'
import { SettlePanel } from './transfer-settle.tsx'

type FormProps = { answer: LineAnswer | undefined }

/** Says that a credit is from no sale. */
const SetAsideForm = ({ answer }: FormProps) => (
  <Panel title="No es de una venta" description="Deja de proponerse. Puedes deshacerlo después.">
    <IntentForm intent="set-aside" fields={asideFields} answer={answer} variant="secondary">
      Dejar aparte
    </IntentForm>
  </Panel>
)

/** Records that a credit was given back whole. */
function ReturnForm({ answer }: FormProps) {
  const sending = useNavigation().formData?.get('intent') === 'return'
  const { ref, field, errors } = useForm(returnFields, answer)
  return (
    <Panel
      title="Ya lo devolviste"
      description="Primero transfiere el dinero desde tu banco; aquí queda anotado, y no se puede deshacer."
    >
      <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value="return" />
        <TextField {...field('note')} />
        <ReauthenticationField error={errors.password} />
        <Button type="submit" variant="secondary" className="justify-self-start" pending={sending}>
          Marcar como devuelto
        </Button>
      </Form>
    </Panel>
  )
}

type MatchProps = { match: Candidate<CandidateOrder> }

const orderLink = 'text-copper underline decoration-copper/40 underline-offset-4 hover:decoration-current'

/** What to write to a buyer who paid too little. */
function MissingMoney({ match: { order, difference }, paid }: MatchProps & { paid: Pesos }) {
  const text = missingText(order, paid)
  const subject = `Tu transferencia para la orden ${order.number}`
  return (
    <Panel
      title={`Faltan ${formatPesos(pesos(-difference))}`}
      description="La orden sigue pendiente hasta que llegue el resto: entonces súmalo aquí con este abono. También puedes devolverlo."
    >
      <TextArea label={`Texto para ${order.client.name}`} rows={7} readOnly value={text} />
      <div className="mt-4 flex flex-wrap gap-2.5">
        <CopyButton text={text} label="Copiar el texto" />
        <a
          href={`mailto:${order.client.email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
          className="inline-flex min-h-9 items-center text-copper underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {`Escribir a ${order.client.email}`}
        </a>
      </div>
    </Panel>
  )
}

type ClosedOrderProps = MatchProps & { products: readonly { assessment_id: string; mode: Mode; seats: number }[] }

/** What to do with money for an order that does not wait for it. */
function ClosedOrder({ match: { order }, products }: ClosedOrderProps) {
  const query = new URLSearchParams({ cliente: order.client.id })
  for (const [at, { assessment_id, mode, seats }] of products.entries()) {
    const names = lineNames(at + 1)
    query.set(names.product, assessment_id)
    query.set(names.mode, mode)
    query.set(names.seats, String(seats))
  }
  const isPaid = order.status === 'paid'
  return (
    <Alert
      tone="warning"
      title={`La orden ${closedText(order.status)}`}
      actions={
        !isPaid &&
        products.length > 0 && (
          <ButtonLink size="sm" variant="secondary" to={`/admin/orders/new?${query}`}>
            Crear la misma orden de nuevo
          </ButtonLink>
        )
      }
    >
      El abono parece de{' '}
      <Link to={`/admin/orders/${order.id}`} className={orderLink}>
        {order.number}
      </Link>
      <span>{`, de ${order.client.name}. ${
        isPaid
          ? 'Si es un segundo pago, devuélvelo.'
          : 'No se puede reabrir, porque sus precios y su código quedaron libres: crea otra y confírmala con este abono, o devuelve el dinero.'
      }`}</span>
    </Alert>
  )
}

export const meta: Route.MetaFunction = () => [{ title: 'Abono · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.lineId)
  const search = readSearch(args.url.searchParams.get('orden'))
  const found = id.success
    ? await readAs(db, actorOf(user), async tx => {
        const line = await findBankLine(tx, id.data)
        if (line?.state !== 'open') return line && { line, open: undefined }
        const proposed = await findProposal(tx, line, now())
        if (!proposed) return { line, open: undefined }
        const { proposal, others } = proposed
        const { kind, match, contested, candidates } = proposal
        const closed = kind === 'closed' ? match : undefined
        const searched = search === '' ? [] : await searchCandidates(tx, line, search)
        return {
          line,
          open: {
            ...{ kind, match, contested, candidates, others, searched },
            closed: closed && { match: closed, products: await findProducts(tx, closed.order.id) },
          },
        }
      })
    : undefined
  if (!found) throw data('Not found', 404)
  return { ...found, search }
}

export const shouldRevalidate = revalidateOnConflict

export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args, unansweredIntent(LINE_INTENTS))

export const action = answerLine

/** One credit: what it is, what it may pay, and what was decided about it. */
export default function Transfer({ loaderData, actionData }: Route.ComponentProps) {
  const { line, open, search } = loaderData
  const answerTo = (intent: LineAnswer['intent']) => (actionData?.intent === intent ? actionData : undefined)
  return (
    <>
      <PageHeading
        title={`Abono de ${formatPesos(line.amount)}`}
        description={`${formatDay(line.bookedOn)}, ${line.account}`}
        before={
          <Breadcrumbs items={[{ label: 'Transferencias', to: '/admin/finance/transfers' }, { label: 'Abono' }]} />
        }
      />
      <FormOutcome answer={actionData} />
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-8">
          {open ? (
            <>
              {open.kind === 'under' && open.match && <MissingMoney match={open.match} paid={line.amount} />}
              {open.closed && <ClosedOrder {...open.closed} />}
              <SettlePanel {...open} search={search} answer={answerTo('settle')} />
              <SetAsideForm answer={answerTo('set-aside')} />
              <ReturnForm answer={answerTo('return')} />
            </>
          ) : (
            <DecidedLine line={line} answer={answerTo('return-surplus')} />
          )}
        </div>
        <Panel title="Abono">
          <Facts>
            <Fact label="Estado">
              <StatusBadge of={BANK_LINE_STATES} status={line.state} />
            </Fact>
            <Fact label="Descripción">{line.description}</Fact>
            {line.rut && <Fact label="RUT de quien paga">{formatRut(line.rut)}</Fact>}
            {line.operation && <Fact label="N° de operación">{line.operation}</Fact>}
            <Fact label="Cartola">{`${line.fileName}, fila ${formatInteger(line.row)}`}</Fact>
          </Facts>
        </Panel>
      </div>
    </>
  )
}
