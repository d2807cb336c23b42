import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useCart } from '#app/features/cart/cart-context.ts'
import { buyerActor, sessionUser } from '#app/features/identity/session.server.ts'
import { type ItemProgress, itemsOfOrders } from '#app/features/orders/item-progress.server.ts'
import { findReceiptMail, type ReceiptMail } from '#app/features/orders/order-billing.server.ts'
import { findDocumentNote } from '#app/features/orders/order-documents.server.ts'
import { OrderDetail } from '#app/features/orders/order-sums.tsx'
import { ownOrderByNumber } from '#app/features/orders/orders.server.ts'
import { isOrderNumber } from '#app/features/orders/orders.ts'
import { forgetDraft } from '#app/features/payments/checkout/checkout-draft.ts'
import { topUpPath } from '#app/features/payments/top-ups/top-up.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Spinner } from '#app/kit/ui/spinner.tsx'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/payment-success'
import { FirstSteps, PaidSummary } from './first-steps.tsx'

/** Milliseconds before the first poll of an order that is being paid; each further delay is half as long again. */
const FIRST_POLL_MS = 1_500
const MAX_POLL_MS = 30_000
/** Polls after which the page says that it may take longer. */
const POLLS_UNTIL_LONG = 8

export const meta: Route.MetaFunction = () => [{ title: 'Tu compra · Alhena' }]

/** Reads the signed-in owner's order; the address alone gives no access (spec D2 and D4). */
export async function loader(args: Route.LoaderArgs) {
  const user = await sessionUser(args)
  const isBusiness = args.url.searchParams.get('mode') === 'business'
  if (!user) return { state: 'anonymous' as const, isBusiness }
  const { db } = servicesOf(args.context)
  const number = args.url.searchParams.get('order') ?? ''
  const order = isOrderNumber(number)
    ? await readAs(db, buyerActor(user), tx => ownOrderByNumber(tx, user.id, number))
    : undefined
  if (order?.status === 'paid' || order?.status === 'refunded' || order?.status === 'charged_back') {
    const shown = await readAs(db, buyerActor(user), tx =>
      allKeyed({
        items: itemsOfOrders(tx, user.id, [order.id]),
        note: findDocumentNote(tx, order.id),
      }),
    )
    return { state: order.status, order, ...shown, receipt: await findReceiptMail(db, order.id) }
  }
  if (order) return { state: order.status, order }
  const subject = isOrderNumber(number) ? `Mi compra ${number}` : 'Mi compra'
  const support = `mailto:${shop().correo_soporte}?subject=${encodeURIComponent(subject)}`
  return { state: 'missing' as const, support }
}

export default function PaymentSuccess({ loaderData }: Route.ComponentProps) {
  switch (loaderData.state) {
    case 'anonymous':
      return <Anonymous isBusiness={loaderData.isBusiness} />
    case 'missing':
      return (
        <Problem action={<ButtonLink to={loaderData.support}>Escribir a soporte</ButtonLink>}>
          Error al registrar la compra. Por favor contacta al soporte.
        </Problem>
      )
    case 'failed':
      return <Failed order={loaderData.order} />
    case 'pending':
      return <Processing retry={buyAgain(loaderData.order)} />
    case 'paid':
    case 'refunded':
    case 'charged_back':
      return <Paid {...loaderData} />
  }
}

type PlacedOrder = Extract<Route.ComponentProps['loaderData'], { order: unknown }>['order']

/** Where the purchase can be repeated: added seats have a page of their own. */
function buyAgain({ items: [item] }: PlacedOrder): string {
  return item?.tops_up_item_id ? topUpPath(item.tops_up_item_id, { mas: String(item.seats) }) : '/checkout'
}

const Failed = ({ order }: { order: PlacedOrder }) => (
  <Problem action={<ButtonLink to={buyAgain(order)}>Volver a pagar</ButtonLink>}>
    {order.items.some(item => item.tops_up_item_id !== null)
      ? 'Los asientos no se agregaron. Si el banco alcanzó a cobrar, devolvemos el pago completo. Puedes intentarlo de nuevo.'
      : 'El pago de esta orden no se realizó. Si el banco alcanzó a cobrar, devolvemos el pago completo. Puedes intentarlo de nuevo.'}
  </Problem>
)

function Processing({ retry }: { retry: string }) {
  const { revalidate } = useRevalidator()
  const [checks, setChecks] = useState(0)
  useEffect(() => {
    const wait = Math.min(FIRST_POLL_MS * 1.5 ** checks, MAX_POLL_MS)
    const timer = setTimeout(() => void revalidate().finally(() => setChecks(checks + 1)), wait)
    return () => clearTimeout(timer)
  }, [revalidate, checks])
  const isLong = checks >= POLLS_UNTIL_LONG
  return (
    <div className="flex min-h-[50vh] flex-col items-center justify-center gap-4 px-4 text-center">
      <Spinner className="size-8" />
      <h1 className="text-2xl">Procesando tu compra...</h1>
      <p className="max-w-prose text-muted">
        {isLong
          ? 'El medio de pago está tardando más de lo normal. Puedes cerrar esta página: te enviaremos el comprobante por correo cuando confirme, y tu compra aparecerá en tu panel.'
          : 'Estamos esperando la confirmación del medio de pago. No cierres ni pagues de nuevo: esta página se actualiza sola.'}
      </p>
      {isLong && (
        <ButtonLink variant="secondary" to={retry}>
          No alcancé a pagar: volver a mi compra
        </ButtonLink>
      )}
    </div>
  )
}

type PaidProps = {
  order: PlacedOrder
  items: readonly ItemProgress[]
  receipt: ReceiptMail | undefined
  /** What is true of its boleta or factura. */
  note: string
}

function Paid({ order, items, receipt, note }: PaidProps) {
  const { ready, checkoutKey, clear } = useCart()
  const addedTo = order.items.find(item => item.tops_up_item_id !== null)?.tops_up_item_id
  const isThisCart = ready && checkoutKey === order.idempotency_key
  useEffect(() => {
    // Clears only the cart of this order: another tab may have filled it again meanwhile.
    if (!isThisCart) return
    clear()
    forgetDraft()
  }, [isThisCart, clear])
  return (
    <div className={`${PAGE_WIDTH} py-10`}>
      <PageHeading title="¡Compra exitosa!" description={`Tu número de orden es ${order.order_number}.`} />
      <div className="grid max-w-3xl gap-6">
        <PaidSummary order={order} receipt={receipt} note={note} />
        {order.status === 'paid' && <FirstSteps items={items} />}
        <OrderDetail order={order} />
        {addedTo && <Alert title="Asientos agregados">Ya puedes invitar a más personas con tu compra anterior.</Alert>}
        <div className="flex flex-wrap gap-3">
          {addedTo && <ButtonLink to={`/account/items/${addedTo}/invitations`}>Invitar a varias personas</ButtonLink>}
          <ButtonLink variant="secondary" to="/account/dashboard">
            Ir a mi panel
          </ButtonLink>
          <ButtonLink variant="secondary" to={`/account/orders/${order.order_number}`}>
            Ver comprobante
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

function Anonymous({ isBusiness }: { isBusiness: boolean }) {
  return (
    <div className={`${PAGE_WIDTH} py-10`}>
      <PageHeading
        title="Tu compra"
        description="Inicia sesión con la cuenta que usaste para comprar y verás tu orden y tus accesos."
      />
      <div className="grid max-w-2xl gap-6">
        {isBusiness && (
          <Alert title="Compra para tu organización">
            Para invitar a tu equipo debes indicar el nombre y la URL de tu empresa.
          </Alert>
        )}
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/auth?mode=register&redirect=/account/dashboard">Crear cuenta</ButtonLink>
          <ButtonLink variant="secondary" to="/auth?redirect=/account/dashboard">
            Iniciar sesión
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

function Problem({ children, action }: { children: string; action?: Blocks }) {
  return (
    <div className={`${PAGE_WIDTH} py-10`}>
      <PageHeading title="Tu compra" />
      <div className="grid max-w-2xl gap-6">
        <Alert tone="error">{children}</Alert>
        <div className="flex flex-wrap gap-3">
          {action}
          <ButtonLink variant="secondary" to="/account/dashboard">
            Ir a mi panel
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
