import { useState } from 'react'
import { Form, Link } from 'react-router'
import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { TextField } from '#app/ui/text-field.tsx'

export type CheckoutErrors = Partial<Record<string, string>>

type CheckoutFormProps = {
  /** What goes with the form: choices, code, key and the total that the buyer sees, as JSON. */
  cart: string
  total: Pesos
  /** Whether the cart buys for several people: then the company is asked for. */
  isBusiness: boolean
  errors: CheckoutErrors
  defaults: { company: string | null }
  pending: boolean
  disabled: boolean
}

/** Who the tax document is for, the company, the accepted terms, and the one button that buys (decision 11). */
export function CheckoutForm({ cart, total, isBusiness, errors, defaults, pending, disabled }: CheckoutFormProps) {
  const [document, setDocument] = useState('boleta')
  return (
    <Form method="post" className="grid gap-6" noValidate>
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
              error={errors.billing_rut}
            />
            <TextField
              label="Razón social"
              name="billing_name"
              autoComplete="organization"
              required
              maxLength={100}
              error={errors.billing_name}
            />
            <TextField label="Giro" name="billing_activity" required maxLength={40} error={errors.billing_activity} />
            <TextField
              label="Dirección"
              name="billing_address"
              autoComplete="street-address"
              required
              maxLength={70}
              error={errors.billing_address}
            />
            <TextField
              label="Comuna"
              name="billing_commune"
              autoComplete="address-level3"
              required
              maxLength={20}
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
              defaultValue={defaults.company ?? ''}
              error={errors.company_name}
            />
            <TextField
              label="Sitio web"
              name="company_url"
              optional
              inputMode="url"
              autoComplete="url"
              maxLength={200}
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
