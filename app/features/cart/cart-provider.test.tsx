import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { useCart } from './cart-context.ts'
import { CartProvider } from './cart-provider.tsx'

function Probe() {
  const { ready, totalItems, choices, quote, isOpen } = useCart()
  return <p>{JSON.stringify({ ready, totalItems, choices, quote, isOpen })}</p>
}

describe('the cart', () => {
  // shows: S8.19
  it('needs its provider', () => {
    expect(() => renderToString(<Probe />)).toThrow('useCart must be used within a CartProvider')
  })

  // shows: S4.14
  it('is empty and closed on the server, the same for every visitor', () => {
    const html = renderToString(
      <CartProvider>
        <Probe />
      </CartProvider>,
    )
    expect(html.replaceAll('&quot;', '"')).toBe(
      '<p>{"ready":false,"totalItems":0,"choices":[],"quote":null,"isOpen":false}</p>',
    )
  })
})
