import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { QUOTATION_FIELDS, type QuotationField, quotationFields } from './quotations.ts'

type QuotationFormProps = {
  /** Choices, code, key and the total shown to the buyer, as JSON. */
  cart: string
  email: string
  values: Record<QuotationField, string>
  errors: Partial<Record<string, string>>
  pending: boolean
  disabled: boolean
}

/** Whom the quotation is for. Only the contact's name is required. */
export function QuotationForm({ cart, email, values, errors, pending, disabled }: QuotationFormProps) {
  const { ref, field } = useForm(quotationFields, { errors, values })
  return (
    <Form ref={ref} method="post" className="grid gap-6" noValidate>
      <input type="hidden" name="cart" value={cart} />
      <Panel title="¿Para quién es?" description={`Aparece en el documento, junto a tu correo ${email}.`}>
        <div className="grid gap-5 sm:grid-cols-2">
          {QUOTATION_FIELDS.map(name => (
            <TextField key={name} {...field(name)} />
          ))}
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
