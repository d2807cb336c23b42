import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type CartChoice, removeChoiceAt, sameChoices } from '#app/features/cart/cart.ts'
import { useCart } from '#app/features/cart/cart-context.ts'
import { noticeKey } from '#app/features/cart/cart-notices.ts'
import type { CartContents } from '#app/features/cart/cart-store.ts'
import { noticeText } from '#app/features/cart/cart-texts.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Drawer } from '#app/kit/ui/dialog.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { dismissToast } from '#app/kit/ui/toast.ts'
import { CartLine } from './cart-line.tsx'
import { QuotationNote, useRetryWhenBack } from './cart-panel.tsx'
import { CartBreakdown, CartTotal } from './cart-totals.tsx'
import { DiscountField } from './discount-field.tsx'

/** What was just removed, and the cart after that. */
type Undo = { text: string; before: CartContents; after: CartChoice[] }

/** A button that disappears with its message moves the focus to the drawer's title; otherwise it would be lost. */
const handOverFocus = (button: HTMLElement | null) => button?.closest('dialog')?.querySelector('h2')?.focus()

/** The messages above the lines: failed prices, automatic changes, and undo. */
function CartMessages({ undo }: { undo: Undo | undefined }) {
  const cart = useCart()
  const { notices, quoteState, refreshQuote, restore } = cart
  useRetryWhenBack(cart)
  return (
    <div className="grid gap-3 not-empty:pb-4">
      {quoteState === 'error' && (
        <Alert
          tone="error"
          title="No pudimos actualizar los precios"
          actions={
            <Button
              variant="secondary"
              size="sm"
              onClick={event => {
                handOverFocus(event.currentTarget)
                refreshQuote()
              }}
            >
              Reintentar
            </Button>
          }
        >
          Revisa tu conexión. Tu carrito está guardado en este navegador.
        </Alert>
      )}
      <QuotationNote />
      {notices.length > 0 && (
        <Alert tone="warning">
          <ul className="grid gap-1.5">
            {notices.map(one => (
              <li key={noticeKey(one)}>{noticeText(one)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {undo && <UndoStrip key={undo.text} undo={undo} onUndo={() => restore(undo.before)} />}
    </div>
  )
}

function UndoStrip({ undo, onUndo }: { undo: Undo; onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  // The pressed button disappeared with its line, and the focus would be lost.
  useEffect(() => button.current?.focus(), [])
  const goBack = () => {
    handOverFocus(button.current)
    onUndo()
  }
  return (
    <div className="flex items-center justify-between gap-4 rounded-md bg-ink/5 py-1 pr-1.5 pl-4 text-md">
      <span role="status" className="min-w-0">
        {undo.text}
      </span>
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        onClick={goBack}
        className="flex-none underline underline-offset-4"
      >
        Deshacer
      </Button>
    </div>
  )
}

const CHECKOUT = '/checkout'
const QUOTATION = '/account/quotations/new'

/** Milliseconds after which 'Proceder al pago' works again (specification 1, section 5). */
const FLAG_RESET = 1000

/** 'Mi Carrito' (specification 1, section 2). The provider loads and shows it. */
export function CartDrawer() {
  const cart = useCart()
  const { choices, code, quotation, quote, quoteState, isOpen, close } = cart
  const { pathname } = useLocation()
  const [taken, setTaken] = useState<Undo>()
  // The cart has changed since: restoring the old one would undo that change too.
  const undo = taken && sameChoices(taken.after, choices) ? taken : undefined

  const leave = () => {
    setTaken(undefined)
    close()
  }
  useCloseOnNavigation(pathname, close)

  const take = (undo: Undo) => {
    // On a phone the toast would cover the undo button.
    dismissToast()
    setTaken(undo)
  }
  const removeAt = (index: number, name: string) => {
    take({ text: `Quitaste ${name}.`, before: { choices, code, quotation }, after: removeChoiceAt(choices, index) })
    cart.removeAt(index)
  }
  const clear = () => {
    take({ text: 'Vaciaste tu carrito.', before: { choices, code, quotation }, after: [] })
    cart.clear()
  }

  const isEmpty = choices.length === 0
  return (
    <Drawer
      open={isOpen}
      onClose={leave}
      title="Mi Carrito"
      description={
        isEmpty
          ? undefined
          : `${countOf(choices.length, 'producto', 'productos')}, ${countOf(cart.totalItems, 'persona', 'personas')}`
      }
      footer={isEmpty ? undefined : <CartFooter onLeave={leave} onClear={clear} />}
    >
      {/* Visually hidden texts are positioned absolutely: they must scroll with the lines instead of stretching the
          drawer. */}
      <div className="relative">
        <CartMessages undo={undo} />
        {isEmpty ? (
          <EmptyState
            title="Tu carrito está vacío"
            action={
              <ButtonLink to="/" onClick={leave}>
                Explorar Assessments
              </ButtonLink>
            }
          >
            Agrega una evaluación o un taller y aquí verás su precio para ti o para tu equipo.
          </EmptyState>
        ) : (
          <>
            <ul aria-label="Productos" className="divide-y divide-line border-y border-line">
              {choices.map((choice, index) => (
                <CartLine
                  // The index, not the mode: switching the mode must keep the focus.
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name that survives a change of mode.
                  key={`${index}/${choice.product_id}`}
                  choice={choice}
                  index={index}
                  onRemove={removeAt}
                  onLeave={leave}
                />
              ))}
            </ul>
            <DiscountField />
            {quote && <CartBreakdown quote={quote} stale={quoteState !== 'idle'} />}
          </>
        )}
        <p role="status" className="sr-only">
          {quote && !isEmpty && `Total del carrito: ${formatPesos(quote.total_clp)}`}
        </p>
      </div>
    </Drawer>
  )
}

function CartFooter({ onLeave, onClear }: { onLeave: () => void; onClear: () => void }) {
  const { quote, quoteState } = useCart()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)

  const checkOut = async () => {
    if (leaving) return
    setLeaving(true)
    // Only the server knows whether the visitor is still signed in: the page's guard redirects to the log-in screen,
    // with its notice. The drawer closes with the navigation: closing it at once would let the second click of a double
    // click hit the page beneath.
    await navigate(CHECKOUT, { replace: pathname === CHECKOUT })
    onLeave()
    setTimeout(() => setLeaving(false), FLAG_RESET)
  }

  return (
    <>
      <CartTotal quote={quote} stale={quoteState !== 'idle'} />
      <div className="mt-3 grid gap-1">
        <Button size="lg" pending={leaving} onClick={checkOut}>
          Proceder al pago
        </Button>
        <div className="flex flex-wrap justify-center gap-x-4">
          <ButtonLink to={QUOTATION} onClick={onLeave} variant="ghost" size="sm">
            Descargar cotización
          </ButtonLink>
          <Button variant="ghost" size="sm" onClick={onClear}>
            Vaciar Carrito
          </Button>
        </div>
      </div>
    </>
  )
}

/** Any navigation, also with the back button, closes the drawer. */
function useCloseOnNavigation(pathname: string, close: () => void) {
  const shownAt = useRef(pathname)
  useEffect(() => {
    if (shownAt.current === pathname) return
    shownAt.current = pathname
    close()
  }, [pathname, close])
}
