import { useNavigation } from 'react-router'
import { type Day, formatLongDate, startOfDay } from '#app/kernel/dates.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { REMINDER_DAYS } from './participants.ts'

/** Until when people are asked to answer, and how they are reminded. */
export type FollowUp = {
  reminderDays: number | null
  /** The buyer's own date; `min` and `max` are the possible days. */
  due: { day: Day | undefined; min: Day; max: Day; passed: boolean }
}

export type FollowUpAnswer = {
  intent: 'follow-up'
  done: boolean
  text: string
  errors: Readonly<Record<string, string>>
  values?: Readonly<Record<string, string>>
}

type FollowUpFormProps = { followUp: FollowUp; answer: FollowUpAnswer | undefined }

/** The due date of a purchase and its reminders, with one save. */
export function FollowUpForm({ followUp: { reminderDays, due }, answer }: FollowUpFormProps) {
  const { state, formData } = useNavigation()
  const refused = answer?.done === false ? answer : undefined
  const days = refused?.values?.days ?? (reminderDays === null ? '' : String(reminderDays))
  return (
    <Panel
      title="Plazo y recordatorios"
      description={`Los correos y la pantalla de cada persona dicen hasta cuándo pides responder. Los accesos siguen abiertos hasta el ${formatLongDate(startOfDay(due.max))}.`}
    >
      {answer && (answer.done || Object.keys(answer.errors).length === 0) && (
        <Alert tone={answer.done ? 'success' : 'error'} className="mb-5">
          {answer.text}
        </Alert>
      )}
      <Form method="post" noValidate preventScrollReset>
        <input type="hidden" name="intent" value="follow-up" />
        <div className="grid max-w-3xl items-start gap-x-8 gap-y-5 sm:grid-cols-2">
          <TextField
            key={`due-${due.day ?? ''}`}
            label="Fecha límite"
            name="due"
            type="date"
            min={due.min}
            max={due.max}
            defaultValue={refused?.values?.due ?? due.day ?? ''}
            error={refused?.errors.due}
            hint={due.passed ? 'Ya pasó: puedes poner otra.' : 'Déjala vacía para no pedir una fecha.'}
          />
          <SelectField
            key={`days-${days}`}
            label="Enviar un recordatorio"
            name="days"
            defaultValue={days}
            hint="A quienes no han terminado, de lunes a viernes entre 9:00 y 18:00, hasta tres veces por persona."
            options={[
              { value: '', label: 'No enviar' },
              ...REMINDER_DAYS.map(count => ({ value: String(count), label: `Cada ${count} días` })),
            ]}
          />
        </div>
        <Button
          type="submit"
          variant="secondary"
          className="mt-5"
          pending={state !== 'idle' && formData?.get('intent') === 'follow-up'}
          pendingLabel="Guardando…"
        >
          Guardar plazo y recordatorios
        </Button>
      </Form>
    </Panel>
  )
}
