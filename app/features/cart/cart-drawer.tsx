import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Drawer } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { dismissToast } from '#app/ui/toast.ts'
import { removeChoiceAt, sameChoices } from './cart.ts'
import { useCart } from './cart-context.ts'
import { CartLine } from './cart-line.tsx'
import { CartMessages, type Undo } from './cart-messages.tsx'
import { CartBreakdown, CartTotal } from './cart-totals.tsx'
import { DiscountField } from './discount-field.tsx'

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
  // Something else has changed the cart since: putting the old one back would undo that too.
  const undo = taken && sameChoices(taken.after, choices) ? taken : undefined

  const leave = () => {
    setTaken(undefined)
    close()
  }
  useCloseOnNavigation(pathname, close)

  const take = (undo: Undo) => {
    // On a phone a message would lie over the way back.
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
      {/* Hidden texts are placed absolutely: they must scroll with the lines, not push the drawer itself. */}
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
                  // The place, not the mode: switching the mode must not lose the focus.
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
    // Only the server knows who is signed in by now: the guard of the page leads everybody else to the log-in screen, with its notice.
    // The drawer goes with its page: closed at once, the second half of a double click would hit what lies under it.
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

/** Back, or a link anywhere, shows another page: the drawer must not lie over it. */
function useCloseOnNavigation(pathname: string, close: () => void) {
  const shownAt = useRef(pathname)
  useEffect(() => {
    if (shownAt.current === pathname) return
    shownAt.current = pathname
    close()
  }, [pathname, close])
}
