import type { ReactNode } from 'react'
import type { Quote } from '#app/features/cart/cart.ts'
import { cardMinimumText } from '#app/features/cart/cart-texts.ts'
import { VatLine } from '#app/features/pricing/vat-line.tsx'
import { formatPesos } from '#app/kernel/format.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { Skeleton } from '#app/kit/ui/skeleton.tsx'

/** Dims amounts while a newer quote is loading. */
export const staleClasses = (stale: boolean | undefined): string =>
  classNames('transition-colors', stale && 'text-muted [&_*]:text-muted')

/** How the total is calculated, in pesos, VAT included. */
export function CartBreakdown({ quote, stale }: { quote: Quote; stale?: boolean }) {
  const { discount } = quote
  return (
    <dl className={classNames('grid gap-1.5 text-md tabular-nums', staleClasses(stale))}>
      <Row label="Subtotal">{formatPesos(quote.subtotal_clp)}</Row>
      {discount && (
        <Row label={`Descuento (${discount.code})`} tone="text-good-ink">
          {formatPesos(pesos(-discount.amount))}
        </Row>
      )}
    </dl>
  )
}

type CartTotalProps = {
  quote: Quote | null
  stale?: boolean
  /** What is said of a total that a card can't pay; the shopper's text unless it is somebody else's. */
  smallText?: (minimum: Pesos) => string
}

/** The total, in large type, and the VAT that it contains. */
export function CartTotal({ quote, stale, smallText = cardMinimumText }: CartTotalProps) {
  return (
    <div className={staleClasses(stale && quote !== null)}>
      <dl className="flex items-baseline justify-between gap-4">
        <dt>
          <span className="font-medium">Total</span>
          {quote && <span className="ml-2 text-sm text-muted">{quote.vat_text}</span>}
        </dt>
        <dd className="text-2xl leading-tight font-semibold tracking-tight tabular-nums">
          {quote ? formatPesos(quote.total_clp) : <Skeleton className="h-8 w-36" />}
        </dd>
      </dl>
      {quote ? (
        <VatLine net={quote.net_clp} vat={quote.vat_clp} className="mt-1" />
      ) : (
        <Skeleton className="mt-1 ml-auto h-4 w-48" />
      )}
      {quote?.card_minimum_clp !== undefined && (
        <Alert tone="warning" className="mt-3">
          {smallText(quote.card_minimum_clp)}
        </Alert>
      )}
    </div>
  )
}

function Row({ label, tone, children }: { label: string; tone?: string; children: ReactNode }) {
  return (
    <div className={classNames('flex justify-between gap-6', tone)}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
