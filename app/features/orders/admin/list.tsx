import { useEffect, useRef } from 'react'
import { data, useLocation, useNavigation } from 'react-router'
import { kpiText, sumsText } from '#app/features/analytics/analytics-texts.ts'
import { findFigures } from '#app/features/analytics/figures.server.ts'
import { netOf, percentOf } from '#app/features/analytics/figures.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { type Cancellable, cancelOrders, findCancellable } from '#app/features/payments/manual/cancel-orders.server.ts'
import { resendReceipts } from '#app/features/payments/manual/resend-receipts.server.ts'
import { cancelFields } from '#app/features/payments/manual/staff-order.ts'
import { cancelReason } from '#app/features/payments/manual/staff-order-schema.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { countOf, formatInteger, formatPesos, inNumber } from '#app/kernel/format.ts'
import { textsOf } from '#app/kit/forms/answer-form.server.ts'
import { typedValues } from '#app/kit/forms/form-answer.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { readListForm } from '#app/kit/lists/list-post.server.ts'
import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { StatLine, StatLineItem } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { partsInUse } from '#app/layouts/admin/parts-in-use.server.ts'
import { OrderTabs } from '#app/layouts/admin/section-tabs.tsx'
import { asActor } from '#app/platform/database/actor.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/list'
import { type OrderSums, orderRows, orderSums } from './order-list.server.ts'
import { orderList } from './order-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Órdenes · Administración · Alhena' }]

/** The list has a period. */
export const handle = { period: orderList.period }

export const loader = adminList(orderRows, async ({ tx, query, range }) => {
  // The day of the order says of which orders the period is, as a filter does.
  const isNarrowed = orderRows.isNarrowed(query) || query.date !== undefined
  const found = await allKeyed({
    figures: isNarrowed ? orderSums(tx, query) : findFigures(tx, range.span),
    inUse: partsInUse(tx),
  })
  return { ...found, isNarrowed, period: range.label }
})

export async function action(args: Route.ActionArgs) {
  const { id } = await requireRole(args, ['admin'])
  const form = await postedForm(args.request)
  const { intent, ids } = readListForm(form, [RESEND, CANCEL, CANCEL_CONFIRMED])
  const services = servicesOf(args.context)
  const actor = { kind: 'admin', userId: id } as const
  const refused = (text: string) => data({ done: false, text }, 400)
  if (ids.length === 0) return refused('Selecciona al menos una orden.')
  if (intent === RESEND) {
    const resent = await resendReceipts(services, { actor, orderIds: ids })
    if (resent.sent === 0) return refused('No se envió nada: sus correos ya van en camino.')
    return { done: true, text: resentText(resent) }
  }
  const { reason: typed = '' } = textsOf(form)
  const reason = cancelReason.safeParse(typed)
  if (intent === CANCEL_CONFIRMED && reason.success) {
    const done = await cancelOrders(services, { actor, orderIds: ids, reason: reason.data, now: services.now() })
    return done.cancelled === 0 ? refused(NOTHING_CANCELLED) : { done: true, text: cancelledText(done) }
  }
  const orders = await asActor(services.db, actor, tx => findCancellable(tx, ids))
  if (orders.length === 0) return refused(NOTHING_CANCELLED)
  const confirm = { orders, left: ids.length - orders.length }
  if (reason.success) return confirm
  const error = reason.error.issues[0]?.message
  return data({ ...confirm, values: typedValues(form, ['reason']), errors: { reason: error } }, 400)
}

const RESEND = 'resend-receipt'
const CANCEL = 'cancel'
const CANCEL_CONFIRMED = 'cancel-confirmed'

const resentText = ({ sent, left }: { sent: number; left: number }): string =>
  sent === 1 && left === 0
    ? 'El comprobante va en camino al correo de quien compró.'
    : `${countOf(sent, 'comprobante va', 'comprobantes van')} en camino${left === 0 ? '' : `; ${countOf(left, 'orden quedó', 'órdenes quedaron')} fuera: su correo ya iba en camino`}.`

const cancelledText = ({ cancelled, left }: { cancelled: number; left: number }): string =>
  `${countOf(cancelled, 'orden cancelada', 'órdenes canceladas')}${left === 0 ? '' : `; ${countOf(left, 'orden quedó', 'órdenes quedaron')} fuera: ${whyLeft(left)}`}.`

/** Why chosen orders are not cancelled. */
const whyLeft = (left: number): string =>
  `ya no ${inNumber(left, 'está pendiente', 'están pendientes')} o el banco está confirmando su pago`

const NOTHING_CANCELLED = 'No se canceló nada: lo elegido ya no está pendiente o el banco está confirmando su pago.'

export default function AdminOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { data, inUse, ...summary } = loaderData
  const confirm = actionData && 'orders' in actionData ? actionData : undefined
  const outcome = actionData && 'done' in actionData ? actionData : undefined
  return (
    <ListScreen
      list={orderList}
      data={data}
      title="Órdenes"
      tabs={<OrderTabs inUse={inUse} />}
      actions={<ButtonLink to="/admin/orders/new">Nueva orden</ButtonLink>}
      summary={
        <>
          {confirm && <CancelOrders {...confirm} intent={CANCEL_CONFIRMED} />}
          <OrderSummary {...summary} />
        </>
      }
      outcome={outcome}
    />
  )
}

type OrderSummaryProps = { figures: OrderSums | undefined; isNarrowed: boolean; period: string }

/**
 * The four figures of specification 2, section 2: of the period, payments and refunds on their own days; or of the
 * orders that search and filters leave.
 */
const OrderSummary = ({ figures, isNarrowed, period }: OrderSummaryProps) => (
  <StatLine>
    <StatLineItem
      label="Total de órdenes"
      value={figures && formatInteger(figures.orders)}
      definition={isNarrowed ? 'Las que coinciden' : period}
    />
    <StatLineItem
      label="Ingresos totales"
      value={figures && formatPesos(netOf(figures))}
      note={figures && figures.refunded + figures.chargedBack > 0 ? sumsText(figures) : undefined}
      definition={
        isNarrowed
          ? 'Lo pagado por las órdenes que coinciden menos lo que se les reembolsó y lo que el banco les reclamó, IVA incluido'
          : 'Pagos menos reembolsos y contracargos, según el día de cada uno, IVA incluido'
      }
    />
    <StatLineItem label="Pendientes" value={figures && formatInteger(figures.pending)} definition="Esperan su pago" />
    <StatLineItem
      label="% Empresa"
      value={figures && kpiText({ value: percentOf(figures.paidBusiness, figures.paid), unit: 'percent' })}
      definition="De las órdenes pagadas"
    />
  </StatLine>
)

/** Orders that are named; further ones are counted. */
const NAMED = 5

type CancelOrdersProps = {
  /** The selected orders that can be cancelled; never empty. */
  orders: readonly Cancellable[]
  /** How many of the selected orders can't be cancelled. */
  left: number
  intent: string
  /** What a refused confirmation had. */
  values?: { reason: string }
  errors?: { reason: string | undefined }
}

/** Confirms the cancellation of pending orders from their list, with its consequences. Works without scripts. */
function CancelOrders({ orders, left, intent, ...refused }: CancelOrdersProps) {
  const sending = useNavigation().formData?.get('intent') === intent
  const { pathname, search } = useLocation()
  const panel = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the confirmation of other orders takes the focus anew.
  useEffect(() => panel.current?.focus(), [orders])
  const { ref, field } = useForm(cancelFields, refused)
  const codes = orders.filter(order => order.usesCode).length
  const many = countOf(orders.length, 'orden', 'órdenes')
  return (
    <div ref={panel} tabIndex={-1} className="mb-8 scroll-mt-20">
      <Panel title={`¿Cancelar ${many}?`}>
        <Form ref={ref} method="post" preventScrollReset className="grid gap-5">
          {orders.map(order => (
            <input key={order.id} type="hidden" name="row" value={order.id} />
          ))}
          <ul className="grid gap-1 text-md">
            {orders.slice(0, NAMED).map(order => (
              <li key={order.id}>
                <span className="wrap-anywhere">{order.number}</span>
                <span>{`: ${order.client}, ${formatPesos(order.total)}`}</span>
              </li>
            ))}
            {orders.length > NAMED && <li>{`y ${orders.length - NAMED} más`}</li>}
          </ul>
          <ul className="grid list-disc gap-1.5 pl-5 text-md marker:text-muted">
            <li>{`Ya no se ${inNumber(orders.length, 'podrá', 'podrán')} pagar y no se puede deshacer.`}</li>
            <li>Quien compró recibe un correo que se lo dice.</li>
            {codes > 0 && (
              <li>
                {`${countOf(codes, 'código de descuento recupera su uso', 'códigos de descuento recuperan su uso')}.`}
              </li>
            )}
            {left > 0 && (
              <li>
                {`${countOf(left, 'orden elegida queda fuera', 'órdenes elegidas quedan fuera')}: ${whyLeft(left)}.`}
              </li>
            )}
          </ul>
          <TextField {...field('reason')} label="Motivo" hint="Se lee en el correo." />
          <div className="flex flex-wrap gap-2.5">
            <Button type="submit" name="intent" value={intent} variant="danger" pending={sending}>
              {`Cancelar ${many}`}
            </Button>
            <ButtonLink variant="secondary" to={pathname + search}>
              No cancelar
            </ButtonLink>
          </div>
        </Form>
      </Panel>
    </div>
  )
}
