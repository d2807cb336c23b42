import { useState } from 'react'
import { data, Link, useNavigation } from 'react-router'
import { z } from 'zod'
import { findWorkshopContent } from '#app/features/catalogue/workshop-content.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { doneText, listLessons } from '#app/features/workshops/lessons.ts'
import { findMaterials } from '#app/features/workshops/materials.server.ts'
import {
  type Attendee,
  findAttendees,
  findSession,
  findWorkshopItem,
} from '#app/features/workshops/workshops.server.ts'
import {
  certificatePath,
  type SessionState,
  sessionFields,
  sessionState,
  type WorkshopSession,
  whenText,
} from '#app/features/workshops/workshops.ts'
import { toSantiago } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { revalidateOnConflict } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { NumberField } from '#app/kit/ui/number-field.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/session'
import { answerSession, type SessionAnswer } from './session-action.server.ts'

type SessionPanelProps = {
  session: WorkshopSession | undefined
  state: SessionState
  /** Attendance is confirmed. */
  held: boolean
  selfPaced: boolean
  /** How many lessons a workshop at one's own pace has. */
  lessons: number
  /** How long the workshop takes, for a first session. */
  minutes: number
  answer: SessionAnswer | undefined
}

/** When and where a workshop is held. */
function SessionPanel({ session, state, held, selfPaced, lessons, minutes, answer }: SessionPanelProps) {
  if (selfPaced) {
    return (
      <Panel title="Sesión">
        <p className="text-md">
          {lessons > 0
            ? 'Este taller se hace a ritmo propio y no tiene sesión. Se completa solo cuando la persona marca su última lección; también puedes confirmarlo en la lista.'
            : 'Este taller se hace a ritmo propio y no tiene sesión. Cuando alguien te avise que lo terminó, confírmalo en la lista.'}
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

type AttendancePanelProps = {
  people: readonly Attendee[]
  /** The session has begun, or there is none to wait for. */
  canConfirm: boolean
  selfPaced: boolean
  lessons: number
}

/** The participants and their attendance. Works without scripts: checkboxes of one form. */
function AttendancePanel({ people, canConfirm, selfPaced, lessons }: AttendancePanelProps) {
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
          El comprador invita a las personas desde su dashboard.
        </EmptyState>
      ) : (
        <Form method="post">
          <input type="hidden" name="intent" value="confirm" />
          {canConfirm && open.length > 1 && (
            <div className="border-t border-line px-5 py-1 sm:px-6">
              <Checkbox
                label={`Marcar a las ${open.length} personas por confirmar`}
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
    <span className="block text-sm wrap-anywhere text-muted">{person.email}</span>
  </>
)

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Sesión de ${loaderData?.item.name ?? 'un taller'} · Administración · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const itemId = z.uuid().safeParse(args.params.itemId)
  const found = itemId.success
    ? await readAs(db, actorOf(user), async tx => {
        const item = await findWorkshopItem(tx, itemId.data)
        return (
          item && {
            item,
            session: await findSession(tx, item.item_id),
            people: await findAttendees(tx, item.item_id),
          }
        )
      })
    : undefined
  if (!found) throw data('Not found', 404)
  const selfPaced = (await findWorkshopContent(db, found.item.slug))?.selfPaced ?? false
  const materials = selfPaced ? await findMaterials(db, found.item) : []
  return {
    ...found,
    state: sessionState(found.session, now()),
    selfPaced,
    lessons: listLessons(materials, new Set()).length,
  }
}

export const shouldRevalidate = revalidateOnConflict

export const action = answerSession

/** The session of one sold workshop: when and where, and who was there. */
export default function WorkshopSessionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, session, people, state, selfPaced, lessons } = loaderData
  const client = item.company ? `${item.client}, ${item.company}` : item.client
  const held = people.some(person => person.certificate !== null)
  return (
    <>
      <PageHeading
        title={item.name}
        description={`${client} · orden ${item.order_number} · ${countOf(item.used_seats, 'persona', 'personas')} de ${item.seats}`}
        before={
          <Breadcrumbs
            items={[
              { label: 'Accesos', to: '/admin/access' },
              { label: 'Sesiones de talleres', to: '/admin/access/sessions' },
              { label: item.name },
            ]}
          />
        }
      />
      <FormOutcome answer={actionData} />
      <div className="grid items-start gap-6 xl:grid-cols-[26rem_minmax(0,1fr)]">
        <SessionPanel
          key={`sesion ${session?.revision ?? 0}`}
          session={session}
          state={state}
          held={held}
          selfPaced={selfPaced}
          lessons={lessons}
          minutes={item.duration_max}
          answer={actionData?.intent === 'set' ? actionData : undefined}
        />
        <AttendancePanel
          key={`asistencia ${people.filter(person => person.certificate !== null).length}`}
          people={people}
          canConfirm={selfPaced || state === 'begun'}
          selfPaced={selfPaced}
          lessons={lessons}
        />
      </div>
    </>
  )
}
