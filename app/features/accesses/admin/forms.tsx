import { useNavigation } from 'react-router'
import { extendFields, revokeFields } from '#app/features/accesses/admin-access.ts'
import { inviteeFields } from '#app/features/accesses/person-fields.ts'
import type { Fields } from '#app/kit/forms/fields.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { AccessAnswer } from './detail-action.server.ts'

type FormProps = { answer: AccessAnswer | undefined }

/** One of the page's forms with its own answer, and whether it is being sent. */
function useAccessForm<const F extends Fields>(intent: AccessAnswer['intent'], fields: F, answer: FormProps['answer']) {
  const form = useForm(fields, answer?.intent === intent && !answer.done ? answer : undefined)
  return { ...form, sending: useNavigation().formData?.get('intent') === intent }
}

/** 'Reemplazar Participante': hands the seat to another person, until it is started. */
export function ReplaceForm({ answer, own }: FormProps & { own: boolean }) {
  const { ref, field, sending } = useAccessForm('replace', inviteeFields, answer)
  return (
    <Panel
      title="Reemplazar Participante"
      description={
        own
          ? 'El asiento de quien compró pasa a otra persona, que recibe una invitación con su propio código.'
          : 'El código actual deja de servir y la otra persona recibe una invitación con el suyo. El plazo es el mismo.'
      }
    >
      <Form ref={ref} method="post" noValidate id="reemplazar" className="scroll-mt-24">
        <input type="hidden" name="intent" value="replace" />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field('name')} />
          <TextField {...field('email')} />
          <TextField {...field('jobRole')} />
          <TextField {...field('department')} />
        </div>
        <Button type="submit" size="sm" className="mt-5" pending={sending} pendingLabel="Reemplazando…">
          Reemplazar
        </Button>
      </Form>
    </Panel>
  )
}

/** A later expiry. @param min the first possible day, @param value the proposed day */
export function ExtendForm({ answer, min, max, value }: FormProps & { min: string; max: string; value: string }) {
  const { ref, field, sending } = useAccessForm('extend', extendFields, answer)
  return (
    <Panel title="Plazo" description="El acceso dura hasta el final del día que elijas, en hora de Santiago.">
      <Form ref={ref} method="post" noValidate id="plazo" className="flex scroll-mt-24 flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="extend" />
        <TextField key={value} {...field('until', value)} min={min} max={max} />
        <Button type="submit" variant="secondary" pending={sending} pendingLabel="Guardando…">
          Extender
        </Button>
      </Form>
    </Panel>
  )
}

/** Revokes an access, with the reason for the audit log. */
export function RevokeForm({ answer, started }: FormProps & { started: boolean }) {
  const { ref, field, sending } = useAccessForm('revoke', revokeFields, answer)
  return (
    <Panel
      title="Revocar Acceso"
      description={
        started
          ? 'La persona ya comenzó: no podrá seguir, y sus respuestas no se contarán. No se puede deshacer.'
          : 'El código deja de servir y el asiento queda libre. No se puede deshacer.'
      }
    >
      <Form ref={ref} method="post" noValidate id="revocar" className="grid scroll-mt-24 gap-4">
        <input type="hidden" name="intent" value="revoke" />
        <TextField {...field('reason')} />
        <Button
          type="submit"
          size="sm"
          variant="danger"
          className="justify-self-start"
          pending={sending}
          pendingLabel="Revocando…"
        >
          Revocar
        </Button>
      </Form>
    </Panel>
  )
}
