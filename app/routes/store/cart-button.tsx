import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { badgeText } from '#app/features/cart/cart.ts'
import { useCart } from '#app/features/cart/cart-context.ts'
import { countOf } from '#app/kernel/format.ts'
import { Button } from '#app/ui/button.tsx'

/** Opens the cart; its badge counts seats, 99+ above 99 (specification 1, section 2). */
export function CartButton() {
  const { ready, totalItems, isOpen, open, preload } = useCart()
  const badge = ready ? badgeText(totalItems) : undefined
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={badge !== undefined ? `Mi Carrito, ${countOf(totalItems, 'persona', 'personas')}` : 'Mi Carrito'}
      onClick={open}
      onPointerEnter={preload}
      onFocus={preload}
      className="relative"
    >
      <ShoppingBag aria-hidden="true" />
      {badge !== undefined && (
        <span className="absolute top-0.5 right-0 min-w-5 rounded-full bg-copper px-1 text-center text-xs leading-5 font-semibold text-on-copper tabular-nums">
          {badge}
        </span>
      )}
    </Button>
  )
}
