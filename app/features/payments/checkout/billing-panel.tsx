import { controlProps, namesOf } from '#app/forms/fields.ts'
import { Panel } from '#app/ui/panel.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { type BILLING_FIELDS, billingFields } from './billing-fields.ts'

type BillingField = (typeof BILLING_FIELDS)[number]

type BillingPanelProps = {
  /** Initial values of the fields. */
  values: Readonly<Partial<Record<BillingField, string>>>
  errors: Readonly<Record<string, string>>
}

/** Boleta, or factura with its data (decision 11). CSS alone shows and hides the data, so it needs no script. */
export const BillingPanel = ({ values, errors }: BillingPanelProps) => (
  <Panel title="Documento tributario" className="group/billing">
    <RadioGroup
      legend="¿Qué documento necesitas?"
      name="document"
      variant="card"
      columns={2}
      defaultValue={values.document === 'factura' ? 'factura' : 'boleta'}
      options={[
        { value: 'boleta', label: 'Boleta', description: 'Para compras personales.' },
        { value: 'factura', label: 'Factura', description: 'Para compras de una empresa.' },
      ]}
    />
    <div className="mt-6 hidden gap-5 group-has-[input[value=factura]:checked]/billing:grid sm:grid-cols-2">
      {namesOf(billingFields).map(name => (
        <TextField
          key={name}
          {...controlProps(name, billingFields[name])}
          defaultValue={values[name]}
          error={errors[name]}
          className={name === 'billing_activity' ? 'sm:col-span-2' : undefined}
        />
      ))}
    </div>
  </Panel>
)
