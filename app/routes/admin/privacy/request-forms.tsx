import { useNavigation } from 'react-router'
import { extensionFields, fulfilFields, refusalFields } from '#app/features/data-requests/desk/answer-request.ts'
import type { FormAnswer } from '#app/forms/form-answer.ts'
import { Form } from '#app/forms/own-form.tsx'
import { useForm } from '#app/forms/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SelectField } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-field.tsx'

type Intent = 'take' | 'forward' | 'extend' | 'fulfil' | 'refuse'
type FormProps = { answer: FormAnswer<Intent, 'extension_reason' | 'carry_out' | 'answer' | 'reason'> | undefined }

const useSending = (intent: Intent): boolean => useNavigation().formData?.get('intent') === intent

/** Says that the administrator answers it. */
export function TakeForm() {
  const sending = useSending('take')
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="take" />
      <Button type="submit" variant="secondary" pending={sending}>
        Responder yo
      </Button>
    </Form>
  )
}

/** Passes a request on to who invited the person. */
export function ForwardForm() {
  const sending = useSending('forward')
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="forward" />
      <Button type="submit" variant="secondary" pending={sending}>
        Derivar a quien invitó
      </Button>
    </Form>
  )
}

/** Closes a request as carried out. */
export function FulfilForm({ answer }: FormProps) {
  const sending = useSending('fulfil')
  const { ref, field } = useForm(fulfilFields, answer)
  return (
    <Panel title="Cumplir" description="Se avisa por correo a la persona, y lo que escribas queda como prueba.">
      <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
        <input type="hidden" name="intent" value="fulfil" />
        <SelectField {...field('carry_out', 'nothing')} />
        <TextArea {...field('answer')} />
        <Button type="submit" className="justify-self-start" pending={sending} pendingLabel="Guardando…">
          Marcar como cumplida
        </Button>
      </Form>
    </Panel>
  )
}

/** Closes a request with the reason why it is refused. */
export function RefuseForm({ answer }: FormProps) {
  const sending = useSending('refuse')
  const { ref, field } = useForm(refusalFields, answer)
  return (
    <Panel title="Rechazar">
      <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
        <input type="hidden" name="intent" value="refuse" />
        <TextArea {...field('reason')} />
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          pending={sending}
          pendingLabel="Guardando…"
        >
          Rechazar con este motivo
        </Button>
      </Form>
    </Panel>
  )
}

/** Extends the deadline, once. */
export function ExtendForm({ answer }: FormProps) {
  const sending = useSending('extend')
  const { ref, field } = useForm(extensionFields, answer)
  return (
    <Panel title="Extender el plazo">
      <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
        <input type="hidden" name="intent" value="extend" />
        <TextArea {...field('extension_reason')} />
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          pending={sending}
          pendingLabel="Guardando…"
        >
          Extender 30 días
        </Button>
      </Form>
    </Panel>
  )
}
