import { type FormEvent, useRef, useState } from 'react'
import { parseRut } from '#app/kernel/rut.ts'
import { controlProps, namesOf } from '#app/kit/forms/fields.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { type BILLING_FIELDS, billingFields } from './billing-fields.ts'
import { fillFor, type RememberedBilling } from './remembered-billing.ts'

type BillingField = (typeof BILLING_FIELDS)[number]

type BillingPanelProps = {
  /** Initial values of the fields. */
  values: Readonly<Partial<Record<BillingField, string>>>
  errors: Readonly<Record<string, string>>
  /** The document of a buyer who has not selected one; company purchases start with a factura (spec D43). */
  preselected?: 'boleta' | 'factura'
  /** The buyer's earlier facturas, one per RUT, newest first: the newest is filled in, the others when their RUT is typed. */
  remembered?: readonly RememberedBilling[]
}

const NONE: readonly RememberedBilling[] = []

/** Boleta, or factura with its data (spec D11). CSS alone shows and hides the data, so it needs no script. */
export function BillingPanel({ values, errors, preselected = 'boleta', remembered = NONE }: BillingPanelProps) {
  const [selected, setSelected] = useState<string>()
  const filled = useRef(remembered[0])
  const [fromLast, setFromLast] = useState(remembered[0] !== undefined && values.billing_rut === undefined)

  function onRut({ currentTarget: { value, form } }: FormEvent<HTMLInputElement>) {
    const rut = parseRut(value)
    const known = rut === undefined ? undefined : remembered.find(one => parseRut(one.billing_rut) === rut)
    setFromLast(known !== undefined)
    if (!known || !form) return
    const controlOf = (name: string) => {
      const control = form.elements.namedItem(name)
      return control instanceof HTMLInputElement ? control : undefined
    }
    const fill = fillFor(known, filled.current, name => controlOf(name)?.value ?? '')
    for (const [name, text] of Object.entries(fill)) {
      const control = controlOf(name)
      if (control) control.value = text
    }
    filled.current = known
  }

  const document = selected ?? values.document ?? preselected
  return (
    <Panel title="Documento tributario" className="group/billing">
      <RadioGroup
        // Read once: the cart, which decides what is preselected, arrives after the page.
        key={preselected}
        legend="¿Qué documento necesitas?"
        name="document"
        variant="card"
        columns={2}
        defaultValue={document === 'factura' ? 'factura' : 'boleta'}
        onChange={setSelected}
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
            {...(name === 'billing_rut' && { onInput: onRut })}
            defaultValue={values[name] ?? remembered[0]?.[name]}
            error={errors[name]}
            className={name === 'billing_activity' ? 'sm:col-span-2' : undefined}
          />
        ))}
        <p role="status" className="text-sm text-muted empty:hidden sm:col-span-2">
          {fromLast && 'Son los datos de tu última factura con este RUT. Corrígelos si cambiaron.'}
        </p>
      </div>
    </Panel>
  )
}
