import { useEffect } from 'react'
import { data, useRevalidator } from 'react-router'
import { useCart } from '#app/features/cart/cart-context.ts'
import { actorOf, sessionUser } from '#app/features/identity/session.server.ts'
import { OrderDetail } from '#app/features/orders/order-detail.tsx'
import { ownOrderByNumber } from '#app/features/orders/orders.db.server.ts'
import { isOrderNumber } from '#app/features/orders/orders.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { PAGE_WIDTH } from '#app/routes/store/page-width.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import type { Route } from './+types/payment-success'

/** Milliseconds between looks at an order that is being paid. */
const LOOK_EVERY_MS = 1_500

export const meta: Route.MetaFunction = () => [{ title: 'Tu compra · Alhena' }, { name: 'robots', content: 'noindex' }]

/** Reads the signed-in owner's order; the address alone records and opens nothing (decisions 2 and 4). */
export async function loader(args: Route.LoaderArgs) {
  const headers = { 'Cache-Control': 'no-store' }
  const user = await sessionUser(args)
  if (!user) return data({ state: 'anonymous' as const }, { headers })
  const number = args.url.searchParams.get('order') ?? ''
  const order = isOrderNumber(number)
    ? await asActor(servicesOf(args.context).db, actorOf(user), tx => ownOrderByNumber(tx, user.id, number))
    : undefined
  return order ? data({ state: order.status, order }, { headers }) : data({ state: 'missing' as const }, { headers })
}

export default function PaymentSuccess({ loaderData }: Route.ComponentProps) {
  switch (loaderData.state) {
    case 'anonymous':
      return <Anonymous />
    case 'missing':
      return <Problem>Error al registrar la compra. Por favor contacta al soporte.</Problem>
    case 'failed':
      return (
        <Problem action={<ButtonLink to="/checkout">Volver a pagar</ButtonLink>}>
          El pago de esta orden no se realizó y no se hizo ningún cobro. Puedes intentarlo de nuevo.
        </Problem>
      )
    case 'pending':
      return <Processing />
    case 'paid':
    case 'refunded':
      return <Paid order={loaderData.order} />
  }
}

function Processing() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => void revalidate(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [revalidate])
  return (
    <div className="flex min-h-[50vh] flex-col items-center justify-center gap-4 text-center">
      <Spinner className="size-8" />
      <h1 className="text-2xl">Procesando tu compra...</h1>
      <p className="max-w-prose text-muted">
        Estamos esperando la confirmación del medio de pago. No cierres ni pagues de nuevo: esta página se actualiza
        sola.
      </p>
    </div>
  )
}

type PaidOrder = Extract<Route.ComponentProps['loaderData'], { order: unknown }>['order']

function Paid({ order }: { order: PaidOrder }) {
  const { ready, checkoutKey, clear } = useCart()
  const isThisCart = ready && checkoutKey === order.idempotency_key
  useEffect(() => {
    // Only the cart that became this order: another tab may have filled it anew meanwhile.
    if (isThisCart) clear()
  }, [isThisCart, clear])
  return (
    <div className={`${PAGE_WIDTH} py-10`}>
      <PageHeading title="¡Compra exitosa!" description={`Tu número de orden es ${order.order_number}.`} />
      <div className="grid max-w-3xl gap-6">
        <OrderDetail order={order} />
        {order.items.some(item => item.mode === 'business') && (
          <Alert title="Compra para tu organización">
            Desde tu panel puedes invitar a las personas de tu organización y revisar los resultados consolidados.
          </Alert>
        )}
        <div>
          <ButtonLink to="/account/dashboard">Ir a mi dashboard</ButtonLink>
        </div>
      </div>
    </div>
  )
}

function Anonymous() {
  return (
    <div className={`${PAGE_WIDTH} py-10`}>
      <PageHeading
        title="Tu compra"
        description="Inicia sesión con la cuenta que usaste para comprar y verás tu orden y tus accesos."
      />
      <div className="grid max-w-2xl gap-6">
        <Alert title="¿Compras para tu organización?">
          Al crear tu cuenta, indica el nombre y la URL de la empresa para invitar a su equipo.
        </Alert>
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

function Problem({ children, action }: { children: string; action?: React.ReactNode }) {
  return (
    <div className={`${PAGE_WIDTH} py-10`}>
      <PageHeading title="Tu compra" />
      <div className="grid max-w-2xl gap-6">
        <Alert tone="error">{children}</Alert>
        <div className="flex flex-wrap gap-3">
          {action}
          <ButtonLink variant="secondary" to="/account/dashboard">
            Ir a mi dashboard
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
