import { countOf, formatPesos } from '#app/kernel/format.ts'
import { Skeleton, SkeletonGroup } from '#app/ui/skeleton.tsx'
import { MODE_LABELS, type Quote } from './cart.ts'
import { CartBreakdown, CartTotal } from './cart-totals.tsx'

/** Lines and totals of a quote, to read only. */
export function CartSummary({ quote }: { quote: Quote }) {
  return (
    <div>
      <ul aria-label="Productos" className="divide-y divide-line border-b border-line">
        {quote.lines.map(line => (
          <li
            key={`${line.product_id}/${line.mode}`}
            className="flex items-baseline justify-between gap-5 py-3.5 text-md first:pt-0"
          >
            <div className="min-w-0">
              <p className="leading-snug font-medium text-pretty">{line.assessment.name}</p>
              <p className="text-sm text-muted">
                {MODE_LABELS[line.mode]}, {countOf(line.seats, 'persona', 'personas')}
              </p>
            </div>
            <p className="tabular-nums">{formatPesos(line.total_clp)}</p>
          </li>
        ))}
      </ul>
      <div className="mt-4 grid gap-3">
        <CartBreakdown quote={quote} />
        <div className="border-t border-line pt-3">
          <CartTotal quote={quote} />
        </div>
      </div>
    </div>
  )
}

/** As high as the summary that is on its way, so that nothing jumps when it comes. */
export function CartSummarySkeleton({ lines }: { lines: number }) {
  return (
    <SkeletonGroup label="Calculando los precios…">
      <div className="divide-y divide-line border-b border-line">
        {Array.from({ length: Math.max(1, lines) }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else.
          <div key={line} className="flex justify-between gap-5 py-3.5 first:pt-0">
            <div className="grid gap-1.5">
              <Skeleton className="h-5 w-44" />
              <Skeleton className="h-4 w-28" />
            </div>
            <Skeleton className="h-5 w-20" />
          </div>
        ))}
      </div>
      <div className="mt-4 grid gap-1.5">
        <Skeleton className="h-5" />
        <Skeleton className="h-5" />
        <Skeleton className="h-5" />
        <div className="mt-1.5 border-t border-line pt-3">
          <Skeleton className="h-8" />
        </div>
      </div>
    </SkeletonGroup>
  )
}
