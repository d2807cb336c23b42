import type { ReactNode } from 'react'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { useCart } from './cart-context.ts'
import { CartSummary, CartSummarySkeleton } from './cart-summary.tsx'
import { useRetryWhenBack } from './use-retry-when-back.ts'

type CartPanelProps = {
  title: string
  /** Above the lines. */
  before?: ReactNode
  /** Below the total. */
  after?: ReactNode
  /** Said where the browser runs no scripts: the cart is theirs. */
  withoutScripts: ReactNode
}

/** The cart beside a form that is about to use it: lines and total to read, the way to the drawer, and prices that did not come. */
export function CartPanel({ title, before, after, withoutScripts }: CartPanelProps) {
  const cart = useCart()
  const { quote, choices, quoteState, open, refreshQuote } = cart
  useRetryWhenBack(cart)
  return (
    <Panel
      title={title}
      className="order-first lg:sticky lg:top-24 lg:order-none"
      actions={
        <Button variant="link" size="sm" onClick={open}>
          Editar
        </Button>
      }
    >
      {before}
      {quote ? <CartSummary quote={quote} /> : <CartSummarySkeleton lines={choices.length} />}
      {after}
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

/** Instead of such a form, where there is nothing in the cart. */
export const EmptyCart = ({ children }: { children: ReactNode }) => (
  <EmptyState as="h2" title="Tu carrito está vacío" action={<ButtonLink to="/">Explorar Assessments</ButtonLink>}>
    {children}
  </EmptyState>
)
