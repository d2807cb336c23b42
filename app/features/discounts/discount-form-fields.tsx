import Dices from 'lucide-react/icons/dices'
import { type FormEvent, type ReactNode, useState } from 'react'
import { toClock } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { controlProps, type Declaration } from '#app/kit/forms/fields.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import { NumberField } from '#app/kit/ui/number-field.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { generateCode, type ListedDiscount } from './discount-admin.ts'
import { discountFields, limitFields, valueFields } from './discount-fields.ts'
import { type DiscountedProduct, type DiscountTerms, smallTotals, smallTotalsText, typedTerms } from './small-totals.ts'

type DiscountFormFieldsProps = {
  discount: ListedDiscount | undefined
  products: readonly DiscountedProduct[]
  /** Pesos that a card is charged at least. */
  minimum: Pesos
  clock: string
  errors: Record<string, string>
}

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
const pair = 'grid items-start gap-5 sm:grid-cols-2'

/** The form controls of a code. */
export function DiscountFormFields({ discount, products, minimum, clock, errors }: DiscountFormFieldsProps) {
  const [code, setCode] = useState(discount?.code ?? '')
  const [type, setType] = useState<string>(discount?.type ?? 'percentage')
  const value = type === 'percentage' ? valueFields.percentage : valueFields.fixed_amount
  const [terms, setTerms] = useState<DiscountTerms | undefined>(discount)
  const warning = terms && smallTotalsText(smallTotals(terms, products, minimum), minimum)
  const readTyped = ({ currentTarget }: FormEvent<HTMLElement>) => {
    const form = currentTarget.closest('form')
    if (form) setTerms(typedTerms(new FormData(form)))
  }
  const isUsed = (discount?.current_uses ?? 0) > 0
  const field = <D extends Declaration>(
    name: string & keyof ListedDiscount,
    declaration: D,
    initial?: string | number | null,
  ) => ({
    ...controlProps(name, declaration),
    defaultValue: initial ?? '',
    error: errors[name],
  })
  // A limit is required only while its toggle is on.
  const limit = (name: keyof typeof limitFields) => ({
    ...field(name, limitFields[name], discount?.[name]),
    required: false,
  })
  return (
    <div className="grid gap-7" onInput={readTyped}>
      <div className={pair}>
        <div className="flex items-start gap-2">
          <TextField
            {...controlProps('code', discountFields.code)}
            value={code}
            onChange={event => setCode(event.currentTarget.value.toUpperCase())}
            readOnly={isUsed}
            data-autofocus={isUsed ? undefined : true}
            className="min-w-0 flex-1"
            error={errors.code}
            hint={isUsed ? 'Ya se usó en compras: no cambia.' : undefined}
          />
          {!isUsed && (
            // As high as the label above the field.
            <Button
              variant="secondary"
              className="mt-[1.775rem] flex-none"
              onClick={() => setCode(generateCode(random))}
            >
              <Dices aria-hidden="true" />
              Generar
            </Button>
          )}
        </div>
        <TextField {...field('name', discountFields.name, discount?.name)} />
        <TextArea
          {...field('description', discountFields.description, discount?.description)}
          className="sm:col-span-2"
        />
      </div>
      <Fieldset legend="Cuánto descuenta">
        <div className={pair}>
          <SelectField
            {...controlProps('type', discountFields.type)}
            value={type}
            onChange={event => setType(event.currentTarget.value)}
            error={errors.type}
          />
          <NumberField {...field('value', value, discount?.value)} />
          <NumberField {...field('min_order_amount', discountFields.min_order_amount, discount?.min_order_amount)} />
          <ToggledField
            toggle="Limitar el descuento"
            name="has_max_discount_amount"
            on={discount?.max_discount_amount != null}
          >
            <NumberField {...limit('max_discount_amount')} />
          </ToggledField>
        </div>
        {warning !== undefined && (
          <Alert tone="warning" title="Deja totales que una tarjeta no paga" className="mt-5">
            {warning}
          </Alert>
        )}
      </Fieldset>
      <Fieldset legend="Cuándo vale">
        <div className={pair}>
          <TextField
            label="Desde"
            name="valid_from"
            type="datetime-local"
            defaultValue={discount ? toClock(discount.valid_from) : clock}
            hint="Hora de Santiago."
            error={errors.valid_from}
          />
          <ToggledField toggle="Tiene fecha de término" name="has_valid_until" on={discount?.valid_until != null}>
            <TextField
              label="Hasta"
              name="valid_until"
              type="date"
              defaultValue={discount?.valid_until ? toClock(discount.valid_until).slice(0, 10) : ''}
              hint="Incluye ese día, hasta las 23:59:59."
              error={errors.valid_until}
            />
          </ToggledField>
          <ToggledField
            toggle="Dura una cantidad de días"
            name="has_duration_days"
            on={discount?.duration_days != null}
          >
            <NumberField {...limit('duration_days')} />
          </ToggledField>
        </div>
      </Fieldset>
      <Fieldset legend="Para quién y para qué">
        <div className={pair}>
          <ToggledField toggle="Limitar los usos" name="has_max_uses" on={discount?.max_uses != null}>
            <NumberField {...limit('max_uses')} />
          </ToggledField>
          <ToggledField
            toggle="Una vez por cliente"
            name="once_per_customer"
            on={discount?.once_per_customer === true}
          />
          <ToggledField
            toggle="Solo para algunos productos"
            name="has_products"
            on={(discount?.product_ids.length ?? 0) > 0}
            className="sm:col-span-2"
          >
            <ProductPicker products={products} selected={discount?.product_ids ?? []} error={errors.products} />
          </ToggledField>
        </div>
      </Fieldset>
    </div>
  )
}

type ProductPickerProps = {
  products: readonly { id: string; name: string }[]
  selected: readonly string[]
  error?: string | undefined
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * Selects the products that a code applies to. A search box filters a long list; ticked products stay ticked while
 * hidden.
 */
function ProductPicker({ products, selected, error }: ProductPickerProps) {
  const [search, setSearch] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(selected))
  const tick = (id: string, isOn: boolean) => {
    const next = new Set(ticked)
    if (isOn) next.add(id)
    else next.delete(id)
    setTicked(next)
  }
  const listed = new Set(products.map(product => product.id))
  const gone = [...ticked].filter(id => !listed.has(id))
  return (
    <Fieldset legend="Productos" hideLegend error={error} hint={`${countOf(ticked.size, 'elegido', 'elegidos')}.`}>
      {products.length > 8 && (
        <TextField
          label="Buscar producto"
          hideLabel
          type="search"
          placeholder="Buscar producto..."
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
          className="mb-2"
        />
      )}
      {/* Products that are no longer offered stay selected. */}
      {gone.map(id => (
        <input key={id} type="hidden" name={`product:${id}`} value="on" />
      ))}
      <ul className="grid max-h-64 gap-x-6 overflow-y-auto rounded-md border border-line px-3 py-1 sm:grid-cols-2">
        {products.map(({ id, name }) => (
          <li key={id} hidden={!plain(name).includes(plain(search.trim()))}>
            <Checkbox
              label={name}
              name={`product:${id}`}
              checked={ticked.has(id)}
              onChange={event => tick(id, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </Fieldset>
  )
}

type ToggledFieldProps = {
  toggle: string
  /** The toggle's field name; the fields beneath count only while it is on. */
  name: string
  on: boolean
  className?: string | undefined
  children?: ReactNode
}

/** An optional limit of a code: the toggle, and the field beneath it while it is on (specification 2, section 5). */
function ToggledField({ toggle, name, on, className, children }: ToggledFieldProps) {
  const [isOn, setOn] = useState(on)
  return (
    <div className={className}>
      <Checkbox label={toggle} name={name} checked={isOn} onChange={event => setOn(event.currentTarget.checked)} />
      {children !== undefined && (
        <div hidden={!isOn} className="mt-2">
          {children}
        </div>
      )}
    </div>
  )
}
