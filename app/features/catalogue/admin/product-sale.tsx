import { type ChangeEvent, type FormEvent, useState } from 'react'
import type { ProductType } from '#app/features/catalogue/catalogue.ts'
import { ProductCover } from '#app/features/catalogue/pictures/product-cover.tsx'
import { type ProductField, type ProductValues, productFields } from '#app/features/catalogue/product-form.ts'
import { isBelowMinimum } from '#app/features/pricing/card-minimum.ts'
import { type PriceStep, priceSteps } from '#app/features/pricing/price-steps.ts'
import { MAX_SEATS } from '#app/features/pricing/pricing.ts'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { useForm } from '#app/kit/forms/use-form.ts'
import { readWhole } from '#app/kit/forms/whole-number.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { FileField } from '#app/kit/ui/file-field.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { MAX_PHOTO_BYTES, MIN_HEIGHT, MIN_WIDTH } from '#app/platform/pictures/photo-limits.ts'
import type { Choice } from './product-editor.tsx'

const NAMES = ['base_price_clp', 'allow_business', 'min_seats', 'max_seats'] as const

/** The typed fields that a product's prices follow from. */
type PriceValues = Readonly<Record<(typeof NAMES)[number], string>>

const priceValuesOf = (form: FormData): PriceValues => {
  const [base_price_clp = '', allow_business = '', min_seats = '', max_seats = ''] = NAMES.map(name =>
    String(form.get(name) ?? ''),
  )
  return { base_price_clp, allow_business, min_seats, max_seats }
}

/** What buyers pay for one person, and for teams of the sizes where the price per person changes, while it is typed. */
function PricePreview({ values, minimum }: { values: PriceValues; minimum: Pesos }) {
  const steps = stepsOf(values)
  if (steps.length === 0) return null
  const small = steps.find(({ total }) => isBelowMinimum(total, minimum))
  return (
    <>
      {small && (
        <Alert tone="warning" className="mt-5">
          {smallPriceText(small, minimum)}
        </Alert>
      )}
      <table className="mt-5 w-full text-md tabular-nums">
        <caption className="mb-1 text-left text-sm text-muted">Lo que paga quien compra, IVA incluido</caption>
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="py-1 text-left font-normal">
              Personas
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Por persona
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ seats, each, total }) => (
            <tr key={seats} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                {formatInteger(seats)}
              </th>
              <td className="py-1.5 text-right">{formatPesos(each)}</td>
              <td className="py-1.5 text-right">{formatPesos(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const smallPriceText = ({ seats, total }: PriceStep, minimum: Pesos): string =>
  `Con tarjeta no se cobra menos de ${formatPesos(minimum)}, y por ${countOf(seats, 'persona', 'personas')} se pagarían ${formatPesos(total)}: esa compra sola no se podría pagar con tarjeta. Sube el precio, o déjalo en $0 si es gratis.`

function stepsOf({ base_price_clp, allow_business, min_seats, max_seats }: PriceValues): PriceStep[] {
  const price = readWhole(base_price_clp)
  if (price === undefined || price < 0) return []
  return priceSteps(price, {
    allowBusiness: allow_business !== '',
    minSeats: readWhole(min_seats) ?? 1,
    maxSeats: readWhole(max_seats) ?? MAX_SEATS,
  })
}

type SalePanelsProps = {
  values: ProductValues
  errors: Partial<Record<ProductField, string>>
  type: ProductType
  onType: (type: ProductType) => void
  sold: boolean
  categories: readonly { id: string; name: string; slug: string; status: 'active' | 'inactive' }[]
  questionnaires: readonly Choice[]
  /** Pesos that a card is charged at least. */
  minimum: Pesos
}

/** A plain number with es-CL separators; anything else unchanged. */
const grouped = (text: string): string => (/^\d{1,9}$/.test(text) ? formatInteger(Number(text)) : text)

/** How a product is sold: status, category, picture, price and seats. */
export function SalePanels(props: SalePanelsProps) {
  const { values, errors, type, sold, categories } = props
  const { field } = useForm(productFields, { errors, values })
  const select = (name: ProductField) => ({ name, defaultValue: values[name], error: errors[name] })
  const [typed, setTyped] = useState<PriceValues>(values)
  const [questionnaire, setQuestionnaire] = useState(values.questionnaire)
  const minutes =
    type === 'assessment' ? props.questionnaires.find(({ value }) => value === questionnaire)?.minutes : undefined
  const readTyped = ({ currentTarget }: FormEvent<HTMLElement>) => {
    const form = currentTarget.closest('form')
    if (form) setTyped(priceValuesOf(new FormData(form)))
  }
  const category = categories.find(known => known.id === values.category_id)
  return (
    <div className="grid min-w-0 gap-6 md:grid-cols-2 xl:grid-cols-1">
      <Panel title="Publicación">
        <div className="grid gap-5">
          <SelectField {...field('status')} />
          <Checkbox
            label="Destacado"
            hint="Va primero en los listados."
            name="featured"
            value="si"
            defaultChecked={values.featured === 'si'}
          />
          <SelectField
            label="Categoría"
            required
            placeholder="Selecciona…"
            options={categories.map(({ id, name, status }) => ({
              value: id,
              label: status === 'active' ? name : `${name} (inactiva)`,
            }))}
            {...select('category_id')}
          />
          <SelectField
            {...field('type')}
            required
            onChange={event => props.onType(event.target.value === 'workshop' ? 'workshop' : 'assessment')}
            hint={sold ? 'Ya se vendió: el tipo y el cuestionario se quedan.' : undefined}
          />
          <div hidden={type === 'workshop'} className="grid gap-5">
            <SelectField
              label="Cuestionario"
              placeholder="Sin cuestionario"
              options={props.questionnaires}
              hint="Con «la más nueva», quien empieza responde la última versión publicada."
              {...select('questionnaire')}
              onChange={event => setQuestionnaire(event.target.value)}
            />
            <Checkbox
              label="Pregunta por la edad"
              hint="Solo si la pueden responder menores de 14 años."
              name="asks_age"
              value="si"
              defaultChecked={values.asks_age === 'si'}
            />
          </div>
        </div>
      </Panel>
      <Panel title="Imagen">
        <PictureField
          // Resets the selected file when the stored picture has changed.
          key={values.image_url}
          imageUrl={values.image_url}
          slug={values.slug}
          categorySlug={category?.slug ?? ''}
          error={errors.image_url}
        />
      </Panel>
      <Panel title="Precio y personas">
        <div className="grid grid-cols-2 gap-5" onInput={readTyped}>
          <TextField
            {...field('base_price_clp')}
            className="col-span-2"
            defaultValue={grouped(values.base_price_clp)}
          />
          <Checkbox
            label="Se vende a empresas"
            hint="Varias personas en una compra."
            name="allow_business"
            value="si"
            defaultChecked={values.allow_business === 'si'}
            className="col-span-2"
          />
          <TextField {...field('min_seats')} label="Mínimo" />
          <TextField {...field('max_seats')} label="Máximo" />
        </div>
        <PricePreview values={typed} minimum={props.minimum} />
      </Panel>
      <Panel title="Duración y formato">
        <div className="grid grid-cols-2 gap-5">
          {minutes === undefined ? (
            <>
              <TextField {...field('duration_min')} label="Desde (min)" />
              <TextField {...field('duration_max')} label="Hasta (min)" />
            </>
          ) : (
            <p className="col-span-2 text-sm text-muted">
              Se anuncia con <b>{countOf(minutes, 'minuto', 'minutos')}</b>, según las palabras del cuestionario.
            </p>
          )}
          <TextField {...field('format')} className="col-span-2" />
        </div>
      </Panel>
    </div>
  )
}

type PictureFieldProps = {
  imageUrl: string
  slug: string
  categorySlug: string
  error: string | undefined
}

/** A product's picture: keep it, replace it, or use the drawn cover. */
function PictureField({ imageUrl, slug, categorySlug, error }: PictureFieldProps) {
  const [selected, setSelected] = useState<string>()
  const [tooLarge, setTooLarge] = useState(false)

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    setTooLarge(false)
    setSelected(undefined)
    if (!file) return
    if (file.size > MAX_PHOTO_BYTES) {
      // The server would refuse the whole request.
      event.target.value = ''
      setTooLarge(true)
      return
    }
    const reader = new FileReader()
    reader.addEventListener('load', () => typeof reader.result === 'string' && setSelected(reader.result))
    reader.readAsDataURL(file)
  }

  return (
    <div className="grid gap-4">
      {selected === undefined ? (
        <ProductCover
          slug={slug || 'nuevo'}
          categorySlug={categorySlug || 'nueva'}
          imageUrl={imageUrl || null}
          className="rounded-md border border-line"
        />
      ) : (
        <img src={selected} alt="" className="aspect-[2/1] w-full rounded-md border border-line object-cover" />
      )}
      <input type="hidden" name="image_url" value={imageUrl} />
      <FileField
        label={imageUrl === '' ? 'Subir una imagen' : 'Cambiar la imagen'}
        name="picture"
        accept="image/jpeg,image/png,image/webp"
        onChange={choose}
        error={tooLarge ? 'La imagen pesa más de 8 MB: elige una más liviana' : error}
        hint={`JPG, PNG o WebP, hasta 8 MB y desde ${MIN_WIDTH} × ${MIN_HEIGHT} píxeles. Se recorta a 2:1. Sin imagen, la portada se dibuja.`}
      />
      {imageUrl !== '' && <Checkbox label="Quitar la imagen" name="remove_picture" value="si" />}
    </div>
  )
}
