import { MAX_LINES } from '#app/features/cart/cart.ts'
import { useCart } from '#app/features/cart/cart-context.ts'
import { type BoughtItem, withBoughtAgain } from '#app/features/orders/buy-again.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { notify } from '#app/kit/ui/toast.ts'

/**
 * Puts the same product and seats into the cart, as a purchase that takes over who was invited, the areas' targets and importance, who
 * reads the answers, and whether results are shared. Nothing is shown of a product that is no longer sold.
 */
export function MeasureAgain({ item }: { item: BoughtItem }) {
  const cart = useCart()
  if (!item.sold) return null
  function measure() {
    const choices = withBoughtAgain(cart.choices, [item])
    if (!choices) {
      notify({ title: 'Tu carrito está lleno', description: `Admite ${MAX_LINES} productos.`, tone: 'error' })
      return
    }
    cart.restore({ choices, code: cart.code, quotation: cart.quotation })
    notify({ title: 'Está en tu carrito, con los precios de hoy' })
    cart.open()
  }
  return (
    <Panel
      className="print:hidden"
      title="Medir otra vez"
      description="Compra lo mismo para las mismas personas y compara. La compra nueva conserva la lista de personas invitadas, los objetivos, quién lee las respuestas y si compartes los resultados. Nadie recibe una invitación hasta que la confirmes."
    >
      <Button variant="secondary" disabled={!cart.ready} onClick={measure}>
        Medir otra vez con las mismas personas
      </Button>
    </Panel>
  )
}
