import Plus from 'lucide-react/icons/plus'
import { useCart } from '#app/features/cart/cart-context.ts'
import type { AssessmentCard } from '#app/features/catalogue/catalogue.ts'
import { allowsMode, type Mode, priceOf, type SeatTerms } from '#app/features/pricing/pricing.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { Button } from '#app/ui/button.tsx'
import { notify } from '#app/ui/toast.ts'

export const seatTermsOf = (product: AssessmentCard): SeatTerms => ({
  allowBusiness: product.allow_business,
  minSeats: product.min_seats,
  maxSeats: product.max_seats,
})

/** How a card's product goes into the cart: for oneself where that is allowed, else for the smallest group. */
export const firstChoice = (product: AssessmentCard): { mode: Mode; seats: number } =>
  allowsMode(seatTermsOf(product), 'self') ? { mode: 'self', seats: 1 } : { mode: 'business', seats: product.min_seats }

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

/** What the smallest purchase costs where one person alone can't buy: the base price is the first person's only. */
export function smallestGroupPrice(product: AssessmentCard): string | undefined {
  const { mode, seats } = firstChoice(product)
  if (seats === 1) return undefined
  const { totalClp } = priceOf({ basePriceClp: product.base_price_clp, mode, seats })
  return `${countOf(seats, 'persona', 'personas')}: ${formatPesos(totalClp)}`
}
