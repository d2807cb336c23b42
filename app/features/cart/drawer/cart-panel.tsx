import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { type CartChoice, MEASURES_AGAIN, MODE_LABELS, type Quote } from '#app/features/cart/cart.ts'
import { type Cart, useCart } from '#app/features/cart/cart-context.ts'
import type { CartQuotation } from '#app/features/cart/held-prices.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { unreachable } from '#app/kernel/result.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { Skeleton, SkeletonGroup } from '#app/kit/ui/skeleton.tsx'
import { connection } from '#app/platform/http/connection.ts'
import { CartBreakdown, CartTotal } from './cart-totals.tsx'
import { DiscountField } from './discount-field.tsx'

/** How a quotation affects the prices of the cart opened from it. */
function noteText(quotation: CartQuotation): string {
  switch (quotation.state) {
    case 'applied':
      return `Precios de la cotización ${quotation.number}, vigentes hasta el ${quotation.valid_until}.`
    case 'changed':
      return `Tu carrito ya no tiene los mismos productos y cantidades de la cotización ${quotation.number}: se aplican los precios actuales.`
    case 'expired':
      return `La cotización ${quotation.number} venció el ${quotation.valid_until}: se aplican los precios actuales.`
    case 'bought':
      return `Ya compraste la cotización ${quotation.number}: se aplican los precios actuales.`
    case 'cheaper_now':
      return `Los precios actuales son más bajos que los de la cotización ${quotation.number}: pagas los actuales.`
    case 'not_found':
      return 'No pudimos usar tu cotización: entra con la cuenta que la creó. Mientras tanto se aplican los precios actuales.'
    default:
      return unreachable(quotation)
  }
}

/** Shows above the lines whether a quotation's prices apply; one that does not can be dropped. */
export function QuotationNote() {
  const { quote, leaveQuotation } = useCart()
  const quotation = quote?.quotation
  if (!quotation) return null
  if (quotation.state === 'applied') return <Alert>{noteText(quotation)}</Alert>
  const leave = (button: HTMLElement) => {
    // The button disappears with its message, and the focus would be lost.
    button.closest('dialog')?.querySelector('h2')?.focus()
    leaveQuotation()
  }
  return (
    <Alert
      tone="warning"
      actions={
        <Button variant="secondary" size="sm" onClick={event => leave(event.currentTarget)}>
          Entendido
        </Button>
      }
    >
      {noteText(quotation)}
    </Alert>
  )
}

/** Retries a failed request for prices as soon as the shop is reachable again. */
export function useRetryWhenBack({ quoteState, refreshQuote }: Pick<Cart, 'quoteState' | 'refreshQuote'>): void {
  const failed = quoteState === 'error'
  useEffect(() => {
    if (!failed) return
    return connection.subscribe(() => {
      if (connection.isThere()) refreshQuote()
    })
  }, [failed, refreshQuote])
}

/** Lines and totals of a quote, read-only. */
function CartSummary({ quote, choices }: { quote: Quote; choices: readonly CartChoice[] }) {
  const repeats = (line: CartChoice) =>
    choices.some(choice => choice.product_id === line.product_id && choice.mode === line.mode && choice.repeats)
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
                {`${MODE_LABELS[line.mode]}, ${countOf(line.seats, 'persona', 'personas')}`}
              </p>
              {repeats(line) && <p className="text-sm text-muted">{MEASURES_AGAIN}</p>}
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

/** As high as the loading summary, so that the layout does not shift. */
function CartSummarySkeleton({ lines }: { lines: number }) {
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

type CartPanelProps = {
  title: string
  /** On phones the lines fold under the total, so that the form comes soon. */
  folds?: boolean
  before?: Blocks
  after?: Blocks
  /** Stands in a column that sticks as a whole. */
  inColumn?: boolean
  /** Shown where the browser runs no scripts, because the cart needs them. */
  withoutScripts: ReactNode
}

/**
 * The cart beside a form that uses it: read-only lines and total, a button that opens the drawer, and the state of
 * failed prices.
 */
export function CartPanel({ title, folds = false, inColumn = false, before, after, withoutScripts }: CartPanelProps) {
  const [isOpen, setOpen] = useState(!folds)
  const id = useId()
  const cart = useCart()
  const { quote, choices, quoteState, open, refreshQuote } = cart
  useRetryWhenBack(cart)
  return (
    <Panel
      title={title}
      className={classNames('order-first', !inColumn && 'lg:sticky lg:top-24 lg:order-none')}
      actions={
        <Button variant="link" size="sm" onClick={open}>
          Editar
        </Button>
      }
    >
      {before}
      {folds && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full items-center justify-between gap-4 rounded-sm text-left text-md hover:text-copper lg:hidden"
        >
          <span className="flex items-center gap-2">
            <ChevronDown
              aria-hidden="true"
              className={classNames('size-5 flex-none transition-transform', isOpen && 'rotate-180')}
            />
            <span>{isOpen ? 'Ocultar el detalle' : 'Ver el detalle'}</span>
          </span>
          <span className="text-lg font-semibold tracking-tight text-ink tabular-nums">
            {quote ? formatPesos(quote.total_clp) : '…'}
          </span>
        </button>
      )}
      <div id={id} className={classNames(folds && 'max-lg:pt-4', !isOpen && 'max-lg:hidden')}>
        {quote ? <CartSummary quote={quote} choices={choices} /> : <CartSummarySkeleton lines={choices.length} />}
        <div className="mt-5 border-t border-line">
          <DiscountField />
        </div>
        {after}
      </div>
      {quoteState === 'error' && (
        <Alert
          tone="error"
          actions={
            <Button size="sm" variant="secondary" onClick={refreshQuote}>
              Reintentar
            </Button>
          }
        >
          No pudimos calcular los precios. Revisa tu conexión.
        </Alert>
      )}
      <noscript>
        <p>{withoutScripts}</p>
      </noscript>
    </Panel>
  )
}

/** Shown in place of the form when the cart is empty. */
export const EmptyCart = ({ children }: { children: ReactNode }) => (
  <EmptyState as="h2" title="Tu carrito está vacío" action={<ButtonLink to="/">Explorar Assessments</ButtonLink>}>
    {children}
  </EmptyState>
)
