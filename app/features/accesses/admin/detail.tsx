import type { ReactNode } from 'react'
import { data, Link } from 'react-router'
import { z } from 'zod'
import { type AccessRun, findAccessEvents } from '#app/features/accesses/access-events.server.ts'
import { isExpired, jobRoleText, LISTED_STATES, listedState } from '#app/features/accesses/accesses.ts'
import { type AdminAccess, findAdminAccess } from '#app/features/accesses/admin-access.server.ts'
import {
  ADMIN_ACCESS_INTENTS,
  adminActions,
  extensionDays,
  proposedExtension,
} from '#app/features/accesses/admin-access.ts'
import { invitationPath } from '#app/features/accesses/invitations/invitation.ts'
import { CopyField } from '#app/features/accesses/invitations/share-link.tsx'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { workedSeconds } from '#app/features/questionnaires/questionnaire.ts'
import { doneText } from '#app/features/workshops/lessons.ts'
import { findLessonCount } from '#app/features/workshops/materials.server.ts'
import { dayOf, formatDate, formatDateTime, shiftDay } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { keepTypedInput, revalidateOnConflict, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import { EmailText } from '#app/kit/lists/list-cells.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { accessCode } from '#app/platform/secrets/access-code.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/detail'
import { accessTimeline } from './access-timeline.ts'
import { answerAccess } from './detail-action.server.ts'
import { ExtendForm, ReplaceForm, RevokeForm } from './forms.tsx'
import { Timeline } from './timeline.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `Acceso de ${loaderData?.access.name || loaderData?.access.email || 'una persona'} · Administración · Alhena`,
  },
]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now, settings } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.accessId)
  const found = id.success
    ? await readAs(db, actorOf(user), async tx => {
        const [access, eventsByAccess] = await Promise.all([
          findAdminAccess(tx, id.data),
          findAccessEvents(tx, [id.data]),
        ])
        if (!access) return undefined
        const { access_code: stored, ...shown } = access
        const code = accessCode(stored)
        const events = eventsByAccess(access.id)
        const lessons = access.type === 'workshop' ? await findLessonCount(tx, access) : undefined
        return { access: shown, code, run: events.run, lessons, timeline: accessTimeline({ access, ...events }) }
      })
    : undefined
  if (!found) throw data('Not found', 404)
  const at = now()
  const today = dayOf(at)
  const end = dayOf(found.access.expires_at)
  const first = end < today ? today : shiftDay(end, 1)
  // A confidential item hides other people's progress and codes (spec D18).
  const isHidden = found.access.result_mode === 'confidential' && !found.access.own
  const code = found.access.own || isHidden ? null : found.code
  return {
    ...found,
    code,
    state: listedState(found.access, at),
    past: isExpired(found.access, at),
    can: adminActions(found.access, at),
    link: settings.appUrl + invitationPath(found.access.product, found.access.id, code),
    days: { min: first, max: extensionDays(at).max, proposed: proposedExtension(found.access.expires_at, at) },
    isHidden,
    justMade: args.url.searchParams.get('reemplazo') === '1',
  }
}

export const shouldRevalidate = revalidateOnConflict

export const clientAction = (args: Route.ClientActionArgs) =>
  keepTypedInput(args, unansweredIntent(ADMIN_ACCESS_INTENTS))

export const action = answerAccess

/** One access: who has it, how far it is, everything that happened to it, and what can be done about it. */
export default function AdminAccessPage({ loaderData, actionData }: Route.ComponentProps) {
  const { access, run, lessons, timeline, state, past, can, link, code, days, isHidden, justMade } = loaderData
  const name = access.name || access.email
  return (
    <>
      <PageHeading
        title={name}
        description={`${access.product_name} · ${access.buyer.name}${access.buyer.company ? `, ${access.buyer.company}` : ''}`}
        before={<Breadcrumbs items={[{ label: 'Accesos', to: '/admin/access' }, { label: name }]} />}
        actions={
          <>
            <StatusBadge of={LISTED_STATES} status={state} />
            {can.resend && (
              <PostButton intent="resend" size="sm" variant="secondary" pendingLabel="Enviando…">
                Reenviar Invitación
              </PostButton>
            )}
          </>
        }
      />
      <FormOutcome answer={actionData}>
        {justMade && !actionData && (
          <Alert tone="success" className="mb-6">
            {`El asiento pasó a ${name}. Su invitación va en camino.`}
          </Alert>
        )}
      </FormOutcome>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_17rem] min-[88rem]:grid-cols-[minmax(0,1fr)_22rem] min-[88rem]:gap-8">
        <div className="grid gap-8">
          <Panel title="Historial">
            <Timeline events={timeline} />
          </Panel>
          {can.replace && <ReplaceForm key={access.id} answer={actionData} own={access.own} />}
          {can.revoke && <RevokeForm answer={actionData} started={access.accessed_at !== null} />}
        </div>
        <div className="grid gap-8">
          <AccessFacts access={access} run={run} lessons={lessons} past={past} isHidden={isHidden} />
          {state !== 'revoked' && (
            <Panel title="Enlace">
              <div className="grid gap-5">
                <CopyField
                  label="Enlace"
                  text={link}
                  copyLabel="Copiar enlace"
                  copied="Enlace copiado"
                  failed="No se pudo copiar el enlace"
                />
                {code !== null && (
                  <CopyField
                    label="Código de acceso"
                    text={code}
                    copyLabel="Copiar código"
                    copied="Código copiado"
                    failed="No se pudo copiar el código"
                  />
                )}
              </div>
            </Panel>
          )}
          {can.extend && <ExtendForm answer={actionData} min={days.min} max={days.max} value={days.proposed} />}
        </div>
      </div>
    </>
  )
}

type AccessFactsProps = {
  access: Omit<AdminAccess, 'access_code'>
  run: AccessRun | undefined
  past: boolean
  /** Of a workshop at one's own pace. */
  lessons: { done: number; all: number } | undefined
  isHidden: boolean
}

const LINK = 'text-copper underline underline-offset-4'

/** The person, purchase, expiry and progress of an access; never its answers. */
function AccessFacts({ access, run, past, lessons, isHidden }: AccessFactsProps) {
  return (
    <Panel title="Datos">
      <Facts>
        <Fact label="Email">
          <EmailText email={access.email} />
        </Fact>
        <Fact label="Nombre">{access.name || '–'}</Fact>
        <Fact label="Cargo">{jobRoleText(access.job_role) || '–'}</Fact>
        <Fact label="Área">{access.department ?? '–'}</Fact>
        <Fact label="Cliente">
          <Link to={`/admin/clients/${access.buyer.id}`} className={LINK}>
            {access.buyer.name}
          </Link>
        </Fact>
        <Fact label="Orden">
          <Link to={`/admin/orders/${access.order_id}`} className={LINK}>
            {access.order_number}
          </Link>
          <span className="block text-sm text-muted">
            {`${formatInteger(access.used_seats)} de ${countOf(access.total_seats, 'asiento usado', 'asientos usados')}`}
          </span>
        </Fact>
        <Fact label="Vence">
          <span className={past ? 'font-medium text-poor-ink' : undefined}>
            <span>{formatDate(access.expires_at)}</span>
            {past && <span className="sr-only"> (vencido)</span>}
          </span>
        </Fact>
        {(access.questionnaire_id !== null || lessons) && (
          <Progress access={access} run={run} lessons={lessons} isHidden={isHidden} />
        )}
      </Facts>
    </Panel>
  )
}

function Progress({ access, run, lessons, isHidden }: Omit<AccessFactsProps, 'past'>) {
  const one = (text: ReactNode) => <Fact label="Avance">{text}</Fact>
  if (isHidden) {
    return one(
      `${access.completed_at ? 'Completó' : 'Sin completar'}. Sus resultados son confidenciales: nadie ve más.`,
    )
  }
  if (lessons) {
    const done = doneText(lessons.done, lessons.all)
    return one(access.completed_at ? `Completó el ${formatDateTime(access.completed_at)}. ${done}` : done)
  }
  if (!run) return one('No ha comenzado')
  if (run.status === 'completed') {
    const worked = workedSeconds(run)
    return one(
      `Completó el ${formatDateTime(run.end_time ?? run.updated_at)}${worked === null ? '' : `, en ${minutes(worked)}`}`,
    )
  }
  return one(
    <>
      <span>{`${access.progress}% de las preguntas cerradas, en la sección ${run.current_section}`}</span>
      <span className="block text-sm text-muted">{`Última respuesta: ${formatDateTime(run.updated_at)}`}</span>
    </>,
  )
}

const minutes = (seconds: number): string => countOf(Math.max(1, Math.round(seconds / 60)), 'minuto', 'minutos')
