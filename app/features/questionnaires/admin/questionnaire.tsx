import { data, Link, redirect, useNavigation } from 'react-router'
import {
  findDraft,
  listSoldProducts,
  listVersions,
  questionnaireExists,
  type VersionRow,
} from '#app/features/questionnaires/drafts/drafts.server.ts'
import { discardDraft, startDraft } from '#app/features/questionnaires/drafts/edit-draft.server.ts'
import { findNewestQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { contentEditor, questionnaireIdOf } from '#app/layouts/admin/content-editor.server.ts'
import { contentTrail } from '#app/layouts/admin/content-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/questionnaire'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.title ?? 'Cuestionario'} · Contenidos · Alhena` },
]

/** Counts above this are shown as approximate. */
const COUNTED = 10_000

export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const { db } = servicesOf(args.context)
  const id = questionnaireIdOf(args.params)
  if (!(await questionnaireExists(db, id))) throw data('Not found', 404)
  const newest = await findNewestQuestionnaire(db, id)
  const found = await readAs(db, editor, tx =>
    allKeyed({
      versions: listVersions(tx, id),
      products: listSoldProducts(tx, id),
      draft: findDraft(tx, id),
    }),
  )
  const { draft } = found
  return {
    id,
    title: newest?.title ?? (draft?.content.title || id),
    versions: found.versions,
    products: found.products,
    draft: draft && { revision: draft.revision, updatedAt: draft.updatedAt, updatedBy: draft.updatedBy },
    done: DONE.get(args.url.searchParams.get('listo') ?? ''),
  }
}

export async function action(args: Route.ActionArgs) {
  const editor = await contentEditor(args)
  const services = servicesOf(args.context)
  const questionnaireId = questionnaireIdOf(args.params)
  const form = await readForm(args.request)
  const here = `/admin/content/questionnaires/${encodeURIComponent(questionnaireId)}`
  if (form.intent === 'start') {
    if (!(await startDraft(services, { editor, questionnaireId }))) throw data('Not found', 404)
    return redirect(`${here}/draft`)
  }
  const revision = Number(form.revision)
  if (form.intent !== 'discard' || !Number.isSafeInteger(revision)) throw data('Bad request', 400)
  return answerRefusals(async () => {
    await discardDraft(services, { editor, questionnaireId, revision })
    const left = await questionnaireExists(services.db, questionnaireId)
    return redirect(left ? `${here}?listo=descartado` : '/admin/content?listo=eliminado')
  })
}

const count = (runs: number): string => (runs >= COUNTED ? `${formatInteger(COUNTED)} o más` : formatInteger(runs))

const DONE: ReadonlyMap<string, string> = new Map([
  ['descartado', 'Borrador descartado. Lo publicado sigue igual.'],
  ['publicado', 'Versión publicada. La reciben quienes comiencen desde ahora.'],
])

export default function AdminQuestionnaire({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, versions, products, draft, done } = loaderData
  const sending = useNavigation().formData?.get('intent')
  const newest = versions[0]?.version
  const columns: Column<VersionRow>[] = [
    {
      key: 'version',
      header: 'Versión',
      primary: true,
      cell: row => (
        <span className="flex flex-wrap items-center gap-2.5">
          <span>{`Versión ${row.version}`}</span> {row.version === newest && <Badge tone="good">Vigente</Badge>}
        </span>
      ),
    },
    { key: 'published', header: 'Publicada', cell: row => formatDateTime(row.published_at) },
    { key: 'by', header: 'Por', cell: row => row.publisher ?? 'La plataforma' },
    { key: 'running', header: 'En curso', align: 'end', cell: row => count(row.in_progress) },
    { key: 'completed', header: 'Completadas', align: 'end', cell: row => count(row.completed) },
    {
      key: 'actions',
      header: 'Acciones',
      cell: row => (
        <span className="flex flex-wrap gap-x-4">
          <Link
            to={`preview?version=${row.version}`}
            aria-label={`Probar la versión ${row.version} como respondente`}
            className="inline-flex min-h-9 items-center text-copper underline-offset-4 hover:underline"
          >
            Probar
          </Link>
          <a
            href={`/admin/content/questionnaires/${id}/json?version=${row.version}`}
            download
            aria-label={`Exportar la versión ${row.version}`}
            className="inline-flex min-h-9 items-center text-copper underline-offset-4 hover:underline"
          >
            Exportar
          </a>
        </span>
      ),
    },
  ]
  return (
    <>
      <PageHeading
        title={title}
        description={id}
        before={contentTrail({ label: title })}
        actions={
          draft ? (
            <ButtonLink to="draft">Seguir con el borrador</ButtonLink>
          ) : (
            <Form method="post">
              <Button type="submit" name="intent" value="start" pending={sending === 'start'}>
                Crear borrador
              </Button>
            </Form>
          )
        }
      />
      <div className="grid gap-6">
        {actionData && <Alert tone="error">{actionData.text}</Alert>}
        {done && !actionData && <Alert tone="success">{done}</Alert>}
        {draft && (
          <Panel
            title={newest === undefined ? 'Borrador de la primera versión' : `Borrador de la versión ${newest + 1}`}
            description={`Guardado el ${formatDateTime(draft.updatedAt)}${draft.updatedBy ? ` por ${draft.updatedBy}` : ''}. Nadie lo ve hasta que lo publiques.`}
          >
            <div className="flex flex-wrap gap-2.5">
              <ButtonLink to="publish" variant="secondary" size="sm">
                Revisar y publicar
              </ButtonLink>
              <ButtonLink to="preview?version=borrador" variant="secondary" size="sm">
                Probar como respondente
              </ButtonLink>
              <a
                href={`/admin/content/questionnaires/${id}/json?version=borrador`}
                download
                className="inline-flex min-h-9 items-center px-2 text-sm font-medium text-copper underline-offset-4 hover:underline pointer-coarse:min-h-11"
              >
                Exportar borrador
              </a>
            </div>
            <details className="mt-4">
              <summary className="inline-flex min-h-11 items-center rounded-sm text-md font-medium text-poor hover:underline">
                {newest === undefined ? 'Eliminar cuestionario…' : 'Descartar borrador…'}
              </summary>
              <Form method="post" className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
                <input type="hidden" name="revision" value={draft.revision} />
                <p className="text-md text-muted">
                  {newest === undefined
                    ? 'El cuestionario desaparece de la lista: nunca se publicó.'
                    : 'Se pierden sus cambios. Lo publicado sigue igual.'}
                </p>
                <Button
                  type="submit"
                  name="intent"
                  value="discard"
                  variant="danger"
                  size="sm"
                  pending={sending === 'discard'}
                >
                  {newest === undefined ? 'Eliminar' : 'Descartar'}
                </Button>
              </Form>
            </details>
          </Panel>
        )}
        <Panel title="Versiones" description="Cada evaluación sigue con la versión con que comenzó." padding="flush">
          <DataTable
            caption="Versiones del cuestionario"
            columns={columns}
            rows={versions}
            rowKey={row => String(row.version)}
            empty={
              <EmptyState as="h3" title="Todavía no se publica">
                Revisa el borrador y publícalo para usarlo en un producto.
              </EmptyState>
            }
          />
        </Panel>
        <Panel title="Productos que lo usan">
          {products.length === 0 ? (
            <p className="text-md text-muted">Ningún producto usa este cuestionario.</p>
          ) : (
            <ul className="grid gap-1">
              {products.map(product => (
                <li key={product.id} className="flex flex-wrap items-center gap-x-3">
                  <Link
                    to={`/assessment/${product.slug}`}
                    className="inline-flex min-h-9 items-center text-copper underline-offset-4 hover:underline pointer-coarse:min-h-11"
                  >
                    {product.name}
                  </Link>
                  {product.questionnaire_version !== null && (
                    <Badge>{`Fijo en la versión ${product.questionnaire_version}`}</Badge>
                  )}
                  {product.status !== 'active' && (
                    <Badge>{product.status === 'draft' ? 'Borrador' : 'Archivado'}</Badge>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </>
  )
}
