import Dices from 'lucide-react/icons/dices'
import { useState } from 'react'
import { toClock } from '#app/kernel/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { generateCode, type ListedDiscount, TYPE_LABELS } from './discount-admin.ts'
import { ProductPicker } from './product-picker.tsx'
import { ToggledField } from './toggled-field.tsx'

type DiscountFormFieldsProps = {
  discount: ListedDiscount | undefined
  products: readonly { id: string; name: string }[]
  clock: string
  errors: Record<string, string>
}

const TYPES = Object.entries(TYPE_LABELS).map(([value, label]) => ({ value, label }))
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
const text = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value))
const pair = 'grid items-start gap-5 sm:grid-cols-2'

/** The fields of a code; limits and steps are those of specification 2, sections 5 and 9. */
export function DiscountFormFields({ discount, products, clock, errors }: DiscountFormFieldsProps) {
  const [code, setCode] = useState(discount?.code ?? '')
  const [type, setType] = useState<string>(discount?.type ?? 'percentage')
  const percentage = type === 'percentage'
  const isUsed = (discount?.current_uses ?? 0) > 0
  return (
    <div className="grid gap-7">
      <div className={pair}>
        <div className="flex items-start gap-2">
          <TextField
            label="Código"
            name="code"
            required
            value={code}
            onChange={event => setCode(event.currentTarget.value.toUpperCase())}
            readOnly={isUsed}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
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
        <TextField
          label="Nombre"
          name="name"
          required
          defaultValue={discount?.name}
          maxLength={120}
          autoComplete="off"
          error={errors.name}
        />
        <TextArea
          label="Descripción"
          name="description"
          optional
          rows={2}
          defaultValue={discount?.description}
          maxLength={500}
          className="sm:col-span-2"
          error={errors.description}
        />
      </div>
      <Fieldset legend="Cuánto descuenta">
        <div className={pair}>
          <SelectField
            label="Tipo"
            name="type"
            value={type}
            onChange={event => setType(event.currentTarget.value)}
            options={TYPES}
            error={errors.type}
          />
          <TextField
            label={percentage ? 'Valor, en porcentaje' : 'Valor, en pesos'}
            name="value"
            type="number"
            inputMode="numeric"
            required
            min={0}
            max={percentage ? 100 : undefined}
            step={percentage ? 1 : 1000}
            defaultValue={text(discount?.value)}
            trail={percentage ? '%' : 'CLP'}
            error={errors.value}
          />
          <TextField
            label="Compra mínima, en pesos"
            name="min_order_amount"
            type="number"
            inputMode="numeric"
            optional
            min={0}
            step={1000}
            defaultValue={text(discount?.min_order_amount)}
            trail="CLP"
            error={errors.min_order_amount}
          />
          <ToggledField
            toggle="Limitar el descuento"
            name="has_max_discount_amount"
            on={discount?.max_discount_amount != null}
          >
            <TextField
              label="Descuento máximo, en pesos"
              name="max_discount_amount"
              type="number"
              inputMode="numeric"
              min={0}
              step={1000}
              defaultValue={text(discount?.max_discount_amount)}
              trail="CLP"
              error={errors.max_discount_amount}
            />
          </ToggledField>
        </div>
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
            <TextField
              label="Días desde su creación"
              name="duration_days"
              type="number"
              inputMode="numeric"
              min={1}
              defaultValue={text(discount?.duration_days)}
              trail="días"
              hint="Si también tiene término, vale el que llegue primero."
              error={errors.duration_days}
            />
          </ToggledField>
        </div>
      </Fieldset>
      <Fieldset legend="Para quién y para qué">
        <div className={pair}>
          <ToggledField toggle="Limitar los usos" name="has_max_uses" on={discount?.max_uses != null}>
            <TextField
              label="Máximo de usos"
              name="max_uses"
              type="number"
              inputMode="numeric"
              min={1}
              defaultValue={text(discount?.max_uses)}
              error={errors.max_uses}
            />
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
            <ProductPicker products={products} chosen={discount?.product_ids ?? []} error={errors.products} />
          </ToggledField>
        </div>
      </Fieldset>
    </div>
  )
}
