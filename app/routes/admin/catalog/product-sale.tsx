import type { ProductType } from '#app/features/catalogue/catalogue.ts'
import { type ProductField, type ProductValues, productFields } from '#app/features/catalogue/product-form.ts'
import { useForm } from '#app/forms/use-form.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SelectField } from '#app/ui/select.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { PictureField } from './picture-field.tsx'
import type { Choice } from './product-editor.tsx'

type SalePanelsProps = {
  values: ProductValues
  errors: Partial<Record<ProductField, string>>
  type: ProductType
  onType: (type: ProductType) => void
  sold: boolean
  categories: readonly { id: string; name: string; slug: string; status: 'active' | 'inactive' }[]
  questionnaires: readonly Choice[]
}

/** A plain number with es-CL separators; anything else unchanged. */
const grouped = (text: string): string => (/^\d{1,9}$/.test(text) ? formatInteger(Number(text)) : text)

/** How a product is sold: status, category, picture, price and seats. */
export function SalePanels(props: SalePanelsProps) {
  const { values, errors, type, sold, categories } = props
  const { field } = useForm(productFields, { errors, values })
  const select = (name: ProductField) => ({ name, defaultValue: values[name], error: errors[name] })
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
        <div className="grid grid-cols-2 gap-5">
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
      </Panel>
      <Panel title="Duración y formato">
        <div className="grid grid-cols-2 gap-5">
          <TextField {...field('duration_min')} label="Desde (min)" />
          <TextField {...field('duration_max')} label="Hasta (min)" />
          <TextField {...field('format')} className="col-span-2" />
        </div>
      </Panel>
    </div>
  )
}
