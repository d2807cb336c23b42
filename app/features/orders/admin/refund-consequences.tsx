import { Link } from 'react-router'
import type { RefundImpact } from '#app/features/accesses/related-accesses.db.server.ts'
import { isManualMethod } from '#app/features/orders/payment-text.ts'
import type { StaffOrder } from '#app/features/orders/staff-order.db.server.ts'
import type { OrderPayment } from '#app/features/payments/order-payments.db.server.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'

type Consequences = { order: StaffOrder; payment: OrderPayment; atStake: RefundImpact }

/** What a whole refund revokes and keeps (ADR 0007 and 0026), shown before the confirmation. */
export function RefundConsequences({ order, payment, atStake }: Consequences) {
  const { invited, started, completed, mails } = atStake
  const people = invited + started + completed
  const added = order.items.filter(item => item.addsTo !== undefined)
  const paidTopUps = order.topUps.filter(topUp => topUp.status === 'paid')
  const openTopUps = order.topUps.filter(topUp => topUp.status === 'pending')
  return (
    <div className="rounded-md bg-sunken p-4 sm:p-5">
      <h3 className="text-base">Si devuelves todo</h3>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-md marker:text-muted">
        {people > 0 && (
          <li>
            {`${countOf(people, 'acceso se revoca', 'accesos se revocan')}: ${invited} sin empezar, ${started} en curso y ${completed} ${completed === 1 ? 'completado' : 'completados'}. Nadie ve más sus resultados.`}
          </li>
        )}
        {order.items.some(item => item.result_mode === 'confidential') && (
          <li>En lo confidencial no se sabe quién empezó: cuenta como sin empezar.</li>
        )}
        {mails > 0 && (
          <li>
            {`${countOf(mails, 'correo en espera no se envía', 'correos en espera no se envían')}, y los recordatorios terminan.`}
          </li>
        )}
        {added.map(item => (
          <AddedSeats key={item.id} item={item} />
        ))}
        {paidTopUps.map(topUp => (
          <li key={topUp.id}>
            La orden <OrderLink id={topUp.id} number={topUp.order_number} />{' '}
            <span>{`agregó ${countOf(topUp.seats, 'asiento', 'asientos')} por ${formatPesos(topUp.total_clp)} y sigue pagada, pero sus asientos dejan de servir: reembólsala aparte.`}</span>
          </li>
        ))}
        {openTopUps.map(topUp => (
          <li key={topUp.id}>
            La orden <OrderLink id={topUp.id} number={topUp.order_number} />{' '}
            <span>{`pedía ${countOf(topUp.seats, 'asiento más', 'asientos más')} y todavía no se paga: ya no se podrá pagar.`}</span>
          </li>
        ))}
        {order.usesCode && order.discount_code && <li>{`El uso del código ${order.discount_code} no se devuelve.`}</li>}
        {isManualMethod(payment.gateway) && (
          <li>
            {`Se pagó por ${payment.gateway === 'transfer' ? 'transferencia' : 'orden de compra'}: ningún banco devuelve el dinero por ti. Transfiérelo antes de registrarlo aquí.`}
          </li>
        )}
        <li>
          {order.client.isGone
            ? 'Quien compró eliminó su cuenta: no recibe correo.'
            : `${order.client.email} recibe un correo con el monto y el motivo.`}
        </li>
      </ul>
    </div>
  )
}

type Added = { item: StaffOrder['items'][number] }

/** Of seats added to an earlier purchase only the unused ones are removed (ADR 0007). */
function AddedSeats({ item: { seats, addsTo } }: Added) {
  if (!addsTo) return null
  const used = seats - addsTo.unused
  return (
    <li>
      <span>{`De los ${countOf(seats, 'asiento agregado', 'asientos agregados')} a la orden`}</span>{' '}
      <OrderLink id={addsTo.orderId} number={addsTo.number} />{' '}
      <span>{`${addsTo.unused === 0 ? 'no se quita ninguno: todos están en uso' : `se quitan ${addsTo.unused} que nadie usa`}.`}</span>
      {used > 0 && (
        <span>
          {` ${
            used === 1
              ? 'El que alguien usa sigue con su persona'
              : `Los ${used} que alguien usa siguen con sus personas`
          } aunque devuelvas el dinero: si no corresponde, revoca antes esos accesos.`}
        </span>
      )}
    </li>
  )
}

const OrderLink = ({ id, number }: { id: string; number: string }) => (
  <Link to={`/admin/orders/${id}#reembolso`} className="wrap-anywhere text-copper underline underline-offset-4">
    {number}
  </Link>
)
