import { data, redirect, useNavigation } from 'react-router'
import { MAX_QUESTIONNAIRE_BYTES } from '#app/features/questionnaires/drafts/import-limits.ts'
import {
  type ImportPlan,
  importQuestionnaire,
  planImport,
  readImport,
  WRONG_FORMAT,
} from '#app/features/questionnaires/drafts/import-questionnaire.server.ts'
import type { Problem } from '#app/features/questionnaires/field-rules.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
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
  return { maxBytes: MAX_QUESTIONNAIRE_BYTES }
}

/** Maximum problems shown at once. */
const SHOWN = 30

type Answer =
  | { plan: ImportPlan; text: string }
  | { errors: Readonly<Record<string, string>>; problems: readonly Problem[] }

/** Previews a file; the second time, with the preview confirmed, it becomes the draft. */
export async function action(args: Route.ActionArgs) {
  const editor = await contentEditor(args)
  const services = servicesOf(args.context)
  const form = await postedForm(args.request)
  const file = form.get('file')
  const checked = form.get('text')
  const text = file instanceof File && file.size > 0 ? await file.text() : typeof checked === 'string' ? checked : ''
  const refused = (error: string, problems: Problem[] = []) =>
    data<Answer>({ errors: { file: error }, problems: problems.slice(0, SHOWN) }, 400)
  if (text === '') return refused('Elige un archivo JSON.')
  const planOrImport = async () => {
    const read = readImport(text)
    if ('problems' in read) return refused(WRONG_FORMAT, read.problems)
    if (form.get('intent') !== 'confirm') {
      return data<Answer>({ plan: await planImport(services.db, editor, read), text })
    }
    const replaces = Number(form.get('replaces') ?? Number.NaN)
    await importQuestionnaire(services, {
      ...read,
      editor,
      replaces: Number.isSafeInteger(replaces) ? replaces : undefined,
    })
    return redirect(`/admin/content/questionnaires/${read.content.id}/draft`)
  }
  return answerRefusals(planOrImport, { problems: [] })
}

export default function AdminImport({ loaderData, actionData }: Route.ComponentProps) {
  const sending = useNavigation().formData?.get('intent')
  const plan = actionData && 'plan' in actionData ? actionData : undefined
  const refused = actionData && 'errors' in actionData ? actionData : undefined
  return (
    <>
      <PageHeading
        title="Importar cuestionario"
        description="Un archivo JSON con el formato de la exportación. Primero ves qué pasaría; después se guarda como borrador. Sin un plan en el archivo, el borrador conserva el que había."
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
              error={refused?.errors.file}
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
