import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { jobRoleText } from '#app/features/accesses/accesses.ts'
import type { AccessRun, AdminAccess } from '#app/features/accesses/staff/admin-access.db.server.ts'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/panel.tsx'

type AccessFactsProps = {
  access: Omit<AdminAccess, 'access_code'>
  run: AccessRun | undefined
  past: boolean
  isHidden: boolean
}

const LINK = 'text-copper underline underline-offset-4'

/** The person, purchase, expiry and progress of an access; never its answers. */
export function AccessFacts({ access, run, past, isHidden }: AccessFactsProps) {
  return (
    <Panel title="Datos">
      <Facts>
        <Fact label="Email">{access.email}</Fact>
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
            {formatInteger(access.used_seats)} de {countOf(access.total_seats, 'asiento usado', 'asientos usados')}
          </span>
        </Fact>
        <Fact label="Vence">
          <span className={past ? 'font-medium text-poor-ink' : undefined}>
            {formatDate(access.expires_at)}
            {past && <span className="sr-only"> (vencido)</span>}
          </span>
        </Fact>
        {access.questionnaire_id !== null && <Progress access={access} run={run} isHidden={isHidden} />}
      </Facts>
    </Panel>
  )
}

function Progress({ access, run, isHidden }: Omit<AccessFactsProps, 'past'>) {
  const one = (text: ReactNode) => <Fact label="Avance">{text}</Fact>
  if (isHidden) {
    return one(
      `${access.completed_at ? 'Completó' : 'Sin completar'}. Sus resultados son confidenciales: nadie ve más.`,
    )
  }
  if (!run) return one('No ha comenzado')
  if (run.status === 'completed') {
    return one(
      `Completó el ${formatDateTime(run.end_time ?? run.updated_at)}${run.duration_seconds === null ? '' : `, en ${minutes(run.duration_seconds)}`}`,
    )
  }
  return one(
    <>
      {access.progress}% de las preguntas cerradas, en la sección {run.current_section}
      <span className="block text-sm text-muted">Última respuesta: {formatDateTime(run.updated_at)}</span>
    </>,
  )
}

const minutes = (seconds: number): string => countOf(Math.max(1, Math.round(seconds / 60)), 'minuto', 'minutos')
