import { data, redirect, useNavigation } from 'react-router'
import {
  IMPORT_MAX_BYTES,
  type ImportFailure,
  type ImportPlan,
  importQuestionnaire,
  planImport,
} from '#app/features/questionnaires/drafts/import-questionnaire.server.ts'
import type { Problem } from '#app/features/questionnaires/field-rules.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { FileField } from '#app/kit/ui/file-field.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { contentEditor } from '#app/layouts/admin/content-editor.server.ts'
import { contentTrail } from '#app/layouts/admin/content-page.tsx'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/import'
import { ChangeList } from './change-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Importar cuestionario · Contenidos · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  await contentEditor(args)
  return { maxBytes: IMPORT_MAX_BYTES }
}

/** Maximum problems shown at once. */
const SHOWN = 30

type Answer = { plan: ImportPlan; text: string } | { error: string; problems: Problem[] }

const refusal = (failure: ImportFailure): Answer => {
  switch (failure.code) {
    case 'too_large':
      return { error: `El archivo puede pesar hasta ${IMPORT_MAX_BYTES / 1024} KB.`, problems: [] }
    case 'no_json':
      return { error: 'El archivo no es JSON: falta una coma, una comilla o un paréntesis.', problems: [] }
    case 'wrong_format':
      return { error: 'El archivo no tiene el formato de un cuestionario.', problems: failure.problems.slice(0, SHOWN) }
    case 'changed_meanwhile':
      return { error: 'El borrador que iba a reemplazarse cambió. Revisa el archivo de nuevo.', problems: [] }
  }
}

/** Previews a file; the second time, with the preview confirmed, it becomes the draft. */
export async function action(args: Route.ActionArgs) {
  const editor = await contentEditor(args)
  const services = servicesOf(args.context)
  const form = await postedForm(args.request)
  const file = form.get('file')
  const checked = form.get('text')
  const text = file instanceof File && file.size > 0 ? await file.text() : typeof checked === 'string' ? checked : ''
  if (text === '') return data<Answer>({ error: 'Elige un archivo JSON.', problems: [] }, 400)
  if (form.get('intent') === 'confirm') {
    const replaces = Number(form.get('replaces') ?? Number.NaN)
    const imported = await importQuestionnaire(services, {
      editor,
      text,
      replaces: Number.isSafeInteger(replaces) ? replaces : undefined,
    })
    if (imported.ok) return redirect(`/admin/content/questionnaires/${imported.value.questionnaireId}/draft`)
    return data<Answer>(refusal(imported.error), imported.error.code === 'changed_meanwhile' ? 409 : 400)
  }
  const plan = await planImport(services.db, editor, text)
  return plan.ok ? data<Answer>({ plan: plan.value, text }) : data<Answer>(refusal(plan.error), 400)
}

export default function AdminImport({ loaderData, actionData }: Route.ComponentProps) {
  const sending = useNavigation().formData?.get('intent')
  const plan = actionData && 'plan' in actionData ? actionData : undefined
  const refused = actionData && 'error' in actionData ? actionData : undefined
  return (
    <>
      <PageHeading
        title="Importar cuestionario"
        description="Un archivo JSON con el formato de la exportación. Primero ves qué pasaría; después se guarda como borrador."
        before={contentTrail({ label: 'Importar' })}
      />
      <div className="grid max-w-4xl gap-6">
        <Panel title="Archivo">
          <Form method="post" encType="multipart/form-data" className="grid gap-4">
            <FileField
              label="Archivo JSON"
              name="file"
              accept="application/json,.json"
              hint={`Hasta ${loaderData.maxBytes / 1024} KB.`}
              error={refused?.error}
              required
            />
            <Button
              type="submit"
              name="intent"
              value="plan"
              variant="secondary"
              className="justify-self-start"
              pending={sending === 'plan'}
            >
              Revisar archivo
            </Button>
          </Form>
          {refused && refused.problems.length > 0 && <Problems problems={refused.problems} />}
        </Panel>
        {plan && <Plan {...plan} pending={sending === 'confirm'} />}
      </div>
    </>
  )
}

const Problems = ({ problems }: { problems: readonly Problem[] }) => (
  <ul className="mt-4 grid list-disc gap-1 pl-5 text-md">
    {problems.map((problem, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two places may lack the same.
      <li key={index}>{problem.text}</li>
    ))}
  </ul>
)

function Plan({ plan, text, pending }: { plan: ImportPlan; text: string; pending: boolean }) {
  return (
    <Panel
      title="Qué pasará"
      description={plan.isNew ? 'Es un cuestionario nuevo.' : 'Será el borrador de un cuestionario que ya existe.'}
    >
      <Facts>
        <Fact label="Título">{plan.title}</Fact>
        <Fact label="Identificador">{plan.questionnaireId}</Fact>
        <Fact label="Contenido">
          {`${countOf(plan.sections, 'sección', 'secciones')}, ${countOf(plan.questions, 'pregunta cerrada', 'preguntas cerradas')}, ${countOf(plan.openQuestions, 'abierta', 'abiertas')}`}
        </Fact>
      </Facts>
      {plan.problems.length > 0 && (
        <Alert tone="warning" className="mt-5" title="Así no se podría publicar; puedes corregirlo en el borrador.">
          <Problems problems={plan.problems.slice(0, SHOWN)} />
          {plan.problems.length > SHOWN && <p className="mt-2">{`Y ${plan.problems.length - SHOWN} más.`}</p>}
        </Alert>
      )}
      {plan.replaces && (
        <Alert tone="warning" className="mt-5">
          {`Reemplaza el borrador abierto${plan.replaces.by ? `, que ${plan.replaces.by} guardó` : ''} el ${formatDateTime(plan.replaces.at)}.`}
        </Alert>
      )}
      <Form method="post" encType="multipart/form-data" className="mt-5">
        <input type="hidden" name="text" value={text} />
        {plan.replaces && <input type="hidden" name="replaces" value={plan.replaces.revision} />}
        <Button type="submit" name="intent" value="confirm" pending={pending}>
          {plan.replaces ? 'Reemplazar el borrador' : 'Guardar como borrador'}
        </Button>
      </Form>
      {!plan.isNew && plan.changes.length > 0 && (
        <details className="mt-5">
          <summary className="inline-flex min-h-11 items-center text-md font-medium text-copper">
            {`Ver ${countOf(plan.changes.length, 'cambio', 'cambios')} respecto de lo publicado`}
          </summary>
          <div className="mt-3">
            <ChangeList changes={plan.changes} />
          </div>
        </details>
      )}
    </Panel>
  )
}
