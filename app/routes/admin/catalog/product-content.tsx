import { type FormEvent, useRef } from 'react'
import type { ProductType } from '#app/features/catalogue/catalogue.ts'
import { type ProductField, type ProductValues, slugFor } from '#app/features/catalogue/product-form.ts'
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

/** The words of a product. */
export function ContentPanels({ isNew, values, errors, type }: ContentPanelsProps) {
  const slug = useRef<HTMLInputElement>(null)
  /** A new product's address follows its name until somebody writes one. */
  const follow = useRef(isNew && values.slug === '')
  const onName = (event: FormEvent<HTMLInputElement>) => {
    if (follow.current && slug.current) slug.current.value = slugFor(event.currentTarget.value)
  }
  const texts = (field: ProductField) => ({ name: field, defaultValue: values[field], error: errors[field] })
  return (
    <div className="grid min-w-0 gap-6">
      <Panel title="Lo que se ve">
        <div className="grid gap-5">
          <TextField label="Nombre" required maxLength={200} onInput={onName} {...texts('name')} />
          <TextField
            ref={slug}
            label="Slug"
            required
            maxLength={80}
            spellCheck={false}
            autoCapitalize="none"
            onInput={() => {
              follow.current = false
            }}
            hint="La dirección: /assessment/slug. Si lo cambias, la dirección anterior sigue llevando aquí."
            {...texts('slug')}
          />
          <TextArea
            label="Descripción corta"
            rows={2}
            maxLength={160}
            hint="En las tarjetas y bajo el nombre, hasta 160 caracteres."
            {...texts('description_short')}
          />
          <TextArea
            label="Descripción larga"
            rows={8}
            maxLength={10_000}
            hint="Una línea vacía separa párrafos; **entre asteriscos** va en negrita. Lo demás se muestra tal como lo escribes."
            {...texts('description_long')}
          />
          <TextArea label="Qué obtienes" rows={5} hint="Un resultado por línea." {...texts('outcomes')} />
          <TextField label="Para quién" maxLength={500} {...texts('audience')} />
          <TextField
            label="Etiquetas"
            hint="Separadas por comas. Las tres primeras se ven en la tarjeta."
            {...texts('tags')}
          />
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
            <TextArea label="Antes de empezar" hint="Una línea por indicación." {...texts('preparation')} />
            <TextArea label="Materiales" hint="Una línea por material." {...texts('materials')} />
            <TextArea label="Quién lo conduce" rows={3} {...texts('facilitator_profile')} />
            <TextArea
              label="Nota de la sesión"
              hint="Para participantes. La tienda completa {correo_participante} y {correo_soporte}."
              {...texts('session_note')}
            />
            <TextArea
              label="Texto del certificado"
              rows={3}
              hint="La tienda completa {nombre}, {taller} y {fecha}."
              {...texts('certificate_text')}
            />
          </div>
        </Panel>
      </div>
      <Panel title="Buscadores" description="Vacíos, se usan el nombre y la descripción corta.">
        <div className="grid gap-5">
          <TextField label="Título para buscadores" optional maxLength={70} {...texts('seo_title')} />
          <TextArea
            label="Descripción para buscadores"
            optional
            rows={2}
            maxLength={160}
            {...texts('seo_description')}
          />
        </div>
      </Panel>
    </div>
  )
}
