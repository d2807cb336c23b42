import { useEffect, useRef } from 'react'
import type { CartChoice } from '#app/features/cart/cart.ts'
import { useCart } from '#app/features/cart/cart-context.ts'
import { noticeKey } from '#app/features/cart/cart-notices.ts'
import type { CartContents } from '#app/features/cart/cart-store.ts'
import { noticeText } from '#app/features/cart/cart-texts.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { QuotationNote } from './quotation-note.tsx'
import { useRetryWhenBack } from './use-retry-when-back.ts'

/** What was just removed, and the cart after that. */
export type Undo = { text: string; before: CartContents; after: CartChoice[] }

/** A button that disappears with its message moves the focus to the drawer's title; otherwise it would be lost. */
const handOverFocus = (button: HTMLElement | null) => button?.closest('dialog')?.querySelector('h2')?.focus()

/** The messages above the lines: failed prices, automatic changes, and undo. */
export function CartMessages({ undo }: { undo: Undo | undefined }) {
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
