import { useNavigate } from 'react-router'
import { MAX_LINES } from '#app/features/cart/cart.ts'
import { useCart } from '#app/features/cart/cart-context.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { notify } from '#app/kit/ui/toast.ts'
import { type BoughtItem, goneText, withBoughtAgain } from './buy-again.ts'

type BuyAgainProps = {
  order: { order_number: string; status: string; items: readonly BoughtItem[] }
  className?: string
}

/**
 * Puts an order's items into the cart at today's prices. After a payment that failed it leads on to the checkout;
 * otherwise the cart opens.
 */
export function BuyAgain({ order: { order_number, status, items }, className }: BuyAgainProps) {
  const cart = useCart()
  const navigate = useNavigate()
  if (!items.some(item => item.sold)) return null
  const failed = status === 'failed'
  const label = failed ? 'Volver a pagar' : 'Comprar de nuevo'

  function buy() {
    const choices = withBoughtAgain(cart.choices, items)
    if (!choices) {
      notify({ title: 'Tu carrito está lleno', description: `Admite ${MAX_LINES} productos.`, tone: 'error' })
      return
    }
    cart.restore({ choices, code: cart.code, quotation: cart.quotation })
    const gone = goneText(items)
    notify({ title: 'Está en tu carrito, con los precios de hoy', ...(gone && { description: gone }) })
    if (failed) void navigate('/checkout')
    else cart.open()
  }

  return (
    <Button
      variant={failed ? 'primary' : 'secondary'}
      size="sm"
      disabled={!cart.ready}
      onClick={buy}
      aria-label={`${label}: ${order_number}`}
      {...(className && { className })}
    >
      {label}
    </Button>
  )
}

/** Says what of an order can't be bought again. */
export function GoneNote({ items }: { items: readonly BoughtItem[] }) {
  const gone = goneText(items)
  return gone === undefined ? null : <p className="text-sm text-muted">{gone}</p>
}
