import { useNavigation } from 'react-router'
import { asideFields, returnFields } from '#app/features/bank-statements/lines/line-fields.ts'
import { StepUpField } from '#app/features/identity/staff/step-up-field.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { LineAnswer } from './transfer-action.server.ts'

type FormProps = { answer: LineAnswer | undefined }

/** Says that a credit is from no sale. */
export function SetAsideForm({ answer }: FormProps) {
  const sending = useNavigation().formData?.get('intent') === 'set-aside'
  const { ref, field } = useForm(asideFields, answer)
  return (
    <Panel title="No es de una venta" description="Deja de proponerse. Puedes deshacerlo después.">
      <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value="set-aside" />
        <TextField {...field('note')} />
        <Button type="submit" variant="secondary" className="justify-self-start" pending={sending}>
          Dejar aparte
        </Button>
      </Form>
    </Panel>
  )
}

/** Records that a credit was given back whole. */
export function ReturnForm({ answer }: FormProps) {
  const sending = useNavigation().formData?.get('intent') === 'return'
  const { ref, field, errors } = useForm(returnFields, answer)
  return (
    <Panel
      title="Ya lo devolviste"
      description="Primero transfiere el dinero desde tu banco; aquí queda anotado, y no se puede deshacer."
    >
      <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value="return" />
        <TextField {...field('note')} />
        <StepUpField error={errors.password} />
        <Button type="submit" variant="secondary" className="justify-self-start" pending={sending}>
          Marcar como devuelto
        </Button>
      </Form>
    </Panel>
  )
}
