import { data, redirect, useNavigation } from 'react-router'
import { findPublication, publishDraft } from '#app/features/questionnaires/drafts/edit-draft.server.ts'
import { countOf } from '#app/kernel/format.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { contentEditor, questionnaireIdOf } from '#app/layouts/admin/content-editor.server.ts'
import { contentTrail } from '#app/layouts/admin/content-page.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/publish'
import { ChangeList } from './change-list.tsx'
import { ProblemList } from './draft-navigation.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Publicar: ${loaderData?.publication.title || 'cuestionario'} · Contenidos · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const id = questionnaireIdOf(args.params)
  const publication = await findPublication(servicesOf(args.context).db, editor, id)
  if (!publication) throw redirect(`/admin/content/questionnaires/${id}`)
  return { id, publication }
}

export async function action(args: Route.ActionArgs) {
  const editor = await contentEditor(args)
  const questionnaireId = questionnaireIdOf(args.params)
  const form = await readForm(args.request)
  const revision = Number(form.revision)
  if (!Number.isSafeInteger(revision)) throw data('Bad request', 400)
  return answerRefusals(async () => {
    const published = await publishDraft(servicesOf(args.context), { editor, questionnaireId, revision })
    return redirect(`/admin/content/questionnaires/${questionnaireId}${published ? '?listo=publicado' : ''}`)
  })
}

/** The difference to the published version, before publishing. */
export default function AdminPublish({ loaderData, actionData }: Route.ComponentProps) {
  const { id, publication } = loaderData
  const { title, from, to, changes, problems, draft } = publication
  const sending = useNavigation().formMethod === 'POST'
  const ready = problems.length === 0 && changes.length > 0
  return (
    <>
      <PageHeading
        title={`Publicar la versión ${to}`}
        description={`${title || id}: ${from === null ? 'es su primera versión' : `${countOf(changes.length, 'cambio', 'cambios')} respecto de la versión ${from}`}.`}
        before={contentTrail(
          { label: title || id, to: `/admin/content/questionnaires/${id}` },
          { label: 'Borrador', to: `/admin/content/questionnaires/${id}/draft` },
          { label: 'Publicar' },
        )}
        actions={
          <>
            <ButtonLink to="../preview?version=borrador" relative="path" variant="secondary">
              Probar como respondente
            </ButtonLink>
            <Form method="post">
              <input type="hidden" name="revision" value={draft.revision} />
              <Button type="submit" disabled={!ready} pending={sending} pendingLabel="Publicando…">
                Publicar
              </Button>
            </Form>
          </>
        }
      />
      <div className="grid gap-6">
        {actionData && <Alert tone="error">{actionData.text}</Alert>}
        <ProblemList problems={problems} draft={`/admin/content/questionnaires/${id}/draft`} />
        {ready && (
          <Alert>
            {from === null
              ? 'Después de publicarlo puedes elegirlo en un producto. Nadie lo recibe hasta entonces.'
              : `Las evaluaciones en curso siguen con su versión; quienes comiencen después reciben la ${to}, salvo en productos fijos en otra versión. Si una pregunta cambia de sentido, crea una nueva: las respuestas se comparan por campo.`}
          </Alert>
        )}
        <Panel title="Qué cambia">
          {changes.length === 0 ? (
            <p className="text-md text-muted">El borrador dice lo mismo que la versión publicada.</p>
          ) : (
            <ChangeList changes={changes} />
          )}
        </Panel>
      </div>
    </>
  )
}
