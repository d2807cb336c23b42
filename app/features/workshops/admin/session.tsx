import { data, useNavigation } from 'react-router'
import { z } from 'zod'
import { findWorkshopContent } from '#app/features/catalogue/workshop-content.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { listLessons } from '#app/features/workshops/lessons.ts'
import { findMaterials } from '#app/features/workshops/materials.server.ts'
import { findAttendees, findSession, findWorkshopItem } from '#app/features/workshops/workshops.server.ts'
import {
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
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { NumberField } from '#app/kit/ui/number-field.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/session'
import { AttendancePanel } from './attendance-panel.tsx'
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
    <Panel title="Sesión" description="Las horas son de Santiago. Al guardar, avisamos por correo a cada persona.">
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
        <p className="text-md text-muted">Avisaremos a cada persona y la quitaremos de su calendario.</p>
        <Button type="submit" size="sm" variant="danger" pending={pending}>
          Confirmar: cancelar la sesión
        </Button>
      </Form>
    </details>
  )
}

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
