import { type FormEvent, useRef } from 'react'
import type { ProductType } from '#app/features/catalogue/catalogue.ts'
import { type ProductField, type ProductValues, productFields, slugFor } from '#app/features/catalogue/product-form.ts'
import { useForm } from '#app/forms/use-form.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { TextArea, TextField } from '#app/ui/text-field.tsx'
import { AgendaEditor } from './agenda-editor.tsx'

type ContentPanelsProps = {
  isNew: boolean
  values: ProductValues
  errors: Partial<Record<ProductField, string>>
  type: ProductType
}

/** The texts of a product. */
export function ContentPanels({ isNew, values, errors, type }: ContentPanelsProps) {
  const slug = useRef<HTMLInputElement>(null)
  /** A new product's slug follows its name until it is edited. */
  const follow = useRef(isNew && values.slug === '')
  const onName = (event: FormEvent<HTMLInputElement>) => {
    if (follow.current && slug.current) slug.current.value = slugFor(event.currentTarget.value)
  }
  const { field } = useForm(productFields, { errors, values })
  return (
    <div className="grid min-w-0 gap-6">
      <Panel title="Lo que se ve">
        <div className="grid gap-5">
          <TextField {...field('name')} onInput={onName} />
          <TextField
            {...field('slug')}
            ref={slug}
            onInput={() => {
              follow.current = false
            }}
            hint="La dirección: /assessment/slug. Si lo cambias, la dirección anterior sigue llevando aquí."
          />
          <TextArea {...field('description_short')} />
          <TextArea {...field('description_long')} />
          <TextArea {...field('outcomes')} />
          <TextField {...field('audience')} />
          <TextField {...field('tags')} />
        </div>
      </Panel>
      <div hidden={type !== 'workshop'}>
        <Panel title="Taller" description="Lo que pasa en el taller y lo que se llevan sus participantes.">
          <div className="grid gap-6">
            <Checkbox
              label="Cada persona lo hace a su ritmo"
              hint="Sin sesión en vivo."
              name="self_paced"
              value="si"
              defaultChecked={values.self_paced === 'si'}
            />
            <AgendaEditor value={values.agenda} error={errors.agenda} />
            <TextArea {...field('preparation')} />
            <TextArea {...field('materials')} />
            <TextArea {...field('facilitator_profile')} />
            <TextArea {...field('session_note')} />
            <TextArea {...field('certificate_text')} />
          </div>
        </Panel>
      </div>
      <Panel title="Buscadores" description="Vacíos, se usan el nombre y la descripción corta.">
        <div className="grid gap-5">
          <TextField {...field('seo_title')} />
          <TextArea {...field('seo_description')} />
        </div>
      </Panel>
    </div>
  )
}
