import Dices from 'lucide-react/icons/dices'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type DiscountAnswer, generateCode, type ListedDiscount } from '#app/features/discounts/discount-admin.ts'
import { discountFields, limitFields, valueFields } from '#app/features/discounts/discount-fields.ts'
import {
  type DiscountedProduct,
  type DiscountTerms,
  smallTotals,
  smallTotalsText,
  typedTerms,
} from '#app/features/discounts/small-totals.ts'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { toClock } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { useOnAnswer } from '#app/kit/forms/on-answer.ts'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { Hidden } from '#app/kit/forms/post-button.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import { NumberField } from '#app/kit/ui/number-field.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { notify } from '#app/kit/ui/toast.ts'

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
const pair = 'grid items-start gap-5 sm:grid-cols-2'

/** Shows an answer once, as a toast, and continues when it succeeded. An answer about outdated data reloads the list. */
export function useAnswer(answer: DiscountAnswer | undefined, onDone?: () => void): void {
  const { revalidate } = useRevalidator()
  useOnAnswer(answer, ({ done, title = '', text, stale }) => {
    notify({ title, ...(text !== '' && { description: text }), tone: done ? 'success' : 'error' })
    if (done) onDone?.()
    else if (stale) void revalidate()
  })
}

type DiscountFormProps = {
  open: boolean
  onClose: () => void
  /** The code as it was when the dialog opened; undefined for a new one. */
  discount?: ListedDiscount | undefined
  products: readonly DiscountedProduct[]
  /** Pesos that a card is charged at least. */
  minimum: Pesos
  /** The current time in the format of a date and time field: the default begin of a new code. */
  clock: string
  /** Reopens the dialog with the current code. */
  onReload: () => void
}

/** Creates or edits a code (specification 2, sections 2 and 5). */
export function DiscountForm({ open, onClose, discount, products, minimum, clock, onReload }: DiscountFormProps) {
  const id = useId()
  const fetcher = useFetcher<DiscountAnswer>()
  const refused = fetcher.data?.done === false ? fetcher.data : undefined
  const pending = fetcher.state !== 'idle'
  useAnswer(fetcher.data, onClose)
  const { ref, errors, field } = useForm({ ...discountFields, ...limitFields }, refused)
  const value = useForm(valueFields, { errors: { percentage: errors.value, fixed_amount: errors.value } }).field
  const [code, setCode] = useState(discount?.code ?? '')
  const [type, setType] = useState(discount?.type ?? 'percentage')
  const [terms, setTerms] = useState<DiscountTerms | undefined>(discount)
  const warning = terms && smallTotalsText(smallTotals(terms, products, minimum), minimum)
  const readTyped = ({ currentTarget }: FormEvent<HTMLFormElement>) => setTerms(typedTerms(new FormData(currentTarget)))
  const isUsed = (discount?.current_uses ?? 0) > 0
  // A limit is required only while its toggle is on.
  const limit = (name: keyof typeof limitFields) => <NumberField {...field(name, discount?.[name])} required={false} />
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={pending}
      size="lg"
      title={discount ? `Editar ${discount.code}` : 'Crear código de descuento'}
      description={discount ? undefined : 'Se puede usar desde su inicio; después puedes pausarlo o editarlo.'}
      footer={
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={id} pending={pending} pendingLabel="Guardando…">
            {discount ? 'Guardar cambios' : 'Crear código'}
          </Button>
        </DialogActions>
      }
    >
      {refused && !pending && Object.keys(errors).length === 0 && (
        <Alert
          tone="error"
          title="No se guardó"
          className="mb-5"
          actions={
            refused.stale && (
              <Button variant="secondary" size="sm" onClick={onReload}>
                Ver cómo quedó
              </Button>
            )
          }
        >
          {refused.text}
        </Alert>
      )}
      <fetcher.Form ref={ref} id={id} method="post" noValidate className="grid gap-7" onInput={readTyped}>
        <Hidden
          values={
            discount ? { intent: 'edit', id: discount.id, revision: String(discount.revision) } : { intent: 'create' }
          }
        />
        <div className={pair}>
          <div className="flex items-start gap-2">
            <TextField
              {...field('code')}
              defaultValue={undefined}
              value={code}
              onChange={event => setCode(event.currentTarget.value.toUpperCase())}
              readOnly={isUsed}
              data-autofocus={isUsed ? undefined : true}
              className="min-w-0 flex-1"
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
          <TextField {...field('name', discount?.name)} />
          <TextArea {...field('description', discount?.description)} className="sm:col-span-2" />
        </div>
        <Fieldset legend="Cuánto descuenta">
          <div className={pair}>
            <SelectField
              {...field('type')}
              defaultValue={undefined}
              value={type}
              onChange={event => setType(event.currentTarget.value as typeof type)}
            />
            <NumberField {...value(type, discount?.value)} name="value" />
            <NumberField {...field('min_order_amount', discount?.min_order_amount)} />
            <Toggled
              toggle="Limitar el descuento"
              name="max_discount_amount"
              on={discount?.max_discount_amount != null}
            >
              {limit('max_discount_amount')}
            </Toggled>
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
            <Toggled toggle="Tiene fecha de término" name="valid_until" on={discount?.valid_until != null}>
              <TextField
                label="Hasta"
                name="valid_until"
                type="date"
                defaultValue={discount?.valid_until ? toClock(discount.valid_until).slice(0, 10) : ''}
                hint="Incluye ese día, hasta las 23:59:59."
                error={errors.valid_until}
              />
            </Toggled>
            <Toggled toggle="Dura una cantidad de días" name="duration_days" on={discount?.duration_days != null}>
              {limit('duration_days')}
            </Toggled>
          </div>
        </Fieldset>
        <Fieldset legend="Para quién y para qué">
          <div className={pair}>
            <Toggled toggle="Limitar los usos" name="max_uses" on={discount?.max_uses != null}>
              {limit('max_uses')}
            </Toggled>
            <Checkbox
              label="Una vez por cliente"
              name="once_per_customer"
              defaultChecked={discount?.once_per_customer}
            />
            <Toggled
              toggle="Solo para algunos productos"
              name="products"
              on={(discount?.product_ids.length ?? 0) > 0}
              className="sm:col-span-2"
            >
              <ProductPicker products={products} selected={discount?.product_ids ?? []} error={errors.products} />
            </Toggled>
          </div>
        </Fieldset>
        <ReauthenticationField
          onDemand
          answer={fetcher.data}
          error={errors.password}
          hint="La pedimos porque el código regala la mitad del precio o más."
          className="max-w-sm"
        />
      </fetcher.Form>
    </Dialog>
  )
}

type ToggledProps = { toggle: string; name: string; on: boolean; className?: string; children: ReactNode }

/** An optional field: its toggle `has_{name}`, and the field beneath it, which counts only while it is on (specification 2, section 5). */
function Toggled({ toggle, name, on, className, children }: ToggledProps) {
  const [isOn, setOn] = useState(on)
  return (
    <div className={className}>
      <Checkbox
        label={toggle}
        name={`has_${name}`}
        checked={isOn}
        onChange={event => setOn(event.currentTarget.checked)}
      />
      <div hidden={!isOn} className="mt-2">
        {children}
      </div>
    </div>
  )
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

type ProductPickerProps = Pick<DiscountFormProps, 'products'> & {
  selected: readonly string[]
  error: string | undefined
}

/** The products that a code applies to. A search box filters a long list; selected products stay selected while hidden. */
function ProductPicker({ products, selected, error }: ProductPickerProps) {
  const [search, setSearch] = useState('')
  const [selectedIds, setSelectedIds] = useState(selected)
  const tick = (id: string, isOn: boolean) =>
    setSelectedIds(isOn ? [...selectedIds, id] : selectedIds.filter(other => other !== id))
  const gone = selectedIds.filter(id => !products.some(product => product.id === id))
  return (
    <Fieldset
      legend="Productos"
      hideLegend
      error={error}
      hint={`${countOf(selectedIds.length, 'elegido', 'elegidos')}.`}
    >
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
        <input key={id} type="hidden" name="products" value={id} />
      ))}
      <ul className="grid max-h-64 gap-x-6 overflow-y-auto rounded-md border border-line px-3 py-1 sm:grid-cols-2">
        {products.map(({ id, name }) => (
          <li key={id} hidden={!plain(name).includes(plain(search.trim()))}>
            <Checkbox
              label={name}
              name="products"
              value={id}
              checked={selectedIds.includes(id)}
              onChange={event => tick(id, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </Fieldset>
  )
}
