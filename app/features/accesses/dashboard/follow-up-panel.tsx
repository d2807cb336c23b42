import { useNavigation } from 'react-router'
import { type Day, formatLongDate, startOfDay } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { REMINDER_DAYS } from './participants.ts'

type FollowUpProps = {
  /** Invited people who can still answer. */
  pending: number
  reminderDays: number | null
  /** The buyer's own date; `min` and `max` are the possible days. */
  due: { day: Day | undefined; min: Day; max: Day; passed: boolean }
  /** What was typed and why it was refused. */
  refused: { value: string; error: string } | undefined
}

/** What brings in the answers of an item: a due date, reminders of their own accord, and one now. */
export function FollowUpPanel({ pending, reminderDays, due, refused }: FollowUpProps) {
  const { state, formData } = useNavigation()
  const sending = (intent: string): boolean => state !== 'idle' && formData?.get('intent') === intent
  return (
    <Panel
      title="Plazo y recordatorios"
      description={`Los correos y la pantalla de cada persona dicen hasta cuándo pides responder. Los accesos siguen abiertos hasta el ${formatLongDate(startOfDay(due.max))}.`}
      className="mb-8"
    >
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-3">
        <Form method="post" noValidate className="grid content-start gap-3">
          <input type="hidden" name="intent" value="due" />
          <TextField
            key={due.day ?? ''}
            label="Fecha límite"
            name="due"
            type="date"
            min={due.min}
            max={due.max}
            defaultValue={refused?.value ?? due.day ?? ''}
            error={refused?.error}
            hint={due.passed ? 'Ya pasó: puedes poner otra.' : 'Déjala vacía para no pedir una fecha.'}
          />
          <Button type="submit" variant="secondary" className="justify-self-start" pending={sending('due')}>
            Guardar fecha
          </Button>
        </Form>
        <Form method="post" className="grid content-start gap-3">
          <input type="hidden" name="intent" value="reminders" />
          <SelectField
            key={reminderDays ?? 0}
            label="Enviar un recordatorio"
            name="days"
            defaultValue={reminderDays === null ? '' : String(reminderDays)}
            hint="A quienes no han terminado, de lunes a viernes entre 9:00 y 18:00, hasta tres veces por persona."
            options={[
              { value: '', label: 'No enviar' },
              ...REMINDER_DAYS.map(count => ({ value: String(count), label: `Cada ${count} días` })),
            ]}
          />
          <Button type="submit" variant="secondary" className="justify-self-start" pending={sending('reminders')}>
            Guardar recordatorios
          </Button>
        </Form>
        <Form method="post" className="grid content-start gap-3">
          <input type="hidden" name="intent" value="remind" />
          <p className="text-md font-medium">
            {pending === 0 ? 'Nadie está pendiente' : countOf(pending, 'persona pendiente', 'personas pendientes')}
          </p>
          <p className="text-sm text-muted">
            Quien ya recibió una invitación o un recordatorio en las últimas 24 horas no recibe otro.
          </p>
          <Button
            type="submit"
            className="justify-self-start max-sm:w-full"
            disabled={pending === 0}
            pending={sending('remind')}
            pendingLabel="Enviando…"
          >
            Recordar ahora a los pendientes
          </Button>
        </Form>
      </div>
    </Panel>
  )
}
