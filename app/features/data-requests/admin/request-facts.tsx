import { Link } from 'react-router'
import {
  dueText,
  REQUEST_CHANNELS,
  REQUEST_KINDS,
  REQUEST_STATUSES,
} from '#app/features/data-requests/data-requests.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { DataRequestDetail } from './staff-requests.db.server.ts'

type RequestFactsProps = { request: DataRequestDetail; subject: { accesses: number; blocked: number }; now: Date }

/** Who asked when, the deadline, and the proof of the answer. */
export function RequestFacts({ request, subject, now }: RequestFactsProps) {
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
