import { data, Link, useNavigation } from 'react-router'
import { z } from 'zod'
import { accessesAtStake, type RefundImpact } from '#app/features/accesses/related-accesses.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { type ChargebackDetail, findChargeback } from '#app/features/payments/chargebacks/chargebacks.server.ts'
import {
  answerFields,
  CHARGEBACK_REASONS,
  CHARGEBACK_STATUSES,
  type ChargebackIntent,
  deadlineText,
  settleChargebackFields,
} from '#app/features/payments/chargebacks/chargebacks.ts'
import {
  answerChargeback,
  chargebackForm,
  settleChargeback,
} from '#app/features/payments/chargebacks/manage-chargebacks.server.ts'
import { type Day, dayOf, formatDateTime, formatDay } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { IntentForm } from '#app/kit/forms/intent-form.tsx'
import { keepTypedInput, revalidateOnConflict, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/chargeback'
import { AccessChoice } from './access-choice.tsx'

type Answer = FormAnswer<ChargebackIntent, 'answer' | 'result' | 'note' | 'accesses'> | undefined

type SettleFormProps = { canRevoke: boolean; atStake: RefundImpact; answer: Answer }

/** Records what the bank decided. */
function SettleForm({ canRevoke, atStake, answer }: SettleFormProps) {
  const sending = useNavigation().formData?.get('intent') === 'settle'
  const { ref, errors, field } = useForm(settleChargebackFields, answer)
  return (
    <Panel title="Resolver" description="Cuando el banco decida. No se puede deshacer.">
      <Form ref={ref} method="post" noValidate preventScrollReset className="group/settle grid gap-5">
        <input type="hidden" name="intent" value="settle" />
        <RadioGroup
          legend="¿Qué resolvió el banco?"
          name="result"
          variant="card"
          columns={2}
          defaultValue={answer?.values.result}
          error={errors.result}
          required
          options={[
            {
              value: 'won',
              label: 'Ganado',
              description: canRevoke
                ? 'El dinero vuelve a la tienda.'
                : 'El dinero vuelve a la tienda y la orden está pagada otra vez.',
            },
            { value: 'lost', label: 'Perdido', description: 'El dinero queda con el titular de la tarjeta.' },
          ]}
        />
        <TextField {...field('note')} />
        {canRevoke && (
          <div className="hidden group-has-[input[value=lost]:checked]/settle:block">
            <AccessChoice atStake={atStake} defaultValue={answer?.values.accesses ?? 'keep'} errors={errors} />
          </div>
        )}
        <ReauthenticationField
          hint="La pedimos porque cambia lo que la tienda ganó."
          error={errors.password}
          className="max-w-sm"
        />
        <Button type="submit" className="justify-self-start" pending={sending} pendingLabel="Guardando…">
          Resolver
        </Button>
      </Form>
    </Panel>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Contracargo de ${loaderData?.chargeback.order_number ?? 'una orden'} · Administración · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.chargebackId)
  const found = id.success
    ? await readAs(db, actorOf(user), async tx => {
        const chargeback = await findChargeback(tx, id.data)
        return chargeback && { chargeback, atStake: await accessesAtStake(tx, chargeback.order_id) }
      })
    : undefined
  if (!found) throw data('Not found', 404)
  return { ...found, today: dayOf(now()) }
}

export const shouldRevalidate = revalidateOnConflict

const INTENTS = ['answer', 'settle'] as const
const FIELDS = ['answer', 'result', 'note', 'accesses'] as const

export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args, unansweredIntent(INTENTS))

export const action = adminForm(
  { schema: chargebackForm, intents: INTENTS, fields: FIELDS, param: 'chargebackId' },
  async (command, { services, actor, id: chargebackId, now, confirm }) => {
    if (command.intent === 'answer') {
      await answerChargeback(services, { actor, chargebackId, answer: command.answer, now })
      return { done: 'Guardado: ahora espera lo que resuelva el banco.' }
    }
    await confirm(command.password)
    const { result, note, accesses, understood } = command
    const settled = await settleChargeback(services, {
      actor,
      chargebackId,
      result,
      note,
      revoke: accesses === 'revoke',
      lossConfirmed: understood,
      now,
    })
    return {
      done: `Resuelto: ${result === 'won' ? 'el dinero vuelve a la tienda' : 'el dinero queda con el titular'}. ${ACCESSES[settled.accesses]}`,
    }
  },
)

const ACCESSES = {
  kept: 'Los accesos siguen como estaban.',
  revoked: 'Los accesos se revocaron.',
  restored: 'La orden está pagada otra vez, y quien compró tiene un acceso nuevo.',
} as const

/** A chargeback: what is claimed, what was answered, what the bank decided. */
export default function Chargeback({ loaderData, actionData }: Route.ComponentProps) {
  const { chargeback, atStake, today } = loaderData
  const isOpen = chargeback.status === 'received' || chargeback.status === 'answered'
  const answerTo = (intent: 'answer' | 'settle') => (actionData?.intent === intent ? actionData : undefined)
  return (
    <>
      <PageHeading
        title={`Contracargo de ${formatPesos(chargeback.amount_clp)}`}
        description={`Orden ${chargeback.order_number}`}
        before={
          <Breadcrumbs
            items={[
              { label: 'Órdenes', to: '/admin/orders' },
              { label: 'Contracargos', to: '/admin/finance/chargebacks' },
              { label: chargeback.order_number },
            ]}
          />
        }
      />
      <FormOutcome answer={actionData} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-6">
          {chargeback.status === 'received' && (
            <Panel
              title="Responder"
              description="La respuesta se envía en el portal del banco. Aquí queda qué se respondió."
            >
              <IntentForm intent="answer" fields={answerFields} answer={answerTo('answer')}>
                Marcar como respondido
              </IntentForm>
            </Panel>
          )}
          {chargeback.answer !== null && (
            <Panel title="Qué respondimos">
              <p className="text-md whitespace-pre-line wrap-anywhere">{chargeback.answer}</p>
            </Panel>
          )}
          {isOpen && (
            <SettleForm canRevoke={chargeback.order_status === 'paid'} atStake={atStake} answer={answerTo('settle')} />
          )}
          {chargeback.settled_note !== null && (
            <Panel title="Qué resolvió el banco">
              <p className="text-md wrap-anywhere">{chargeback.settled_note}</p>
            </Panel>
          )}
        </div>
        <ClaimFacts chargeback={chargeback} today={today} />
      </div>
    </>
  )
}

function ClaimFacts({ chargeback, today }: { chargeback: ChargebackDetail; today: Day }) {
  const { status, answerBy, receivedOn, reference, note, answered_at, settled_at, accesses_revoked_at } = chargeback
  return (
    <Panel title="Reclamo">
      <Facts>
        <Fact label="Estado">
          <StatusBadge of={CHARGEBACK_STATUSES} status={status} />
        </Fact>
        <Fact label="Orden">
          <Link
            to={`/admin/orders/${chargeback.order_id}`}
            className="text-copper underline decoration-copper/40 underline-offset-4 hover:decoration-current"
          >
            {chargeback.order_number}
          </Link>
          <span className="block text-sm text-muted">{`de ${formatPesos(chargeback.total_clp)}`}</span>
        </Fact>
        <Fact label="Motivo">{CHARGEBACK_REASONS[chargeback.reason]}</Fact>
        {reference !== null && <Fact label="Referencia del banco">{reference}</Fact>}
        <Fact label="Llegó">{formatDay(receivedOn)}</Fact>
        <Fact label="Responder a más tardar">
          <span>{formatDay(answerBy)}</span>
          {status === 'received' && <span className="block text-sm text-muted">{deadlineText(answerBy, today)}</span>}
        </Fact>
        <Fact label="Accesos">
          {accesses_revoked_at === null ? 'Se mantuvieron' : `Revocados el ${formatDateTime(accesses_revoked_at)}`}
        </Fact>
        <Fact label="Registrado">
          {`${formatDateTime(chargeback.created_at)}${chargeback.by && `, ${chargeback.by}`}`}
        </Fact>
        {answered_at && <Fact label="Respondido">{formatDateTime(answered_at)}</Fact>}
        {settled_at && <Fact label="Resuelto">{formatDateTime(settled_at)}</Fact>}
        {note !== null && <Fact label="Nota">{note}</Fact>}
      </Facts>
    </Panel>
  )
}
