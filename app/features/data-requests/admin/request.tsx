import { data, Link } from 'react-router'
import { z } from 'zod'
import {
  dueText,
  REQUEST_CHANNELS,
  REQUEST_KINDS,
  REQUEST_STATUSES,
} from '#app/features/data-requests/data-requests.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { IntentForm } from '#app/kit/forms/intent-form.tsx'
import { keepTypedInput, revalidateOnConflict, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/request'
import { answerRequest, requestForm } from './answer-request.server.ts'
import { extensionFields, fulfilFields, refusalFields } from './answer-request.ts'
import { countSubject, type DataRequestDetail, findDataRequest } from './staff-requests.server.ts'

type RequestFactsProps = { request: DataRequestDetail; subject: { accesses: number; blocked: number }; now: Date }

/** Who asked when, the deadline, and the proof of the answer. */
function RequestFacts({ request, subject, now }: RequestFactsProps) {
  return (
    <Panel title="Plazo y prueba">
      <Facts>
        <Fact label="Estado">
          <StatusBadge of={REQUEST_STATUSES} status={request.status} />
        </Fact>
        <Fact label="Tipo">{REQUEST_KINDS[request.kind]}</Fact>
        <Fact label="Titular">
          {request.person_name && <span>{request.person_name}</span>}
          <span className="block">{request.email}</span>
          {request.user_id !== null && (
            <Link to={`/admin/clients/${request.user_id}`} className="text-copper underline underline-offset-4">
              Ver cliente
            </Link>
          )}
        </Fact>
        <Fact label="Lo que se guarda con ese correo">
          {`${countOf(subject.accesses, 'acceso', 'accesos')}${subject.blocked > 0 ? `, ${countOf(subject.blocked, 'bloqueado', 'bloqueados')}` : ''}`}
        </Fact>
        <Fact label="Canal">
          {`${REQUEST_CHANNELS[request.channel]}${request.recorder !== null ? ` (${request.recorder})` : ''}`}
        </Fact>
        <Fact label="Recibida">{formatDateTime(request.received_at)}</Fact>
        <Fact label="Acuse de recibo">{formatDateTime(request.acknowledged_at)}</Fact>
        <Fact label="Responder a más tardar">
          <span>{formatDateTime(request.due_at)}</span>
          {request.status === 'open' && (
            <span className="block text-sm text-muted">{dueText(request.due_at, now)}</span>
          )}
        </Fact>
        {request.extended_at !== null && (
          <Fact label="Extendida">
            <span>{formatDateTime(request.extended_at)}</span>
            <span className="block text-sm text-muted">{request.extension_reason}</span>
          </Fact>
        )}
        {request.forwarded_at !== null && (
          <Fact label="Derivada a quien invitó">{formatDateTime(request.forwarded_at)}</Fact>
        )}
        <Fact label="Responde">{request.assignee ?? (request.status === 'open' ? 'Sin asignar' : 'La tienda')}</Fact>
        {request.answered_at !== null && (
          <Fact label="Respondida">
            {`${formatDateTime(request.answered_at)}, ${request.answerer ?? 'por la tienda, al pedirlo la persona'}`}
          </Fact>
        )}
        {request.proof !== null && (
          <Fact label="Prueba">
            <code className="text-sm wrap-anywhere">{request.proof}</code>
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Solicitud ${loaderData?.request.number ?? ''} · Administración · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.requestId)
  const found = id.success
    ? await readAs(db, actorOf(user), async tx => {
        const request = await findDataRequest(tx, id.data)
        return request && { request, subject: await countSubject(tx, request.email) }
      })
    : undefined
  if (!found) throw data('Not found', 404)
  return { ...found, isMine: found.request.assigned_to === user.id, now: now() }
}

export const shouldRevalidate = revalidateOnConflict

const INTENTS = ['take', 'forward', 'extend', 'fulfil', 'refuse'] as const

export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args, unansweredIntent(INTENTS))

export const action = adminForm(
  {
    schema: requestForm,
    intents: INTENTS,
    fields: ['extension_reason', 'carry_out', 'answer', 'reason'],
    param: 'requestId',
  },
  async (command, { services, actor, id, now }) => ({
    done: await answerRequest(services.db, { actor, id, command, now }),
  }),
)

/** A data subject request: what is asked, until when, and its answer with the proof. */
export default function DataRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { request, subject, isMine, now } = loaderData
  const isOpen = request.status === 'open'
  const answerTo = (intent: (typeof INTENTS)[number]) => (actionData?.intent === intent ? actionData : undefined)
  const canExtend = request.kind !== 'blocking' && request.extended_at === null && request.due_at > now
  return (
    <>
      <PageHeading
        title={`Solicitud ${request.number}`}
        description={`${REQUEST_KINDS[request.kind]}, de ${request.person_name ?? request.email}`}
        before={
          <Breadcrumbs items={[{ label: 'Solicitudes de datos', to: '/admin/privacy' }, { label: request.number }]} />
        }
        actions={
          isOpen && (
            <>
              {!isMine && (
                <PostButton intent="take" variant="secondary">
                  Responder yo
                </PostButton>
              )}
              {request.forwarded_at === null && subject.accesses > 0 && (
                <PostButton intent="forward" variant="secondary">
                  Derivar a quien invitó
                </PostButton>
              )}
            </>
          )
        }
      />
      <FormOutcome answer={actionData} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-6">
          {request.details !== null && (
            <Panel title="Qué pide">
              <p className="text-md whitespace-pre-line wrap-anywhere">{request.details}</p>
            </Panel>
          )}
          {request.answer !== null && (
            <Panel title={request.status === 'refused' ? 'Por qué se rechazó' : 'Qué se hizo'}>
              <p className="text-md whitespace-pre-line wrap-anywhere">{request.answer}</p>
            </Panel>
          )}
          {isOpen && (
            <Panel title="Cumplir" description="Se avisa por correo a la persona, y lo que escribas queda como prueba.">
              <IntentForm
                intent="fulfil"
                fields={fulfilFields}
                stored={{ carry_out: 'nothing' }}
                answer={answerTo('fulfil')}
              >
                Marcar como cumplida
              </IntentForm>
            </Panel>
          )}
          {isOpen && (
            <Panel title="Rechazar">
              <IntentForm intent="refuse" fields={refusalFields} answer={answerTo('refuse')} variant="secondary">
                Rechazar con este motivo
              </IntentForm>
            </Panel>
          )}
          {isOpen && canExtend && (
            <Panel title="Extender el plazo">
              <IntentForm intent="extend" fields={extensionFields} answer={answerTo('extend')} variant="secondary">
                Extender 30 días
              </IntentForm>
            </Panel>
          )}
        </div>
        <RequestFacts request={request} subject={subject} now={now} />
      </div>
    </>
  )
}
