import { Link } from 'react-router'
import type { Pesos } from '#app/kernel/money.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'

/** The terms, accepted anew with every purchase. */
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
  total: Pesos
  text: string
  /** What follows the promise of a safe page. */
  then?: string
  pending: boolean
  disabled: boolean
}

/** The one button that buys, with what happens next. */
export const PayButton = ({ total, text, then = '', pending, disabled }: PayButtonProps) => (
  <div>
    <Button
      type="submit"
      size="lg"
      pending={pending}
      pendingLabel="Procesando…"
      disabled={disabled}
      className="w-full sm:w-auto"
      // The second click of a double one comes before the button can show that the first is under way.
      onClick={event => event.detail > 1 && event.preventDefault()}
    >
      {text}
    </Button>
    <p className="mt-3 text-sm text-muted">
      {total === 0 ? 'No se hará ningún cobro.' : `Te llevaremos a la página segura del medio de pago.${then}`}
    </p>
  </div>
)
