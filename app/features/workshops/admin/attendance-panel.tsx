import { useState } from 'react'
import { Link, useNavigation } from 'react-router'
import { doneText } from '#app/features/workshops/lessons.ts'
import type { Attendee } from '#app/features/workshops/workshops.server.ts'
import { certificatePath } from '#app/features/workshops/workshops.ts'
import { countOf } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { EmailText } from '#app/kit/lists/list-cells.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'

type AttendancePanelProps = {
  people: readonly Attendee[]
  /** The session has begun, or there is none to wait for. */
  canConfirm: boolean
  selfPaced: boolean
  /** How many lessons a workshop at one's own pace has. */
  lessons: number
}

/** The participants and their attendance. Works without scripts: checkboxes of one form. */
export function AttendancePanel({ people, canConfirm, selfPaced, lessons }: AttendancePanelProps) {
  const open = people.filter(person => person.status === 'active' || person.status === 'in_use')
  const pending = useNavigation().formData?.get('intent') === 'confirm'
  const [marked, setMarked] = useState<readonly string[]>([])
  const toggle = (id: string, on: boolean) => setMarked(on ? [...marked, id] : marked.filter(other => other !== id))
  return (
    <Panel
      title="Asistencia"
      description={
        canConfirm
          ? 'Marca a quienes participaron. Se completa su acceso y reciben su certificado; no se puede deshacer.'
          : 'Se confirma cuando la sesión haya comenzado.'
      }
      padding="flush"
    >
      {people.length === 0 ? (
        <EmptyState as="h3" title="Nadie participa todavía">
          El comprador invita a las personas desde su panel.
        </EmptyState>
      ) : (
        <Form method="post">
          <input type="hidden" name="intent" value="confirm" />
          {canConfirm && open.length > 1 && (
            <div className="border-t border-line px-5 py-1 sm:px-6">
              <Checkbox
                label={`Marcar a las ${countOf(open.length, 'persona', 'personas')} por confirmar`}
                checked={marked.length === open.length}
                onChange={event => setMarked(event.currentTarget.checked ? open.map(person => person.id) : [])}
              />
            </div>
          )}
          <ul>
            {people.map(person => (
              <li
                key={person.id}
                className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-line px-5 py-2 sm:px-6"
              >
                <div className="min-w-0 flex-1 basis-64">
                  {canConfirm && open.includes(person) ? (
                    <Checkbox
                      name="person"
                      value={person.id}
                      checked={marked.includes(person.id)}
                      onChange={event => toggle(person.id, event.currentTarget.checked)}
                      label={<Person person={person} />}
                    />
                  ) : (
                    <div className="py-1.5 text-md">
                      <Person person={person} />
                    </div>
                  )}
                </div>
                {person.certificate === null ? (
                  <Badge tone={person.lessons_done > 0 ? 'fair' : 'neutral'}>
                    {pendingText(person, selfPaced, lessons)}
                  </Badge>
                ) : (
                  <span className="flex flex-wrap items-center gap-3">
                    <Link
                      to={certificatePath(person.certificate)}
                      className="inline-flex min-h-11 items-center font-mono text-sm text-copper underline underline-offset-4"
                    >
                      {person.certificate}
                    </Link>
                    <Badge tone="good">{selfPaced ? 'Completó' : 'Asistió'}</Badge>
                  </span>
                )}
              </li>
            ))}
          </ul>
          {canConfirm && open.length > 0 && (
            <div className="border-t border-line px-5 py-4 sm:px-6">
              <Button type="submit" pending={pending} pendingLabel="Confirmando…">
                Confirmar asistencia
              </Button>
            </div>
          )}
        </Form>
      )}
    </Panel>
  )
}

/** What is still to come of somebody: `3 de 7 lecciones hechas`. */
const pendingText = ({ lessons_done }: Attendee, selfPaced: boolean, lessons: number): string =>
  lessons > 0 ? doneText(lessons_done, lessons) : selfPaced ? 'Pendiente' : 'Por confirmar'

const Person = ({ person }: { person: Attendee }) => (
  <>
    <span className="block font-medium wrap-anywhere">{person.name || person.email}</span>
    <span className="block text-sm text-muted">
      <EmailText email={person.email} />
    </span>
  </>
)
