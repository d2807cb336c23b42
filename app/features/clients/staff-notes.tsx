import { useNavigation } from 'react-router'
import { noteFields, type StaffNote } from '#app/features/clients/clients.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea } from '#app/kit/ui/text-field.tsx'

/** The answer to a submitted note. */
type NoteAnswer = { errors: Readonly<Record<string, string>>; values: { body?: string | undefined } } | undefined

/** The staff's notes on a client, who never sees them. */
export const StaffNotes = ({ notes, answer }: { notes: readonly StaffNote[]; answer: NoteAnswer }) => (
  <Panel title="Notas" description="Solo las ve el equipo. Se borran si la cuenta se elimina.">
    {/* Emptied when a note was saved. */}
    <NoteForm key={notes.length} answer={answer} />
    {notes.length > 0 && (
      <ul className="mt-6 divide-y divide-line border-t border-line">
        {notes.map(note => (
          <li key={note.id} className="py-4 last:pb-0">
            <p className="text-md whitespace-pre-line wrap-anywhere">{note.body}</p>
            <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
              <p className="text-sm text-muted tabular-nums">{`${note.author}, ${formatDateTime(note.created_at)}`}</p>
              <DeleteNote id={note.id} at={note.created_at} />
            </div>
          </li>
        ))}
      </ul>
    )}
  </Panel>
)

export function NoteForm({ answer }: { answer: NoteAnswer }) {
  const sending = useNavigation().formData?.get('intent') === 'add-note'
  const { ref, field } = useForm(noteFields, answer)
  return (
    <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-3 print:hidden">
      <input type="hidden" name="intent" value="add-note" />
      <TextArea {...field('body')} />
      <Button type="submit" size="sm" variant="secondary" className="justify-self-start" pending={sending}>
        Guardar nota
      </Button>
    </Form>
  )
}

export const DeleteNote = ({ id, at }: { id: string; at: Date }) => (
  <Form method="post" preventScrollReset className="print:hidden">
    <input type="hidden" name="intent" value="delete-note" />
    <input type="hidden" name="note" value={id} />
    <Button type="submit" variant="link" size="sm" aria-label={`Eliminar la nota del ${formatDateTime(at)}`}>
      Eliminar
    </Button>
  </Form>
)
