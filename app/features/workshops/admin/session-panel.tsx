import { useNavigation } from 'react-router'
import { type SessionState, sessionFields, type WorkshopSession, whenText } from '#app/features/workshops/workshops.ts'
import { toSantiago } from '#app/kernel/dates.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { NumberField } from '#app/kit/ui/number-field.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import type { SessionAnswer } from './session-action.server.ts'

type SessionPanelProps = {
  session: WorkshopSession | undefined
  state: SessionState
  /** Attendance is confirmed. */
  held: boolean
  selfPaced: boolean
  /** How long the workshop takes, for a first session. */
  minutes: number
  answer: SessionAnswer | undefined
}

/** When and where a workshop is held. */
export function SessionPanel({ session, state, held, selfPaced, minutes, answer }: SessionPanelProps) {
  if (selfPaced) {
    return (
      <Panel title="Sesión">
        <p className="text-md">
          Este taller se hace a ritmo propio y no tiene sesión. Cuando alguien te avise que lo terminó, confírmalo en la
          lista.
        </p>
      </Panel>
    )
  }
  return (
    <Panel title="Sesión" description="Las horas son de Santiago. Al guardar, avisamos por correo a cada participante.">
      {session && state === 'cancelled' && (
        <Alert tone="warning" title="Sesión cancelada" className="mb-5">
          {`Era el ${whenText(session)}. Puedes fijar otra fecha.`}
        </Alert>
      )}
      {session && held ? (
        <p className="text-md">
          {`${whenText(session)}. La asistencia ya está confirmada: la sesión no se puede cambiar.`}
        </p>
      ) : (
        <SessionForm session={session} minutes={minutes} answer={answer} />
      )}
      {session && state !== 'cancelled' && !held && <CancelForm revision={session.revision} />}
    </Panel>
  )
}

function SessionForm({ session, minutes, answer }: Pick<SessionPanelProps, 'session' | 'minutes' | 'answer'>) {
  const { ref, errors, field } = useForm(sessionFields, answer)
  const pending = useNavigation().formData?.get('intent') === 'set'
  const start = session && toSantiago(session.starts_at)
  return (
    <Form ref={ref} method="post" noValidate className="grid gap-5">
      <input type="hidden" name="intent" value="set" />
      <input type="hidden" name="revision" value={session?.revision ?? 0} />
      <div className="grid gap-5 sm:grid-cols-3 xl:grid-cols-2">
        <TextField {...field('day', start?.day)} className="xl:col-span-2" />
        <TextField
          label="Hora"
          name="time"
          type="time"
          required
          defaultValue={answer?.values.time ?? start?.time}
          error={errors.time}
        />
        <NumberField {...field('minutes', session?.minutes ?? minutes)} />
      </div>
      <TextField {...field('place', session?.place)} />
      <TextField {...field('link', session?.link)} />
      <TextArea {...field('notes', session?.notes)} />
      <Button type="submit" pending={pending} pendingLabel="Guardando…">
        {session && session.cancelled_at === null ? 'Guardar cambios y avisar' : 'Fijar sesión y avisar'}
      </Button>
    </Form>
  )
}

function CancelForm({ revision }: { revision: number }) {
  const pending = useNavigation().formData?.get('intent') === 'cancel'
  return (
    <details className="mt-5 border-t border-line pt-3">
      <summary className="inline-flex min-h-11 items-center rounded-sm text-md font-medium text-copper hover:underline">
        Cancelar la sesión…
      </summary>
      <Form method="post" className="mt-1 grid justify-items-start gap-3">
        <input type="hidden" name="intent" value="cancel" />
        <input type="hidden" name="revision" value={revision} />
        <p className="text-md text-muted">Avisaremos a cada participante y la quitaremos de su calendario.</p>
        <Button type="submit" size="sm" variant="danger" pending={pending}>
          Confirmar: cancelar la sesión
        </Button>
      </Form>
    </details>
  )
}
