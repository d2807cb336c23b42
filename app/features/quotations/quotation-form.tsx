import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { QuotationField } from './quotations.ts'

type QuotationFormProps = {
  /** What goes with the form: choices, code, key and the total that the buyer sees, as JSON. */
  cart: string
  email: string
  values: Record<QuotationField, string>
  errors: Partial<Record<string, string>>
  pending: boolean
  disabled: boolean
}

/** Whom the quotation is for. Only the contact's name is needed. */
export function QuotationForm({ cart, email, values, errors, pending, disabled }: QuotationFormProps) {
  const field = (name: QuotationField) => ({ name, defaultValue: values[name], error: errors[name] })
  return (
    <Form method="post" className="grid gap-6" noValidate>
      <input type="hidden" name="cart" value={cart} />
      <Panel title="¿Para quién es?" description={`Aparece en el documento, junto a tu correo ${email}.`}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('company_name')} label="Empresa" optional autoComplete="organization" maxLength={200} />
          <TextField
            {...field('company_rut')}
            label="RUT de la empresa"
            optional
            autoComplete="off"
            hint="Ejemplo: 76.192.083-9"
          />
          <TextField
            {...field('company_address')}
            label="Dirección"
            optional
            autoComplete="street-address"
            maxLength={200}
          />
          <TextField
            {...field('reference')}
            label="Referencia interna"
            optional
            autoComplete="off"
            maxLength={200}
            hint="Por ejemplo, tu solicitud de compra"
          />
          <TextField
            {...field('buyer_name')}
            label="Persona de contacto"
            required
            autoComplete="name"
            maxLength={120}
          />
          <TextField {...field('buyer_phone')} label="Teléfono" optional type="tel" autoComplete="tel" maxLength={40} />
        </div>
      </Panel>
      <div>
        <Button
          type="submit"
          size="lg"
          pending={pending}
          pendingLabel="Creando…"
          disabled={disabled}
          className="w-full sm:w-auto"
        >
          Crear cotización
        </Button>
        <p className="mt-3 text-sm text-muted">No te compromete a comprar.</p>
      </div>
    </Form>
  )
}
