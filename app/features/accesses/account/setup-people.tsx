import { useState } from 'react'
import { REMINDER_DAYS } from '#app/features/accesses/dashboard/participants.ts'
import { MAX_FILE_BYTES } from '#app/features/accesses/invitations/invitation-list.ts'
import { TOO_LARGE } from '#app/features/accesses/invitations/invitation-list-texts.ts'
import { type DryRun, type FillRefused, ListReview } from '#app/features/accesses/invitations/list-review.tsx'
import { LIST_EXAMPLE, ReadingForm, TemplateLinks } from '#app/features/accesses/invitations/list-upload.tsx'
import { PlannedPeople } from '#app/features/accesses/invitations/planned-rows.tsx'
import type { RepeatedList } from '#app/features/accesses/invitations/repeated-list.server.ts'
import { SETUP_FORM, type SetupIntent } from '#app/features/accesses/invitations/setup.ts'
import { ForecastSummary } from '#app/features/results/rounds/group-forecast.tsx'
import type { GroupForecast } from '#app/features/results/rounds/reporting-groups.ts'
import { type Day, formatLongDate, startOfDay } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { FileField } from '#app/kit/ui/file-field.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'

/** Whether a button's form is on its way. */
type Sending = (intent: SetupIntent) => boolean

type NewListProps = {
  /** As it was pasted before, to correct it. */
  text: string
  repeated: RepeatedList | undefined
  sending: Sending
}

/** People, pasted or as a file, or those of the purchase that this one repeats. */
function NewList({ text, repeated, sending }: NewListProps) {
  return (
    <>
      {repeated && (
        <section
          aria-label="Las mismas personas"
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md bg-sunken px-4 py-3.5"
        >
          <p className="min-w-0 flex-1 basis-64 text-md text-pretty">
            {`En la orden ${repeated.order_number}, que mides otra vez, hay ${countOf(repeated.people, 'persona invitada', 'personas invitadas')}.`}
          </p>
          <Button
            type="submit"
            form={SETUP_FORM}
            name="intent"
            value="repeat"
            variant="secondary"
            pending={sending('repeat')}
            className="max-sm:w-full"
          >
            Usar las mismas personas
          </Button>
        </section>
      )}
      <TextArea
        key={text}
        form={SETUP_FORM}
        label="Pega la lista"
        name="people"
        rows={6}
        spellCheck={false}
        defaultValue={text}
        placeholder={LIST_EXAMPLE}
        hint="Una persona por línea: nombre, apellido, correo, cargo y área. Puedes copiarla desde Excel."
      />
    </>
  )
}

type ListFileProps = { onTooLarge: (isTooLarge: boolean) => void; isTooLarge: boolean }

const ListFile = ({ onTooLarge, isTooLarge }: ListFileProps) => (
  <div>
    <FileField
      form={SETUP_FORM}
      name="file"
      accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
      label="O elige un archivo"
      hint="CSV o XLSX, hasta 1.000 personas y 2 MB."
      error={isTooLarge ? TOO_LARGE : undefined}
      onChange={event => onTooLarge((event.target.files?.[0]?.size ?? 0) > MAX_FILE_BYTES)}
    />
    <TemplateLinks />
  </div>
)

type FollowUpProps = {
  /** The possible days. */
  due: { min: Day; max: Day }
  day: string
  onDay: (day: string) => void
  days: string
  onDays: (days: string) => void
  error: string | undefined
}

/** Until when people are asked to answer, and how often they are reminded. */
const FollowUp = ({ due, day, onDay, days, onDays, error }: FollowUpProps) => (
  <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
    <TextField
      form={SETUP_FORM}
      label="Fecha límite"
      optional
      name="due"
      type="date"
      min={due.min}
      max={due.max}
      value={day}
      onChange={event => onDay(event.target.value)}
      error={error}
      hint={`Sin fecha, se puede responder hasta el ${formatLongDate(startOfDay(due.max))}.`}
    />
    <SelectField
      form={SETUP_FORM}
      label="Enviar un recordatorio"
      name="days"
      value={days}
      onChange={event => onDays(event.target.value)}
      hint="A quienes no han terminado, hasta tres veces por persona."
      options={[
        { value: '', label: 'No enviar' },
        ...REMINDER_DAYS.map(count => ({ value: String(count), label: `Cada ${countOf(count, 'día', 'días')}` })),
      ]}
    />
  </div>
)

type PeopleStepProps = {
  list: NewListProps
  /** Undefined where nobody answers. */
  followUp: FollowUpProps | undefined
  error: string | undefined
}

/** The second step before a list was read. */
export function PeopleStep({ list, followUp, error }: PeopleStepProps) {
  const [isTooLarge, setTooLarge] = useState(false)
  return (
    <div className="grid gap-6">
      <NewList {...list} />
      <ListFile isTooLarge={isTooLarge} onTooLarge={setTooLarge} />
      {followUp && <FollowUp {...followUp} />}
      {error !== undefined && <Alert tone="error">{error}</Alert>}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2.5">
        <Button
          type="submit"
          form={SETUP_FORM}
          name="intent"
          value="review"
          disabled={isTooLarge}
          pending={list.sending('review')}
          pendingLabel="Revisando…"
          className="max-sm:w-full"
        >
          Revisar lista
        </Button>
        <p className="text-sm text-muted">Nadie recibe nada todavía.</p>
      </div>
    </div>
  )
}

type ReviewStepProps = {
  itemId: string
  listed: DryRun & { draftId: string }
  refused: FillRefused | undefined
  /** Of confidential results. */
  forecast: GroupForecast | undefined
  /** Undefined where nobody answers. */
  followUp: FollowUpProps | undefined
  sending: Sending
}

/** The second step with a list: what happens to each person, and which groups would be shown. */
export function ReviewStep({ itemId, listed, refused, forecast, followUp, sending }: ReviewStepProps) {
  return (
    <>
      <ListReview preview={listed} refused={refused} />
      {forecast && (
        <section aria-label="Qué se mostrará" className="mb-8 rounded-md bg-sunken px-4 py-4">
          <ForecastSummary forecast={forecast} />
          <Button
            type="submit"
            form={SETUP_FORM}
            name="intent"
            value="groups"
            variant="secondary"
            size="sm"
            className="mt-4"
            pending={sending('groups')}
          >
            Definir los grupos
          </Button>
        </section>
      )}
      {followUp && <FollowUp {...followUp} />}
      <div className="mt-6 mb-8">
        <Button
          type="submit"
          form={SETUP_FORM}
          name="intent"
          value="correct"
          variant="secondary"
          pending={sending('correct')}
          className="max-sm:w-full"
        >
          Corregir la lista
        </Button>
      </div>
      <PlannedPeople rows={listed.rows} leftOut={`/account/items/${itemId}/invitations/${listed.draftId}/left-out`} />
      {listed.reading && (
        <div className="mt-6">
          <ReadingForm reading={listed.reading} />
        </div>
      )}
    </>
  )
}
