import { useNavigation } from 'react-router'
import { LIST_EXAMPLE, PastedList } from '#app/features/accesses/invitations/list-upload.tsx'
import { setupPath } from '#app/features/accesses/invitations/setup.ts'
import type { ItemProgress } from '#app/features/orders/item-progress.server.ts'
import { seatsOf } from '#app/features/orders/item-steps.ts'
import type { ReceiptMail } from '#app/features/orders/order-billing.server.ts'
import type { PlacedOrder } from '#app/features/orders/orders.server.ts'
import { receiptPath } from '#app/features/orders/orders.ts'
import { receiptMailText } from '#app/features/orders/receipt.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'

type PaidSummaryProps = {
  order: Pick<PlacedOrder, 'order_number' | 'status' | 'total_clp' | 'items'>
  receipt: ReceiptMail | undefined
  /** What is true of its boleta or factura. */
  note: string
}

/** At a glance: paid, for what, and where the receipt is. */
export const PaidSummary = ({ order, receipt, note }: PaidSummaryProps) => (
  <Alert
    tone={order.status === 'paid' ? 'success' : 'info'}
    title={paidTitle(order)}
    actions={
      <DownloadLink to={receiptPath(order.order_number)} variant="secondary" size="sm" pendingLabel="Preparando…">
        Comprobante en PDF
      </DownloadLink>
    }
  >
    <p>
      {`${new Intl.ListFormat('es-CL').format(order.items.map(item => item.name))}, ${countOf(seatsOf(order), 'persona', 'personas')}.`}
    </p>
    <p className="wrap-anywhere">{receiptMailText(receipt)}</p>
    {order.total_clp > 0 && <p>{note}</p>}
  </Alert>
)

const paidTitle = ({ status, total_clp }: PaidSummaryProps['order']): string =>
  status === 'refunded'
    ? 'Reembolsado'
    : status === 'charged_back'
      ? 'Pago en disputa'
      : total_clp === 0
        ? 'Confirmado, sin cobro'
        : `Pagado: ${formatPesos(total_clp)}`

/** What a buyer does first with a new purchase: start an own assessment, or invite the team. */
export function FirstSteps({ items }: { items: readonly ItemProgress[] }) {
  const bought = items.filter(item => item.tops_up_item_id === null)
  const own = bought.filter(item => item.total_seats === 1 && item.own && !item.own.completed)
  const [team, ...others] = bought.filter(item => item.total_seats > item.used_seats && item.total_seats > 1)
  return (
    <>
      {own.length > 0 && (
        <Panel title="Empieza ahora">
          <ul className="divide-y divide-line">
            {own.map(item => (
              <li
                key={item.item_id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0"
              >
                <span className="min-w-0 flex-1 basis-56 text-pretty">{item.name}</span>
                <Start item={item} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {team && (
        <Panel
          title="Invitar a tu equipo"
          description="Desde tu panel puedes invitar a las personas de tu organización y revisar los resultados consolidados."
        >
          <p className="mb-4 text-md">
            <span>{`${team.name}:`}</span> <strong className="font-semibold">{seatsLeft(team)}</strong>.
          </p>
          <PastedList
            itemId={team.item_id}
            placeholder={LIST_EXAMPLE}
            hint="Una persona por línea: nombre, apellido, correo, cargo y área. Nadie recibe nada todavía: primero verás qué pasará con cada persona."
          />
          {others.length > 0 && (
            <ul className="mt-5 divide-y divide-line border-t border-line text-md">
              {others.map(item => (
                <li key={item.item_id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
                  <span className="min-w-0 text-pretty">{`${item.name}: ${seatsLeft(item)}`}</span>
                  <ButtonLink
                    to={setupPath(item.item_id)}
                    variant="link"
                    size="sm"
                    aria-label={`Invitar: ${item.name}`}
                  >
                    Invitar
                  </ButtonLink>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
    </>
  )
}

const seatsLeft = ({ total_seats, used_seats }: ItemProgress): string => {
  const left = total_seats - used_seats
  return left === 1 ? 'queda 1 asiento' : `quedan ${countOf(left, 'asiento', 'asientos')}`
}

/** Starts the own assessment as the dashboard does, which also says why it can't; a workshop has a page to read. */
function Start({ item: { own, type, has_questionnaire, name } }: { item: ItemProgress }) {
  const { formData } = useNavigation()
  if (!own) return null
  const label = own.started ? 'Continuar' : 'Comenzar ahora'
  if (type === 'workshop' && !has_questionnaire) {
    return (
      <ButtonLink to={`/account/taller/${own.id}`} aria-label={`${label}: ${name}`} className="max-sm:w-full">
        {label}
      </ButtonLink>
    )
  }
  return (
    <Form method="post" action="/account/dashboard" className="max-sm:w-full">
      <input type="hidden" name="intent" value="start" />
      <input type="hidden" name="accessId" value={own.id} />
      <Button
        type="submit"
        pending={formData?.get('accessId') === own.id}
        aria-label={`${label}: ${name}`}
        className="max-sm:w-full"
      >
        {label}
      </Button>
    </Form>
  )
}
