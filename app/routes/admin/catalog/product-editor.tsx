import Copy from 'lucide-react/icons/copy'
import Eye from 'lucide-react/icons/eye'
import { useState } from 'react'
import { Form } from 'react-router'
import { TYPE_LABELS } from '#app/features/catalogue/catalogue.ts'
import {
  agendaRows,
  PRODUCT_FIELDS,
  PRODUCT_STATUSES,
  type ProductField,
  type ProductValues,
} from '#app/features/catalogue/product-form.ts'
import { type NotSaved, useLastAnswer } from '#app/forms/last-answer.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { type EditorAnswer, useConflictKey } from './editor-answer.ts'
import { EditorFrame } from './editor-frame.tsx'
import { ContentPanels } from './product-content.tsx'
import { SalePanels } from './product-sale.tsx'

export type Choice = { value: string; label: string; disabled?: boolean | undefined }

type ProductEditorProps = {
  /** Undefined: a product that is being added. */
  id: string | undefined
  version: number
  values: ProductValues
  sold: boolean
  categories: readonly { id: string; name: string; slug: string; status: 'active' | 'inactive' }[]
  questionnaires: readonly Choice[]
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
  const [type, setType] = useState(values.type === 'workshop' ? ('workshop' as const) : ('assessment' as const))

  const show = (field: ProductField, value: string): string => {
    if (field === 'category_id') return categories.find(category => category.id === value)?.name ?? value
    if (field === 'questionnaire') return props.questionnaires.find(choice => choice.value === value)?.label ?? value
    if (field === 'status') return PRODUCT_STATUSES[value === 'active' || value === 'archived' ? value : 'draft'].label
    if (field === 'type') return TYPE_LABELS[value === 'workshop' ? 'workshop' : 'assessment']
    if (field === 'agenda')
      return agendaRows(value)
        .map(row => `${row.minutes} min · ${row.title}: ${row.detail}`)
        .join('\n')
    if (field === 'featured' || field === 'self_paced' || field === 'allow_business')
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
        <ContentPanels isNew={id === undefined} values={values} errors={answer?.errors ?? {}} type={type} />
        <SalePanels
          values={values}
          errors={answer?.errors ?? {}}
          type={type}
          onType={setType}
          sold={props.sold}
          categories={categories}
          questionnaires={props.questionnaires}
        />
      </div>
    </EditorFrame>
  )
}
