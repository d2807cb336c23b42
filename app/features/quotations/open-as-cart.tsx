import { useState } from 'react'
import { useCart } from '#app/features/cart/cart-context.ts'
import { countOf } from '#app/kernel/format.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'
import type { Quotation, QuotationState } from './quotations.ts'

type OpenAsCartProps = { quotation: Pick<Quotation, 'id' | 'lines' | 'discount_code'>; state: QuotationState }

/**
 * Loads the quotation's lines into the cart, with its prices while they hold. Asks before it replaces other contents.
 */
export function OpenAsCart({ quotation, state }: OpenAsCartProps) {
  const cart = useCart()
  const [asking, setAsking] = useState(false)
  const isOwn = cart.quotation === quotation.id

  const open = () => {
    setAsking(false)
    cart.restore({
      choices: quotation.lines.map(({ product_id, mode, seats }) => ({ product_id, mode, seats })),
      code: quotation.discount_code,
      quotation: state === 'valid' ? quotation.id : null,
    })
    cart.open()
  }

  return (
    <>
      <Button
        disabled={!cart.ready}
        variant={state === 'valid' ? 'primary' : 'secondary'}
        onClick={() => (cart.choices.length > 0 && !isOwn ? setAsking(true) : open())}
      >
        {state === 'valid' ? 'Abrir como carrito' : 'Abrir con precios actuales'}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="¿Reemplazar tu carrito?"
        description={`Tu carrito tiene ${countOf(cart.choices.length, 'producto', 'productos')}. Si abres la cotización, quedarán solo los productos de ella.`}
        footer={
          <DialogActions>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Cancelar
            </Button>
            <Button onClick={open}>Reemplazar</Button>
          </DialogActions>
        }
      >
        {null}
      </Dialog>
    </>
  )
}
