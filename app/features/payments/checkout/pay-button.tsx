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
  total: Pesos
  text: string
  /** Text after the note about the secure page. */
  then?: string
  pending: boolean
  disabled: boolean
}

/** The buy button, with what happens next. */
export const PayButton = ({ total, text, then = '', pending, disabled }: PayButtonProps) => (
  <div>
    <Button
      type="submit"
      size="lg"
      pending={pending}
      pendingLabel="Procesando…"
      disabled={disabled}
      className="w-full sm:w-auto"
      // The second click of a double click arrives before the button shows the pending state.
      onClick={event => event.detail > 1 && event.preventDefault()}
    >
      {text}
    </Button>
    <p className="mt-3 text-sm text-muted">
      {total === 0 ? 'No se hará ningún cobro.' : `Te llevaremos a la página segura del medio de pago.${then}`}
    </p>
  </div>
)
