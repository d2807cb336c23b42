import { Panel } from '#app/ui/panel.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { TextField } from '#app/ui/text-field.tsx'

/** The fields of a form that say who a tax document is for. */
export const BILLING_FIELDS = [
  'document',
  'billing_rut',
  'billing_name',
  'billing_activity',
  'billing_address',
  'billing_commune',
] as const
type BillingField = (typeof BILLING_FIELDS)[number]

type BillingPanelProps = {
  /** What the fields hold at first. */
  values: Readonly<Partial<Record<BillingField, string>>>
  errors: Readonly<Record<string, string>>
}

/** Boleta, or factura with its data (decision 11). The choice shows and hides the data by style alone, so it needs no script. */
export const BillingPanel = ({ values, errors }: BillingPanelProps) => (
  <Panel title="Documento tributario" className="group/billing">
    <RadioGroup
      legend="¿Qué documento necesitas?"
      name="document"
      look="card"
      columns={2}
      defaultValue={values.document === 'factura' ? 'factura' : 'boleta'}
      options={[
        { value: 'boleta', label: 'Boleta', description: 'Para compras personales.' },
        { value: 'factura', label: 'Factura', description: 'Para compras de una empresa.' },
      ]}
    />
    <div className="mt-6 hidden gap-5 group-has-[input[value=factura]:checked]/billing:grid sm:grid-cols-2">
      <TextField
        label="RUT"
        name="billing_rut"
        autoComplete="off"
        required
        hint="Ejemplo: 76.192.083-9"
        defaultValue={values.billing_rut}
        error={errors.billing_rut}
      />
      <TextField
        label="Razón social"
        name="billing_name"
        autoComplete="organization"
        required
        maxLength={100}
        defaultValue={values.billing_name}
        error={errors.billing_name}
      />
      <TextField
        label="Giro"
        name="billing_activity"
        required
        className="sm:col-span-2"
        maxLength={40}
        defaultValue={values.billing_activity}
        error={errors.billing_activity}
      />
      <TextField
        label="Dirección"
        name="billing_address"
        autoComplete="street-address"
        required
        maxLength={70}
        defaultValue={values.billing_address}
        error={errors.billing_address}
      />
      <TextField
        label="Comuna"
        name="billing_commune"
        autoComplete="address-level3"
        required
        maxLength={20}
        defaultValue={values.billing_commune}
        error={errors.billing_commune}
      />
    </div>
  </Panel>
)
