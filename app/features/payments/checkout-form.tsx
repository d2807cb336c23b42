import { type FormEvent, useEffect, useState } from 'react'
import { Form } from 'react-router'
import { useFocusOnError } from '#app/features/identity/focus.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { Panel } from '#app/ui/panel.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { BillingPanel } from './billing-panel.tsx'
import { type CheckoutDraft, keepDraft, keptDraft } from './checkout-draft.ts'
import { PayButton } from './pay-button.tsx'
import { TermsCheckbox } from './terms-checkbox.tsx'

export type CheckoutErrors = Record<string, string>

type CheckoutFormProps = {
  /** What goes with the form: choices, code, key and the total that the buyer sees, as JSON. */
  cart: string
  total: Pesos
  /** Whether the cart buys for several people: then the company is asked for. */
  isBusiness: boolean
  errors: CheckoutErrors
  /** The signed-in buyer: what was typed before comes back to nobody else. */
  buyer: { id: string; company: string | null }
  pending: boolean
  disabled: boolean
}

/** Who the tax document is for, the company, the accepted terms, and the one button that buys (decision 11). */
export function CheckoutForm({ cart, total, isBusiness, errors, buyer, pending, disabled }: CheckoutFormProps) {
  const [draft, setDraft] = useState<CheckoutDraft>({})
  const form = useFocusOnError(errors)
  useEffect(() => {
    setDraft(keptDraft(buyer.id))
  }, [buyer.id])
  const hold = (event: FormEvent) => {
    // Enter in a field comes here without the button.
    if (pending || disabled) event.preventDefault()
  }
  return (
    <Form
      ref={form}
      // Fields take their first value once: they are made anew when there is something to put into them.
      key={Object.keys(draft).length > 0 ? 'kept' : 'new'}
      method="post"
      className="grid gap-6"
      noValidate
      onInput={event => keepDraft(buyer.id, new FormData(event.currentTarget))}
      onSubmit={hold}
    >
      <input type="hidden" name="cart" value={cart} />
      <BillingPanel values={draft} errors={errors} />
      {isBusiness && (
        <Panel title="Tu organización" description="Aparece en las invitaciones que envías a tu equipo.">
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Nombre de la empresa"
              name="company_name"
              optional
              autoComplete="organization"
              maxLength={200}
              defaultValue={draft.company_name ?? buyer.company ?? ''}
              error={errors.company_name}
            />
            <TextField
              label="Sitio web"
              name="company_url"
              optional
              inputMode="url"
              autoComplete="url"
              maxLength={200}
              defaultValue={draft.company_url}
              error={errors.company_url}
            />
          </div>
        </Panel>
      )}
      <div className="grid gap-4">
        <TermsCheckbox error={errors.terms} />
        <PayButton
          total={total}
          text={total === 0 ? 'Confirmar compra gratis' : `Pagar ${formatPesos(total)}`}
          pending={pending}
          disabled={disabled}
        />
      </div>
    </Form>
  )
}
