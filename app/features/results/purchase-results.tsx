import type { ReactNode } from 'react'
import { type DashboardGroup, groupButtons } from '#app/features/accesses/accesses.ts'
import { LEAST_PEOPLE } from '#app/features/accesses/result-modes.ts'
import { countOf, formatInteger, inNumber } from '#app/kernel/format.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { atShown } from './shown.ts'
import { BOARD_VIEW, PEOPLE_VIEW, PLAN_VIEW } from './views.ts'

type Of = { group: DashboardGroup }

/** Which results a purchase has and where they are; before there are any, what they wait for. */
export function PurchaseResults({ group }: Of) {
  if (!group.has_questionnaire) return <OfWorkshop group={group} />
  if (group.total_seats === 1 && group.own) return <OfOne group={group} own={group.own} />
  return group.completed > 0 && group.published ? <OfTeam group={group} /> : <Missing group={group} />
}

type EntryProps = { title: string; text: string; children: ReactNode }

/** One result, with where it is read and its files. */
const Entry = ({ title, text, children }: EntryProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-line px-5 py-4 not-last:border-b sm:px-6">
    <div className="min-w-0 flex-1 basis-72">
      <h2 className="text-base font-semibold tracking-normal">{title}</h2>
      <p className="mt-0.5 max-w-prose text-md text-pretty text-muted">{text}</p>
    </div>
    <div className="flex flex-wrap items-center gap-2.5">{children}</div>
  </li>
)

const Entries = ({ children }: { children: ReactNode }) => (
  <ul aria-label="Resultados de la compra" className="rounded-lg border border-line bg-surface">
    {children}
  </ul>
)

const PREPARING = 'Preparando…'

function OfTeam({ group: { item_id, level, completed, result_mode } }: Of) {
  const item = `/account/items/${item_id}`
  const results = `${item}/results`
  const people = countOf(completed, 'persona', 'personas')
  return (
    <Entries>
      <Entry
        title="Resultados consolidados"
        text={
          result_mode === 'confidential'
            ? 'Lo que respondieron en conjunto, como se publicó: niveles por área y por grupo.'
            : `Lo que ${inNumber(completed, 'respondió', 'respondieron')} en conjunto ${people}: niveles por área, grupos y preguntas.${level === null ? '' : ` Nivel general ${formatLevel(level)}.`}`
        }
      >
        <DownloadLink variant="secondary" to={`${item}/report`} pendingLabel={PREPARING}>
          Informe
        </DownloadLink>
        <ButtonLink to={results}>Ver resultados</ButtonLink>
      </Entry>
      <Entry title="Una página, para el directorio" text="La conclusión, los niveles y lo que se pide decidir.">
        <DownloadLink variant="secondary" to={`${item}/board`} pendingLabel={PREPARING}>
          Página
        </DownloadLink>
        <DownloadLink variant="secondary" to={`${item}/slides`} pendingLabel={PREPARING}>
          Presentación
        </DownloadLink>
        <ButtonLink variant="secondary" to={atShown(results, { view: BOARD_VIEW })}>
          Ver página
        </ButtonLink>
      </Entry>
      <Entry title="Plan de acción" text="Qué hacer en cada área, quién y hasta cuándo.">
        <ButtonLink variant="secondary" to={atShown(results, { view: PLAN_VIEW })}>
          Ver plan
        </ButtonLink>
      </Entry>
      {result_mode === 'nominative' && (
        <Entry title="Persona por persona" text={`El resultado de cada una, con su informe: ${people}.`}>
          <ButtonLink variant="secondary" to={atShown(results, { view: PEOPLE_VIEW })}>
            Ver personas
          </ButtonLink>
        </Entry>
      )}
      <Entry title="Datos" text="Las cifras de los resultados, para seguir trabajando con ellas.">
        <DownloadLink variant="secondary" to={`${item}/data/xlsx`} pendingLabel={PREPARING}>
          Excel (XLSX)
        </DownloadLink>
        <DownloadLink variant="secondary" to={`${item}/data/csv`} pendingLabel={PREPARING}>
          CSV
        </DownloadLink>
      </Entry>
    </Entries>
  )
}

function OfOne({ group, own }: Of & { own: NonNullable<DashboardGroup['own']> }) {
  const report = groupButtons(group).results
  const page = `/account/results/${own.id}`
  if (own.progress === 0 && own.state !== 'completed') {
    return (
      <Panel>
        <EmptyState as="h2" title="Todavía no hay resultados" action={<ToSummary group={group} />}>
          Aparecen aquí cuando respondas.
        </EmptyState>
      </Panel>
    )
  }
  const isDone = own.state === 'completed'
  return (
    <Entries>
      <Entry
        title="Tu resultado"
        text={isDone ? 'Tus niveles por área y tus respuestas.' : `Hasta ahora: ${own.progress}% respondido.`}
      >
        {report?.kind === 'file' && (
          <DownloadLink variant="secondary" to={report.path} pendingLabel={PREPARING}>
            Informe
          </DownloadLink>
        )}
        <ButtonLink to={page}>Ver resultados</ButtonLink>
      </Entry>
      {isDone && (
        <Entry title="Plan de acción" text="Qué hacer en cada área y hasta cuándo.">
          <ButtonLink variant="secondary" to={atShown(page, { view: PLAN_VIEW })}>
            Ver plan
          </ButtonLink>
        </Entry>
      )}
    </Entries>
  )
}

const ToSummary = ({ group: { item_id } }: Of) => (
  <ButtonLink to={`/account/items/${item_id}`}>Ver lo que sigue</ButtonLink>
)

/** What has to happen before anything is shown. */
function Missing({ group }: Of) {
  const { item_id, role, result_mode, own, total_seats } = group
  const manages = role !== 'results'
  if (result_mode === 'nominative') {
    return (
      <Panel>
        <EmptyState
          as="h2"
          title="Nadie ha completado todavía"
          action={manages ? <ToSummary group={group} /> : undefined}
        >
          {`Los resultados aparecen cuando termina la primera persona. ${doneText(group)}`}
        </EmptyState>
      </Panel>
    )
  }
  // The own answers are in no round.
  const counted = group.completed - (own?.state === 'completed' ? 1 : 0)
  const lacking = Math.max(0, LEAST_PEOPLE - counted)
  const steps = lacking === 0 ? <ToPublish itemId={item_id} /> : <ToSummary group={group} />
  return (
    <Panel>
      <EmptyState as="h2" title="Resultados sin publicar" action={manages ? steps : undefined}>
        {`Los resultados confidenciales se publican una vez por ronda, con al menos cinco personas distintas que hayan terminado. ${
          total_seats <= LEAST_PEOPLE ? TOO_FEW_SEATS : doneText(group)
        }${lacking === 0 ? '' : ` ${inNumber(lacking, 'Falta', 'Faltan')} al menos ${countOf(lacking, 'persona', 'personas')}.`}`}
      </EmptyState>
    </Panel>
  )
}

const ToPublish = ({ itemId }: { itemId: string }) => (
  <ButtonLink to={`/account/items/${itemId}/settings`}>Revisar y publicar</ButtonLink>
)

const TOO_FEW_SEATS =
  'Esta compra tiene menos asientos que eso: agrega asientos, o elige el modo nominativo si aún se puede.'

const doneText = ({ completed, asked }: DashboardGroup): string =>
  asked === 0
    ? 'Nadie está invitado todavía.'
    : `${inNumber(completed, 'Terminó', 'Terminaron')} ${formatInteger(completed)} de ${formatInteger(asked)}.`

const OfWorkshop = ({ group }: Of) => (
  <Panel>
    <EmptyState
      as="h2"
      title="Un taller no tiene resultados"
      action={
        group.own && (
          <ButtonLink variant="secondary" to={`/account/taller/${group.own.id}`}>
            Ver taller
          </ButtonLink>
        )
      }
    >
      Cada persona recibe su certificado al terminarlo.
    </EmptyState>
  </Panel>
)
