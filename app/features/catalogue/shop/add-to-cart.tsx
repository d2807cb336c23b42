import { useCart } from '#app/features/cart/cart-context.ts'
import type { AssessmentCard } from '#app/features/catalogue/catalogue.ts'
import { type Mode, priceOf } from '#app/features/pricing/pricing.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { notify } from '#app/kit/ui/toast.ts'
import { track } from '#app/platform/tracking/track.ts'
import { firstChoice } from './first-choice.ts'

export type Choice = { product_id: string; mode: Mode; seats: number }

export function trackAdded({ product_id, mode, seats }: Choice, basePriceClp: Pesos): void {
  const { totalClp } = priceOf({ basePriceClp, mode, seats })
  if (mode === 'self') track('add_to_cart_self', { product_id, price_clp: totalClp })
  else track('add_to_cart_business', { product_id, seats, total_clp: totalClp })
}

export const sayFull = () =>
  notify({
    title: 'Tu carrito está lleno',
    description: 'Termina esta compra o quita un producto para agregar otro.',
    tone: 'error',
  })

/** Adds a choice and opens the cart; shows an error when the cart is full. */
export function useAddToCart() {
  const { add, open } = useCart()
  return (choice: Choice, basePriceClp: Pesos) => {
    if (add(choice) === 'full') sayFull()
    else trackAdded(choice, basePriceClp)
    open()
  }
}

/** A card's add-to-cart button. */
export function AddToCart({ product }: { product: AssessmentCard }) {
  const addToCart = useAddToCart()
  const { preload } = useCart()
  return (
    <Button
      variant="secondary"
      size="sm"
      className="add"
      aria-label={`Agregar al carrito: ${product.name}`}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => addToCart({ product_id: product.id, ...firstChoice(product) }, product.base_price_clp)}
    >
      Agregar
    </Button>
  )
}
