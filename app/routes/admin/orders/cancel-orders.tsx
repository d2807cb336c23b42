import { useEffect, useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { Cancellable } from '#app/features/payments/manual/cancel-orders.server.ts'
import { cancelFields } from '#app/features/payments/manual/staff-order.ts'
import { controlProps } from '#app/forms/fields.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { TextField } from '#app/ui/text-field.tsx'

/** Orders that are named; further ones are counted. */
const NAMED = 5

type CancelOrdersProps = {
  /** The ticked orders that can be cancelled; never empty. */
  orders: readonly Cancellable[]
  /** How many of the ticked orders can't be cancelled. */
  left: number
  intent: string
}

/** Confirms the cancellation of pending orders from their list, with its consequences. Works without scripts. */
export function CancelOrders({ orders, left, intent }: CancelOrdersProps) {
  const sending = useNavigation().formData?.get('intent') === intent
  const { pathname, search } = useLocation()
  const panel = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other orders are another question.
  useEffect(() => panel.current?.focus(), [orders])
  const codes = orders.filter(order => order.usesCode).length
  const many = countOf(orders.length, 'orden', 'órdenes')
  return (
    <div ref={panel} tabIndex={-1} className="mb-8 scroll-mt-20">
      <Panel title={`¿Cancelar ${many}?`}>
        <Form method="post" preventScrollReset className="grid gap-5">
          {orders.map(order => (
            <input key={order.id} type="hidden" name="row" value={order.id} />
          ))}
          <ul className="grid gap-1 text-md">
            {orders.slice(0, NAMED).map(order => (
              <li key={order.id}>
                <span className="wrap-anywhere">{order.number}</span>: {order.client}, {formatPesos(order.total)}
              </li>
            ))}
            {orders.length > NAMED && <li>y {orders.length - NAMED} más</li>}
          </ul>
          <ul className="grid list-disc gap-1.5 pl-5 text-md marker:text-muted">
            <li>Ya no se {orders.length === 1 ? 'podrá pagar' : 'podrán pagar'} y no se puede deshacer.</li>
            <li>Quien compró recibe un correo que se lo dice.</li>
            {codes > 0 && (
              <li>{countOf(codes, 'código de descuento recupera su uso', 'códigos de descuento recuperan su uso')}.</li>
            )}
            {left > 0 && (
              <li>
                {countOf(left, 'orden elegida queda fuera', 'órdenes elegidas quedan fuera')}: ya no están pendientes o
                el banco está confirmando su pago.
              </li>
            )}
          </ul>
          <TextField {...controlProps('reason', cancelFields.reason)} label="Motivo" hint="Se lee en el correo." />
          <div className="flex flex-wrap gap-2.5">
            <Button type="submit" name="intent" value={intent} variant="danger" pending={sending}>
              Cancelar {many}
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
