import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { Button } from '#app/ui/button.tsx'
import type { Purchase } from './use-purchase.ts'

type PurchaseBarProps = { purchase: Purchase; shown: boolean }

/**
 * Price and button at the bottom of a phone's screen while those of the price box are out of view. Its space is
 * reserved, so that showing it does not shift the layout.
 */
export const PurchaseBar = ({ purchase, shown }: PurchaseBarProps) => (
  <div
    data-purchase-bar
    className={`sticky bottom-0 z-30 mt-10 flex items-center justify-between gap-4 border-t border-line bg-paper px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:px-6 lg:hidden print:hidden ${shown ? '' : 'invisible'}`}
  >
    <p className="min-w-0 leading-tight">
      <span className="block text-lg font-semibold tracking-tight tabular-nums">
        {formatPesos(purchase.price.totalClp)}
      </span>
      <span className="block truncate text-sm text-muted">
        {purchase.seats === 1 ? MODE_LABELS[purchase.mode] : countOf(purchase.seats, 'persona', 'personas')}
      </span>
    </p>
    <Button onFocus={purchase.preload} onClick={purchase.addToCart} className="flex-none">
      Agregar al carrito
    </Button>
  </div>
)
