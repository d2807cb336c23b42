import { Link } from 'react-router'
import { listQuestionnaires } from '#app/features/questionnaires/drafts/drafts.server.ts'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { contentEditor } from '#app/layouts/admin/content-editor.server.ts'
import { ContentPage } from '#app/layouts/admin/content-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/questionnaires'

export const meta: Route.MetaFunction = () => [{ title: 'Contenidos · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  return {
    rows: await readAs(servicesOf(args.context).db, editor, listQuestionnaires),
    removed: args.url.searchParams.get('listo') === 'eliminado',
  }
}

type Row = Route.ComponentProps['loaderData']['rows'][number]

const COLUMNS: Column<Row>[] = [
  {
    key: 'title',
    header: 'Cuestionario',
    primary: true,
    cell: row => (
      <>
        <Link to={`questionnaires/${row.id}`} className="underline-offset-4 hover:text-copper hover:underline">
          {row.title || row.id}
        </Link>
        <span className="block text-sm font-normal text-muted">{row.id}</span>
      </>
    ),
  },
  { key: 'version', header: 'Versión vigente', align: 'end', cell: row => row.version },
  {
    key: 'questions',
    header: 'Preguntas',
    align: 'end',
    cell: row => (row.questions === null ? null : `${formatInteger(row.questions)} en ${row.sections}`),
  },
  { key: 'products', header: 'Productos', align: 'end', cell: row => formatInteger(row.products ?? 0) },
  {
    key: 'published',
    header: 'Publicado',
    align: 'end',
    cell: row => row.published_at && formatDate(row.published_at),
  },
  {
    key: 'draft',
    header: 'Borrador',
    cell: row =>
      row.draft_updated_at ? (
        <Badge tone="copper">{`Guardado el ${formatDateTime(row.draft_updated_at)}`}</Badge>
      ) : (
        <span className="text-muted">Sin borrador</span>
      ),
  },
]

/** Every questionnaire with its version, products and draft (specification 2, section 2). */
export default function AdminContent({ loaderData: { rows, removed } }: Route.ComponentProps) {
  const drafts = rows.filter(row => row.draft_updated_at !== null).length
  return (
    <ContentPage
      description={`${countOf(rows.length, 'cuestionario', 'cuestionarios')}, ${countOf(drafts, 'borrador abierto', 'borradores abiertos')}. Lo que publicas lo reciben quienes comienzan después; las evaluaciones en curso siguen con su versión.`}
      actions={
        <>
          <ButtonLink to="/admin/content/import" variant="secondary">
            Importar JSON
          </ButtonLink>
          <ButtonLink to="/admin/content/new">Nuevo cuestionario</ButtonLink>
        </>
      }
    >
      {removed && (
        <Alert tone="success" className="mb-6">
          Cuestionario eliminado.
        </Alert>
      )}
      <Panel padding="flush">
        <DataTable
          caption="Cuestionarios"
          columns={COLUMNS}
          rows={rows}
          rowKey={row => row.id}
          empty={
            <EmptyState as="h2" title="Sin cuestionarios">
              Crea el primero, o impórtalo desde un archivo JSON.
            </EmptyState>
          }
        />
      </Panel>
    </ContentPage>
  )
}
