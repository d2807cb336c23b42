import { useCart } from '#app/features/cart/cart-context.ts'
import type { CartQuotation } from '#app/features/cart/held-prices.ts'
import { unreachable } from '#app/kernel/result.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'

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
