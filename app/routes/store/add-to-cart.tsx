import Plus from 'lucide-react/icons/plus'
import { useCart } from '#app/features/cart/cart-context.ts'
import type { AssessmentCard } from '#app/features/catalogue/catalogue.ts'
import type { Mode } from '#app/features/pricing/pricing.ts'
import { Button } from '#app/ui/button.tsx'
import { notify } from '#app/ui/toast.ts'
import { firstChoice } from './first-choice.ts'

/** Adds a choice and opens the cart; says so where the cart takes no more lines. */
export function useAddToCart() {
  const { add, open } = useCart()
  return (choice: { product_id: string; mode: Mode; seats: number }) => {
    if (add(choice) === 'full') {
      notify({
        title: 'Tu carrito está lleno',
        description: 'Termina esta compra o quita un producto para agregar otro.',
        tone: 'error',
      })
    }
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
      aria-label={`Agregar al carrito: ${product.name}`}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => addToCart({ product_id: product.id, ...firstChoice(product) })}
    >
      <Plus aria-hidden="true" />
      Agregar
    </Button>
  )
}
