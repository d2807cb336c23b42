import { Form, useNavigation } from 'react-router'
import { inviteeFields } from '#app/features/accesses/person-fields.ts'
import { revokeFields } from '#app/features/accesses/staff/admin-access.ts'
import { controlProps } from '#app/forms/fields.ts'
import { useFocusOnError } from '#app/forms/focus.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { AccessAnswer } from './detail-action.server.ts'

type FormProps = { answer: AccessAnswer | undefined }

const NO_ERRORS: AccessAnswer['errors'] = {}

/** What a form says of itself: its errors, what was typed, and whether it is being sent. */
function useAnswer(intent: AccessAnswer['intent'], answer: AccessAnswer | undefined) {
  const own = answer?.intent === intent && !answer.done ? answer : undefined
  const errors = own?.errors ?? NO_ERRORS
  return {
    errors,
    values: own?.values,
    form: useFocusOnError(errors),
    sending: useNavigation().formData?.get('intent') === intent,
  }
}

/** 'Reemplazar Participante': another person takes the seat, until somebody has begun. */
export function ReplaceForm({ answer, own }: FormProps & { own: boolean }) {
  const { errors, values, form, sending } = useAnswer('replace', answer)
  const field = (name: 'name' | 'email' | 'jobRole' | 'department') => ({
    ...controlProps(name, inviteeFields[name]),
    defaultValue: values?.[name],
    error: errors[name],
  })
  return (
    <Panel
      title="Reemplazar Participante"
      description={
        own
          ? 'El asiento de quien compró pasa a otra persona, que recibe una invitación con su propio código.'
          : 'El código actual deja de servir y la otra persona recibe una invitación con el suyo. El plazo es el mismo.'
      }
    >
      <Form ref={form} method="post" noValidate id="reemplazar" className="scroll-mt-24">
        <input type="hidden" name="intent" value="replace" />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field('name')} />
          <TextField {...field('email')} />
          <TextField {...field('jobRole')} label="Cargo" />
          <TextField {...field('department')} />
        </div>
        <Button type="submit" size="sm" className="mt-5" pending={sending} pendingLabel="Reemplazando…">
          Reemplazar
        </Button>
      </Form>
    </Panel>
  )
}

/** A later end. @param min the first day that can be chosen, @param value the day that is proposed */
export function ExtendForm({ answer, min, max, value }: FormProps & { min: string; max: string; value: string }) {
  const { errors, values, form, sending } = useAnswer('extend', answer)
  return (
    <Panel title="Plazo" description="El acceso dura hasta el final del día que elijas, en hora de Santiago.">
      <Form ref={form} method="post" noValidate id="plazo" className="flex scroll-mt-24 flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="extend" />
        <TextField
          key={value}
          label="Nuevo vencimiento"
          name="until"
          type="date"
          required
          min={min}
          max={max}
          defaultValue={values?.until || value}
          error={errors.until}
        />
        <Button type="submit" variant="secondary" pending={sending} pendingLabel="Guardando…">
          Extender
        </Button>
      </Form>
    </Panel>
  )
}

/** Takes an access back, with the reason that the audit log keeps. */
export function RevokeForm({ answer, started }: FormProps & { started: boolean }) {
  const { errors, values, form, sending } = useAnswer('revoke', answer)
  return (
    <Panel
      title="Revocar Acceso"
      description={
        started
          ? 'La persona ya comenzó: no podrá seguir, y sus respuestas no se contarán. No se puede deshacer.'
          : 'El código deja de servir y el asiento queda libre. No se puede deshacer.'
      }
    >
      <Form ref={form} method="post" noValidate id="revocar" className="grid scroll-mt-24 gap-4">
        <input type="hidden" name="intent" value="revoke" />
        <TextField
          {...controlProps('reason', revokeFields.reason)}
          defaultValue={values?.reason}
          error={errors.reason}
        />
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
