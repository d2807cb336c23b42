import { Form, useNavigation } from 'react-router'
import { BillingPanel } from '#app/features/payments/checkout/billing-panel.tsx'
import { useFocusOnError } from '#app/forms/focus.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SelectField } from '#app/ui/select.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { HELD_OPTIONS } from './pending-order.tsx'

type QuotedOrderFormProps = {
  quotation: { company_name: string | null; company_rut: string | null }
  answer: { errors: Record<string, string>; values: Partial<Record<string, string>> } | undefined
}

const NO_ERRORS: Record<string, string> = {}

/** The data of an order that its quotation lacks. */
export function QuotedOrderForm({ quotation, answer }: QuotedOrderFormProps) {
  const sending = useNavigation().state !== 'idle'
  const errors = answer?.errors ?? NO_ERRORS
  const form = useFocusOnError(errors)
  const isCompany = quotation.company_rut !== null
  const values = answer?.values ?? {
    document: isCompany ? 'factura' : 'boleta',
    ...(quotation.company_rut !== null && { billing_rut: quotation.company_rut }),
    ...(quotation.company_name !== null && { billing_name: quotation.company_name }),
  }
  return (
    <Form ref={form} method="post" noValidate className="grid gap-6">
      <BillingPanel values={values} errors={errors} />
      <Panel title="Pago">
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label="Esperar el pago"
            name="days"
            options={HELD_OPTIONS}
            defaultValue={answer?.values.days ?? '30'}
            hint="Después la orden se cancela sola."
          />
          <TextField
            label="Empresa que invita"
            name="company_name"
            optional
            maxLength={200}
            hint="La nombran las invitaciones a responder."
            defaultValue={answer?.values.company_name ?? quotation.company_name ?? undefined}
            error={errors.company_name}
          />
        </div>
        <Checkbox
          className="mt-5"
          label="El cliente aceptó por escrito la cotización y las condiciones de compra"
          name="accepted"
          error={errors.accepted}
        />
      </Panel>
      <Button type="submit" className="justify-self-start" pending={sending} pendingLabel="Creando…">
        Crear la orden
      </Button>
    </Form>
  )
}
