import { type FormEvent, useEffect, useState } from 'react'
import { Form, Link } from 'react-router'
import { useFocusOnError } from '#app/features/identity/focus.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { type CheckoutDraft, keepDraft, keptDraft } from './checkout-draft.ts'

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
  const [document, setDocument] = useState('boleta')
  const form = useFocusOnError(errors)
  useEffect(() => {
    const kept = keptDraft(buyer.id)
    setDraft(kept)
    if (kept.document === 'factura') setDocument('factura')
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
      <Panel title="Documento tributario">
        <RadioGroup
          legend="¿Qué documento necesitas?"
          name="document"
          look="card"
          columns={2}
          value={document}
          onChange={setDocument}
          options={[
            { value: 'boleta', label: 'Boleta', description: 'Para compras personales.' },
            { value: 'factura', label: 'Factura', description: 'Para compras de una empresa.' },
          ]}
        />
        {document === 'factura' && (
          <div className="mt-6 grid gap-5 sm:grid-cols-2">
            <TextField
              label="RUT"
              name="billing_rut"
              autoComplete="off"
              required
              hint="Ejemplo: 76.192.083-9"
              defaultValue={draft.billing_rut}
              error={errors.billing_rut}
            />
            <TextField
              label="Razón social"
              name="billing_name"
              autoComplete="organization"
              required
              maxLength={100}
              defaultValue={draft.billing_name}
              error={errors.billing_name}
            />
            <TextField
              label="Giro"
              name="billing_activity"
              required
              className="sm:col-span-2"
              maxLength={40}
              defaultValue={draft.billing_activity}
              error={errors.billing_activity}
            />
            <TextField
              label="Dirección"
              name="billing_address"
              autoComplete="street-address"
              required
              maxLength={70}
              defaultValue={draft.billing_address}
              error={errors.billing_address}
            />
            <TextField
              label="Comuna"
              name="billing_commune"
              autoComplete="address-level3"
              required
              maxLength={20}
              defaultValue={draft.billing_commune}
              error={errors.billing_commune}
            />
          </div>
        )}
      </Panel>
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
        <Checkbox
          name="terms"
          error={errors.terms}
          label={
            <>
              Leí y acepto las{' '}
              <Link to="/legal/condiciones" target="_blank" className="text-copper underline underline-offset-4">
                condiciones de compra
              </Link>
            </>
          }
        />
        <div>
          <Button
            type="submit"
            size="lg"
            pending={pending}
            pendingLabel="Procesando…"
            disabled={disabled}
            className="w-full sm:w-auto"
          >
            {total === 0 ? 'Confirmar compra gratis' : `Pagar ${formatPesos(total)}`}
          </Button>
          <p className="mt-3 text-sm text-muted">
            {total === 0 ? 'No se hará ningún cobro.' : 'Te llevaremos a la página segura del medio de pago.'}
          </p>
        </div>
      </div>
    </Form>
  )
}
