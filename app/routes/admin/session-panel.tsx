import { Form, useNavigation } from 'react-router'
import {
  MAX_MINUTES,
  MIN_MINUTES,
  SESSION_LIMITS,
  type SessionState,
  type WorkshopSession,
  whenText,
} from '#app/features/workshops/workshops.ts'
import { useFocusOnError } from '#app/forms/focus.ts'
import { toSantiago } from '#app/kernel/dates.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { TextArea, TextField } from '#app/ui/text-field.tsx'
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
          Era el {whenText(session)}. Puedes fijar otra fecha.
        </Alert>
      )}
      {session && held ? (
        <p className="text-md">{whenText(session)}. La asistencia ya está confirmada: la sesión no se puede cambiar.</p>
      ) : (
        <SessionForm session={session} minutes={minutes} answer={answer} />
      )}
      {session && state !== 'cancelled' && !held && <CancelForm revision={session.revision} />}
    </Panel>
  )
}

function SessionForm({ session, minutes, answer }: Pick<SessionPanelProps, 'session' | 'minutes' | 'answer'>) {
  const form = useFocusOnError(answer)
  const pending = useNavigation().formData?.get('intent') === 'set'
  const start = session && toSantiago(session.starts_at)
  const value = (field: string, kept: string | undefined) => answer?.values?.[field] ?? kept ?? ''
  const error = (field: string) => answer?.errors?.[field]
  return (
    <Form ref={form} method="post" noValidate className="grid gap-5">
      <input type="hidden" name="intent" value="set" />
      <input type="hidden" name="revision" value={session?.revision ?? 0} />
      <div className="grid gap-5 sm:grid-cols-3 xl:grid-cols-2">
        <TextField
          label="Día"
          name="day"
          type="date"
          required
          defaultValue={value('day', start?.day)}
          error={error('day')}
          className="xl:col-span-2"
        />
        <TextField
          label="Hora"
          name="time"
          type="time"
          required
          defaultValue={value('time', start?.time)}
          error={error('time')}
        />
        <TextField
          label="Duración en minutos"
          name="minutes"
          type="number"
          min={MIN_MINUTES}
          max={MAX_MINUTES}
          required
          defaultValue={value('minutes', String(session?.minutes ?? minutes))}
          error={error('minutes')}
        />
      </div>
      <TextField
        label="Lugar"
        name="place"
        maxLength={SESSION_LIMITS.place}
        defaultValue={value('place', session?.place)}
        error={error('place')}
        hint="Dirección y sala. Déjalo vacío si es en línea."
      />
      <TextField
        label="Enlace"
        name="link"
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={SESSION_LIMITS.link}
        defaultValue={value('link', session?.link)}
        error={error('link')}
        hint="Lo ven solo las personas del taller."
      />
      <TextArea
        label="Notas"
        name="notes"
        rows={3}
        optional
        maxLength={SESSION_LIMITS.notes}
        defaultValue={value('notes', session?.notes)}
        error={error('notes')}
      />
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
