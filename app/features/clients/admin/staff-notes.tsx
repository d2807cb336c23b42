import { useNavigation } from 'react-router'
import { type ClientNote, noteFields } from '#app/features/clients/clients.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea } from '#app/kit/ui/text-field.tsx'

type StaffNotesProps = {
  notes: readonly ClientNote[]
  /** The answer to a submitted note. */
  answer: { errors: Record<string, string>; values: { body?: string } } | undefined
}

/** The staff's notes on a client or an order; the client never sees them. */
export function StaffNotes({ notes, answer }: StaffNotesProps) {
  const sending = useNavigation().formData?.get('intent') === 'add-note'
  const { ref, field } = useForm(noteFields, answer)
  return (
    <Panel title="Notas" description="Solo las ve el equipo. Se borran si la cuenta se elimina.">
      <Form ref={ref} method="post" noValidate key={notes.length} className="grid gap-3" preventScrollReset>
        <input type="hidden" name="intent" value="add-note" />
        <TextArea {...field('body')} />
        <Button type="submit" size="sm" variant="secondary" className="justify-self-start" pending={sending}>
          Guardar nota
        </Button>
      </Form>
      {notes.length > 0 && (
        <ul className="mt-6 divide-y divide-line border-t border-line">
          {notes.map(note => (
            <li key={note.id} className="py-4 last:pb-0">
              <p className="text-md whitespace-pre-line wrap-anywhere">{note.body}</p>
              <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
                <p className="text-sm text-muted tabular-nums">
                  {`${note.author}, ${formatDateTime(note.created_at)}`}
                </p>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="delete-note" />
                  <input type="hidden" name="note" value={note.id} />
                  <Button
                    type="submit"
                    variant="link"
                    size="sm"
                    aria-label={`Eliminar la nota del ${formatDateTime(note.created_at)}`}
                  >
                    Eliminar
                  </Button>
                </Form>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
