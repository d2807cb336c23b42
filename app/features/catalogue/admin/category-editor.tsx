import { useRef, useState } from 'react'
import {
  CATEGORY_FIELDS,
  CATEGORY_STATUSES,
  type CategoryField,
  type CategoryValues,
  categoryFields,
} from '#app/features/catalogue/category-form.ts'
import { slugFor } from '#app/features/catalogue/product-form.ts'
import { type NotSaved, useLastAnswer } from '#app/kit/forms/keep-typed-input.ts'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { type EditorAnswer, useConflictKey } from './editor-answer.ts'
import { EditorFrame } from './editor-frame.tsx'

type CategoryEditorProps = {
  /** Undefined: a category that is being added. */
  id: string | undefined
  version: number
  values: CategoryValues
  answer: EditorAnswer<CategoryField> | NotSaved | undefined
}

/** The one form of a category, new or not. */
export function CategoryEditor({ id, version, values: first, answer: input }: CategoryEditorProps) {
  const { answer, notSaved } = useLastAnswer(input)
  const [began] = useState({ version, values: first })
  const values = answer?.values ?? began.values
  const round = useConflictKey(answer)
  const slug = useRef<HTMLInputElement>(null)
  const follow = useRef(id === undefined && values.slug === '')
  const { field } = useForm(categoryFields, { errors: answer?.errors, values })
  return (
    <EditorFrame
      title={id === undefined ? 'Nueva categoría' : began.values.name}
      back={{ to: '/admin/catalog/categories', label: 'Categorías' }}
      labels={CATEGORY_FIELDS}
      show={(field, value) =>
        field === 'status' ? CATEGORY_STATUSES[value === 'inactive' ? 'inactive' : 'active'].label : value
      }
      version={began.version}
      answer={answer}
      notSaved={notSaved}
    >
      <div key={round} className="grid max-w-3xl gap-6">
        <Panel title="Categoría">
          <div className="grid gap-5">
            <TextField
              {...field('name')}
              onInput={event => {
                if (follow.current && slug.current) slug.current.value = slugFor(event.currentTarget.value)
              }}
            />
            <TextField
              {...field('slug')}
              ref={slug}
              onInput={() => {
                follow.current = false
              }}
              hint="La dirección: /assessments?category=slug. Si lo cambias, la anterior sigue llevando aquí."
            />
            <SelectField {...field('status')} />
            <TextArea {...field('description')} />
          </div>
        </Panel>
        <Panel title="Buscadores" description="Vacíos, la tienda los escribe con el nombre.">
          <div className="grid gap-5">
            <TextField {...field('seo_title')} />
            <TextArea {...field('seo_description')} />
          </div>
        </Panel>
      </div>
    </EditorFrame>
  )
}
