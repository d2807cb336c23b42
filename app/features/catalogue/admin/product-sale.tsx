import { type ChangeEvent, type FormEvent, useState } from 'react'
import type { ProductType } from '#app/features/catalogue/catalogue.ts'
import { ProductCover } from '#app/features/catalogue/pictures/product-cover.tsx'
import { type ProductField, type ProductValues, productFields } from '#app/features/catalogue/product-form.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { FileField } from '#app/kit/ui/file-field.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { MAX_PHOTO_BYTES, MIN_HEIGHT, MIN_WIDTH } from '#app/platform/pictures/photo-limits.ts'
import { PricePreview, type PriceValues, priceValuesOf } from './price-preview.tsx'
import type { Choice } from './product-editor.tsx'

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
          <div hidden={type === 'workshop'}>
            <SelectField
              label="Cuestionario"
              placeholder="Sin cuestionario"
              options={props.questionnaires}
              hint="Con «la más nueva», quien empieza responde la última versión publicada."
              {...select('questionnaire')}
              onChange={event => setQuestionnaire(event.target.value)}
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
