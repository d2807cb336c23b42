import Copy from 'lucide-react/icons/copy'
import Eye from 'lucide-react/icons/eye'
import { type FormEvent, useRef, useState } from 'react'
import { type ProductType, TYPE_LABELS } from '#app/features/catalogue/catalogue.ts'
import type { Deliverable } from '#app/features/catalogue/deliverables.ts'
import { readOutcomes } from '#app/features/catalogue/outcome-lines.ts'
import {
  agendaRows,
  PRODUCT_FIELDS,
  PRODUCT_STATUSES,
  type ProductField,
  type ProductValues,
  productFields,
  slugFor,
} from '#app/features/catalogue/product-form.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { type NotSaved, useLastAnswer } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { AgendaEditor } from './agenda-editor.tsx'
import { type EditorAnswer, useConflictKey } from './editor-answer.ts'
import { EditorFrame } from './editor-frame.tsx'
import { keptByText, OutcomeEditor } from './outcome-editor.tsx'
import { SalePanels } from './product-sale.tsx'

/** A questionnaire, with the minutes that it is announced with. */
export type Choice = { value: string; label: string; minutes: number | undefined }

type ProductEditorProps = {
  /** Undefined: a product that is being added. */
  id: string | undefined
  version: number
  values: ProductValues
  sold: boolean
  categories: readonly { id: string; name: string; slug: string; status: 'active' | 'inactive' }[]
  questionnaires: readonly Choice[]
  /** What may keep a promise, by the product's type. */
  deliverables: Readonly<Record<ProductType, readonly Deliverable[]>>
  /** Pesos that a card is charged at least. */
  minimum: Pesos
  answer: EditorAnswer<ProductField> | NotSaved | undefined
  notice?: string | undefined
}

/** The form of a new or existing product. After a conflict it is rendered again with the merged version. */
export function ProductEditor(props: ProductEditorProps) {
  const { id, categories } = props
  const { answer, notSaved } = useLastAnswer(props.answer)
  // The form's initial values: a reload may already contain another editor's changes.
  const [began] = useState({ version: props.version, values: props.values })
  const values = answer?.values ?? began.values
  const round = useConflictKey(answer)
  const [{ type, ofRound }, setShown] = useState({ type: typeOf(values), ofRound: round })
  // The merged version may have another type.
  if (ofRound !== round) setShown({ type: typeOf(values), ofRound: round })

  const show = (field: ProductField, value: string): string => {
    if (field === 'category_id') return categories.find(category => category.id === value)?.name ?? value
    if (field === 'questionnaire') return props.questionnaires.find(choice => choice.value === value)?.label ?? value
    if (field === 'status') return PRODUCT_STATUSES[value === 'active' || value === 'archived' ? value : 'draft'].label
    if (field === 'type') return TYPE_LABELS[value === 'workshop' ? 'workshop' : 'assessment']
    if (field === 'outcomes')
      return readOutcomes(value)
        .map(({ text, keptBy }) => `${text} (${keptByText(keptBy, props.deliverables[type]) || 'nada lo cumple'})`)
        .join('\n')
    if (field === 'agenda')
      return agendaRows(value)
        .map(row => `${row.minutes} min · ${row.title}: ${row.detail}`)
        .join('\n')
    if (field === 'featured' || field === 'self_paced' || field === 'allow_business' || field === 'asks_age')
      return value === 'si' ? 'Sí' : 'No'
    return value
  }

  return (
    <EditorFrame
      title={id === undefined ? 'Nuevo assessment' : began.values.name}
      description={
        id === undefined ? 'Se guarda como borrador: nadie lo ve en la tienda hasta que lo actives.' : undefined
      }
      back={{ to: '/admin/catalog', label: 'Catálogo' }}
      labels={PRODUCT_FIELDS}
      show={show}
      version={began.version}
      answer={answer}
      notSaved={notSaved}
      notice={props.notice}
      encType="multipart/form-data"
      actions={
        id !== undefined && (
          <>
            <Form method="post">
              <input type="hidden" name="version" value={answer?.version ?? began.version} />
              <Button type="submit" name="intent" value="duplicate" variant="secondary" size="sm">
                <Copy aria-hidden="true" />
                Duplicar
              </Button>
            </Form>
            <ButtonLink to={`/admin/catalog/assessments/${id}/preview`} variant="secondary" size="sm" target="_blank">
              <Eye aria-hidden="true" />
              Vista Previa
            </ButtonLink>
          </>
        )
      }
    >
      <div key={round} className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <ContentPanels
          isNew={id === undefined}
          values={values}
          errors={answer?.errors ?? {}}
          type={type}
          delivered={props.deliverables[type]}
        />
        <SalePanels
          values={values}
          errors={answer?.errors ?? {}}
          type={type}
          onType={selected => setShown({ type: selected, ofRound: round })}
          sold={props.sold}
          categories={categories}
          questionnaires={props.questionnaires}
          minimum={props.minimum}
        />
      </div>
    </EditorFrame>
  )
}

const typeOf = ({ type }: ProductValues): ProductType => (type === 'workshop' ? 'workshop' : 'assessment')

type ContentPanelsProps = {
  isNew: boolean
  values: ProductValues
  errors: Partial<Record<ProductField, string>>
  type: ProductType
  delivered: readonly Deliverable[]
}

/** The texts of a product. */
function ContentPanels({ isNew, values, errors, type, delivered }: ContentPanelsProps) {
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
          <OutcomeEditor value={values.outcomes} error={errors.outcomes} delivered={delivered} />
          <TextField {...field('audience')} />
          <TextField {...field('tags')} />
        </div>
      </Panel>
      <div hidden={type !== 'workshop'}>
        <Panel title="Taller" description="Lo que pasa en el taller y lo que se llevan quienes participan.">
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
