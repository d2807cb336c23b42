import { useNavigation } from 'react-router'
import { fillFields } from '#app/features/accesses/person-fields.ts'
import { countOf } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'

type Refused = { errors: Partial<Record<string, string>>; values: Record<string, string> }

type FillFormProps = {
  /** People of the list without role or area. */
  lacking: number
  refused: Refused | undefined
}

/** Role and area for everybody in a list who has none, such as pasted addresses. Nobody is invited by it. */
export function FillForm({ lacking, refused }: FillFormProps) {
  const { ref, field } = useForm(fillFields, refused)
  const pending = useNavigation().formData?.get('intent') === 'fill'
  return (
    <Panel
      title="Completar rol y área"
      description={`${countOf(lacking, 'persona no los trae', 'personas no los traen')}. Lo que elijas vale para quienes les falta; después puedes cambiarlo persona por persona.`}
      className="mb-8"
    >
      <Form ref={ref} method="post" noValidate preventScrollReset className="flex flex-wrap items-start gap-5">
        <input type="hidden" name="intent" value="fill" />
        <SelectField {...field('role', '')} placeholder="Selecciona un rol" className="min-w-52 flex-1" />
        <TextField {...field('area')} className="min-w-52 flex-1" />
        <Button type="submit" className="max-sm:w-full sm:mt-7" pending={pending} pendingLabel="Completando…">
          Completar
        </Button>
      </Form>
    </Panel>
  )
}
