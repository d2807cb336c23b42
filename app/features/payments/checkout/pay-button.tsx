import { Link } from 'react-router'
import type { Pesos } from '#app/kernel/money.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'

/** The terms checkbox, required for every purchase. */
export const TermsCheckbox = ({ error }: { error: string | undefined }) => (
  <Checkbox
    name="terms"
    error={error}
    label={
      <>
        Leí y acepto las{' '}
        <Link to="/legal/condiciones" target="_blank" className="text-copper underline underline-offset-4">
          condiciones de compra
        </Link>
      </>
    }
  />
)

type PayButtonProps = {
  text: string
  pending: boolean
  disabled: boolean
  className?: string
}

/** The button that buys. */
export const PayButton = ({ text, pending, disabled, className = 'w-full sm:w-auto' }: PayButtonProps) => (
  <Button
    type="submit"
    size="lg"
    pending={pending}
    pendingLabel="Procesando…"
    disabled={disabled}
    className={className}
    // The second click of a double click arrives before the button shows the pending state.
    onClick={event => event.detail > 1 && event.preventDefault()}
  >
    {text}
  </Button>
)

/** What happens after the button that buys. @param then text after the note about the secure page. */
export const PayNote = ({ total, then = '' }: { total: Pesos | undefined; then?: string }) => (
  <p className="text-sm text-muted">
    {total === 0 ? 'No se hará ningún cobro.' : `Te llevaremos a la página segura del medio de pago.${then}`}
  </p>
)
