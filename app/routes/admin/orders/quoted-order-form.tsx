import { Form, useNavigation } from 'react-router'
import type { BILLING_FIELDS } from '#app/features/payments/checkout/billing-fields.ts'
import { BillingPanel } from '#app/features/payments/checkout/billing-panel.tsx'
import { quotedOrderFields } from '#app/features/payments/manual/staff-order.ts'
import type { FormAnswer } from '#app/forms/form-answer.ts'
import { useForm } from '#app/forms/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SelectField } from '#app/ui/select.tsx'
import { TextField } from '#app/ui/text-field.tsx'

type QuotedOrderFormProps = {
  quotation: { company_name: string | null; company_rut: string | null }
  answer:
    | Pick<FormAnswer<string, (typeof BILLING_FIELDS)[number] | keyof typeof quotedOrderFields>, 'errors' | 'values'>
    | undefined
}

/** The data of an order that its quotation lacks. */
export function QuotedOrderForm({ quotation, answer }: QuotedOrderFormProps) {
  const sending = useNavigation().state !== 'idle'
  const { ref, field } = useForm(quotedOrderFields, answer)
  const errors = answer?.errors ?? {}
  const isCompany = quotation.company_rut !== null
  const values = answer?.values ?? {
    document: isCompany ? 'factura' : 'boleta',
    ...(quotation.company_rut !== null && { billing_rut: quotation.company_rut }),
    ...(quotation.company_name !== null && { billing_name: quotation.company_name }),
  }
  return (
    <Form ref={ref} method="post" noValidate className="grid gap-6">
      <input type="hidden" name="intent" value="order" />
      <BillingPanel values={values} errors={errors} />
      <Panel title="Pago">
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField {...field('days', '30')} />
          <TextField {...field('company_name', quotation.company_name)} />
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
