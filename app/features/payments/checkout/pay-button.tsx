import { Link } from 'react-router'
import type { Pesos } from '#app/kernel/money.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'

const LINK = 'text-copper underline underline-offset-4'

type TermsCheckboxProps = {
  /** The form that it belongs to, where it stands outside of it. */
  form?: string
  error: string | undefined
  /** Whether people are invited: their answers are processed for the buyer, which takes a contract (Ley 19.628, article 15 bis). */
  isBusiness: boolean
}

/** The terms checkbox, required for every purchase. */
export const TermsCheckbox = ({ form, error, isBusiness }: TermsCheckboxProps) => (
  <Checkbox
    name="terms"
    form={form}
    error={error}
    label={
      <>
        <span>Leí y acepto las</span>{' '}
        <Link to="/legal/condiciones" target="_blank" className={LINK}>
          condiciones de compra
        </Link>
        {isBusiness && (
          <>
            {' '}
            <span>y el</span>{' '}
            <Link to="/legal/encargo" target="_blank" className={LINK}>
              contrato de encargo de tratamiento
            </Link>
          </>
        )}
      </>
    }
  />
)

type PayButtonProps = {
  form?: string
  text: string
  pending: boolean
  disabled: boolean
  className?: string
}

/** The button that buys. */
export const PayButton = ({ form, text, pending, disabled, className = 'w-full sm:w-auto' }: PayButtonProps) => (
  <Button
    type="submit"
    form={form}
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
