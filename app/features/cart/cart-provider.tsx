import { type ComponentType, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { notify } from '#app/kit/ui/toast.ts'
import { reloadOnce } from '#app/platform/http/reload-once.ts'
import { addChoice, removeChoiceAt, totalItems, updateChoiceAt } from './cart.ts'
import { type Cart, CartContext } from './cart-context.ts'
import { createCartStore, UNREAD_CART } from './cart-store.ts'
import { useBoughtCart } from './use-bought-cart.ts'
import { useQuoting } from './use-quoting.ts'

// Loaded when first opened: every page of the shop has a cart, but few visits open it.
const loadDrawer = () => import('./drawer/cart-drawer.tsx')

const unread = () => UNREAD_CART

/** This page's address with the cart open. */
function withOpenCart(): string {
  const address = new URL(location.href)
  address.searchParams.set('carrito', '1')
  return address.href
}

/**
 * Provides the browser's cart to the pages beneath it, and renders the drawer above them. Needs the router and the
 * AuthProvider around it.
 */
export function CartProvider({ children }: { children: Blocks }) {
  const [store] = useState(createCartStore)
  const cart = useSyncExternalStore(store.subscribe, store.current, unread)
  const quoting = useQuoting(store, cart)
  const { quote, quoteState, notices, applyCode, clearNotices } = quoting
  const refreshQuote = useBoughtCart(store, cart, quoting.refreshQuote)
  const [Drawer, setDrawer] = useState<ComponentType>()
  const [isOpen, setOpen] = useState(false)

  const open = useCallback(() => {
    setOpen(true)
    refreshQuote()
    loadDrawer().then(
      module => setDrawer(() => module.CartDrawer),
      () => {
        if (navigator.onLine && reloadOnce(withOpenCart())) return
        setOpen(false)
        notify({
          title: 'No pudimos abrir tu carrito',
          description: 'Revisa tu conexión e inténtalo otra vez.',
          tone: 'error',
        })
      },
    )
  }, [refreshQuote])

  const close = useCallback(() => {
    setOpen(false)
    clearNotices()
  }, [clearNotices])

  useEffect(() => {
    const address = new URL(location.href)
    if (!address.searchParams.has('carrito')) return
    address.searchParams.delete('carrito')
    // Bypasses the router, whose navigation would load the page's data again.
    history.replaceState(history.state, '', address)
    open()
  }, [open])

  const { choices, code, quotation, checkoutKey } = cart
  const value = useMemo<Cart>(
    () => ({
      ready: cart !== UNREAD_CART,
      choices,
      code,
      quotation,
      checkoutKey,
      totalItems: totalItems(choices),
      quote,
      quoteState,
      notices,
      isOpen,
      open,
      close,
      preload: () => void loadDrawer().catch(() => undefined),
      add(choice) {
        const { outcome } = addChoice(store.current().choices, choice)
        if (outcome !== 'full') store.add(now => ({ choices: addChoice(now.choices, choice).choices }))
        return outcome
      },
      updateAt: (index, change) => store.change(now => ({ choices: updateChoiceAt(now.choices, index, change) })),
      removeAt: index => store.change(now => ({ choices: removeChoiceAt(now.choices, index) })),
      clear: () => store.change(() => ({ choices: [], code: null, quotation: null })),
      restore: contents => store.change(() => contents),
      applyCode,
      removeCode: () => store.change(() => ({ code: null })),
      markQuoted: store.markQuoted,
      leaveQuotation: () => store.change(() => ({ quotation: null })),
      refreshQuote,
    }),
    [
      cart,
      choices,
      code,
      quotation,
      checkoutKey,
      quote,
      quoteState,
      notices,
      isOpen,
      open,
      close,
      applyCode,
      refreshQuote,
      store,
    ],
  )

  return (
    <CartContext value={value}>
      {children}
      {Drawer && <Drawer />}
    </CartContext>
  )
}
