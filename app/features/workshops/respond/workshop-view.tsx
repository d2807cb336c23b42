import CalendarPlus from 'lucide-react/icons/calendar-plus'
import FileCheck from 'lucide-react/icons/file-check'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { durationText } from '#app/features/catalogue/catalogue.ts'
import { WorkshopSections } from '#app/features/catalogue/workshop-program.tsx'
import type { WorkshopVisit } from '#app/features/workshops/find-workshop-visit.server.ts'
import type { ListedMaterial } from '#app/features/workshops/materials.ts'
import { certificatePath, whenText } from '#app/features/workshops/workshops.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { LessonsPanel } from './lessons-panel.tsx'
import { MaterialsPanel } from './materials-panel.tsx'

type WorkshopViewProps = { visit: WorkshopVisit; files: readonly ListedMaterial[] }

/** What a workshop's participant sees: session or lessons, certificate, materials, programme, and the own access (spec D17). */
export function WorkshopView({ visit, files }: WorkshopViewProps) {
  const { workshop, program, lessons } = visit
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid gap-6">
        {visit.certificate && <CertificatePanel visit={visit} certificate={visit.certificate} />}
        {lessons.length > 0 ? (
          <LessonsPanel
            accessId={visit.access_id}
            lessons={lessons}
            completed={visit.completed}
            advice={visit.advice}
          />
        ) : (
          <SessionPanel visit={visit} />
        )}
        {files.length > 0 && <MaterialsPanel accessId={visit.access_id} files={files} />}
        {program ? (
          <div>
            <WorkshopSections workshop={program} hasFiles={files.length > 0} />
          </div>
        ) : (
          <Panel>
            <EmptyState as="h2" title="Este taller no tiene un programa publicado">
              Quien lo conduce lo presentará al comenzar.
            </EmptyState>
          </Panel>
        )}
      </div>
      <Panel title="Tu acceso" className="lg:sticky lg:top-24">
        <Facts>
          {visit.name !== '' && <Fact label="Nombre">{visit.name}</Fact>}
          <Fact label="Email">{visit.email}</Fact>
          {visit.own && (
            <Fact label="Código de acceso">
              <span className="font-mono">{visit.access_code}</span>
            </Fact>
          )}
          <Fact label="Formato">{workshop.format}</Fact>
          <Fact label="Duración">{durationText(workshop)}</Fact>
          {visit.own && (
            <Fact label="Personas">{`${formatInteger(workshop.used_seats)} de ${formatInteger(workshop.seats)}`}</Fact>
          )}
          <Fact label="Vence">{formatDate(visit.expires_at)}</Fact>
          {visit.own && <Fact label="Orden">{workshop.order_number}</Fact>}
        </Facts>
      </Panel>
    </div>
  )
}

function CertificatePanel({
  visit,
  certificate,
}: {
  visit: WorkshopVisit
  certificate: NonNullable<WorkshopVisit['certificate']>
}) {
  return (
    <Panel
      title="Tu certificado"
      description="Confirmamos tu participación. Quien tenga el código puede comprobarlo: verá tu nombre, el taller y la fecha, y nada más."
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <ButtonLink to={`/taller/${visit.access_id}/certificado/pdf`} reloadDocument>
          <FileCheck aria-hidden="true" />
          Descargar certificado (PDF)
        </ButtonLink>
        <Link
          to={certificatePath(certificate.code)}
          className="inline-flex min-h-11 items-center font-mono text-md text-copper underline underline-offset-4 hover:text-copper-strong"
        >
          {certificate.code}
        </Link>
      </div>
    </Panel>
  )
}

function SessionPanel({ visit }: { visit: WorkshopVisit }) {
  const { session, session_state, selfPaced, completed } = visit
  const advice = visit.advice && <p className="mt-5 max-w-prose text-md text-muted">{visit.advice}</p>
  if (selfPaced) {
    return (
      <Panel title="A tu ritmo">
        <p className="max-w-prose">
          {completed
            ? 'Ya completaste este taller.'
            : 'Este taller no tiene una sesión en vivo: está disponible desde ahora.'}
        </p>
        {!completed && advice}
      </Panel>
    )
  }
  if (!session || session_state === 'unset' || session_state === 'cancelled') {
    return (
      <Panel title="Sesión en vivo">
        {session && session_state === 'cancelled' && (
          <Alert tone="warning" title="La sesión se canceló" className="mb-4">
            {`Era el ${whenText(session)}.`}
          </Alert>
        )}
        <p className="max-w-prose">
          <span>{`${session ? 'Todavía no hay una nueva fecha.' : 'Todavía no hay fecha.'} Te escribiremos a`}</span>{' '}
          <strong className="font-semibold wrap-anywhere">{visit.email}</strong> cuando esté fijada, con un archivo para
          tu calendario.
        </p>
      </Panel>
    )
  }
  const over = session_state === 'begun'
  return (
    <Panel title={over ? 'Sesión realizada' : 'Sesión en vivo'}>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Item label="Cuándo">
          <span>{whenText(session)}</span>
          <span className="block text-sm font-normal text-muted">Hora de Santiago</span>
        </Item>
        {session.place !== '' && <Item label="Lugar">{session.place}</Item>}
        {session.link !== '' && (
          <Item label="Enlace">
            <a
              href={session.link}
              rel="noreferrer"
              className="inline-flex min-h-11 items-center text-copper underline underline-offset-4 wrap-anywhere hover:text-copper-strong"
            >
              {session.link}
            </a>
          </Item>
        )}
      </dl>
      {session.notes !== '' && <p className="mt-5 max-w-prose whitespace-pre-line wrap-anywhere">{session.notes}</p>}
      {!over && (
        <ButtonLink
          to={`/taller/${visit.access_id}/calendario.ics`}
          reloadDocument
          variant="secondary"
          className="mt-6"
        >
          <CalendarPlus aria-hidden="true" />
          Agregar a mi calendario
        </ButtonLink>
      )}
      {over && !completed && (
        <p className="mt-5 max-w-prose text-md text-muted">
          Cuando quien condujo el taller confirme tu asistencia, tu certificado aparecerá aquí y te avisaremos por
          correo.
        </p>
      )}
      {!over && advice}
    </Panel>
  )
}

const Item = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="mt-0.5 font-medium tabular-nums wrap-anywhere">{children}</dd>
  </div>
)
