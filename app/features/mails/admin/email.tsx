import { useEffect, useId, useRef } from 'react'
import { data, Link, useNavigation } from 'react-router'
import { reauthenticate } from '#app/features/identity/staff/reauthentication.server.ts'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { formatDateTime } from '#app/kernel/dates.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { keepTypedInput, useLastAnswer } from '#app/kit/forms/keep-typed-input.ts'
import { NotSaved } from '#app/kit/forms/not-saved.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { LeaveDialog, useUnsaved } from '#app/kit/forms/unsaved.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { contentEditor } from '#app/layouts/admin/content-editor.server.ts'
import { contentTrail } from '#app/layouts/admin/content-page.tsx'
import { EDITED_MAILS, type EditedKey, isEditedKey } from '#app/mails/mails.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/email'
import { answerEditor, type EditorAnswer, readEditor } from './email-editor.server.ts'
import { MailFields } from './mail-fields.tsx'
import { MailPreview } from './mail-preview.tsx'
import { MailDiff, MailVersions } from './mail-versions.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.name ?? 'Correo'} · Contenidos · Alhena` },
]

function keyOf({ template }: { template: string }): EditedKey {
  if (!isEditedKey(template)) throw data('Not found', 404)
  return template
}

export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const key = keyOf(args.params)
  return {
    ...EDITED_MAILS[key],
    ...(await readEditor(servicesOf(args.context), { editor, key })),
    key,
    email: editor.email,
    done: DONE.get(args.url.searchParams.get('listo') ?? ''),
  }
}

export async function action(args: Route.ActionArgs) {
  const editor = await contentEditor(args)
  const key = keyOf(args.params)
  const { password = '', ...form } = await readForm(args.request)
  const services = servicesOf(args.context)
  const confirm = () => reauthenticate(args, password, services.now())
  return answerEditor(services, { editor, key, confirm }, form)
}

/** Typed input survives an expired session or a lost connection. */
export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args)

const DONE: ReadonlyMap<string, string> = new Map([
  ['guardado', 'Correo publicado. Vale desde el próximo envío.'],
  ['original', 'El correo vuelve a su texto original.'],
])

/** One mail as a document: its texts with their data, a preview, a test to oneself, and its versions. */
export default function AdminEmail({ loaderData, actionData: args }: Route.ComponentProps) {
  const { answer, notSaved } = useLastAnswer<EditorAnswer>(args)
  const root = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const { blocker, isDirty, markDirty } = useUnsaved(root, loaderData.seen)
  const { key, name, when, email, changed, done } = loaderData
  const sending = useNavigation().formData?.get('intent')
  const seen = answer?.seen ?? loaderData.seen
  const loaded = answer?.loaded

  // A version that replaced the typed text is not published yet, and the preview does not show it yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once for each answer.
  useEffect(() => {
    if (loaded === undefined) return
    form.current?.dispatchEvent(new Event('input', { bubbles: true }))
    markDirty()
  }, [answer])

  return (
    <>
      <PageHeading
        title={name}
        description={`${when} ${changed ? `Publicado el ${formatDateTime(changed.at)}${changed.by ? ` por ${changed.by}` : ''}.` : 'Es el texto original.'}`}
        before={contentTrail({ label: 'Correos', to: '/admin/content/emails' }, { label: name })}
        actions={
          changed && (
            <Form method="post">
              <input type="hidden" name="seen" value={loaderData.seen} />
              <ConfirmedSubmit
                value="restore"
                variant="secondary"
                pending={sending === 'restore'}
                question="¿Volver al texto original de este correo?"
                consequence="El texto publicado deja de enviarse. Queda entre las versiones."
                confirm="Volver al original"
              >
                Volver al original
              </ConfirmedSubmit>
            </Form>
          )
        }
      />
      <div ref={root} className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <Form
          key={`text ${key} ${loaderData.seen} ${loaded ?? ''}`}
          ref={form}
          id={formId}
          method="post"
          noValidate
          preventScrollReset
          className="grid min-w-0 gap-5"
        >
          <input type="hidden" name="seen" value={seen} />
          <NotSaved reason={notSaved} />
          {answer && <Alert tone={answer.tone}>{answer.text}</Alert>}
          {answer?.theirs && answer.theirs.length > 0 && (
            <Panel title="Lo publicado y lo tuyo" description="Lo tachado está publicado; lo subrayado es lo tuyo.">
              <MailDiff parts={answer.theirs} />
            </Panel>
          )}
          {!answer && done && <Alert tone="success">{done}</Alert>}
          {changed?.unfit && (
            <Alert tone="warning">
              El texto publicado ya no calza con este correo después de una actualización: se envía el original.
            </Alert>
          )}
          <MailFields
            {...loaderData}
            document={answer?.document ?? loaderData.document}
            errors={answer?.errors ?? NONE}
          />
          <ReauthenticationField
            onDemand
            error={answer?.errors.password}
            hint="La pedimos porque lo que publiques se envía a nombre de la tienda."
            className="max-w-sm"
          />
          <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap gap-x-2 gap-y-2.5 border-t border-line bg-paper px-1 py-3">
            <Button type="submit" name="intent" value="save" pending={sending === 'save'} pendingLabel="Publicando…">
              Publicar
            </Button>
            <Button
              type="submit"
              name="intent"
              value="test"
              variant="secondary"
              pending={sending === 'test'}
              title={`A ${email}`}
            >
              Enviar prueba
            </Button>
            <noscript>
              <Button type="submit" name="intent" value="preview" variant="secondary">
                Ver cómo queda
              </Button>
            </noscript>
            <Link
              to="#vista-previa"
              className="inline-flex min-h-11 items-center text-md text-copper underline underline-offset-4 xl:hidden"
            >
              Vista previa
            </Link>
          </div>
        </Form>
        <MailPreview
          key={`preview ${key}`}
          mail={key}
          form={form}
          formId={formId}
          initial={answer?.preview ?? loaderData.preview}
          saved={loaderData.seen}
          readers={loaderData.readers}
          reader={answer?.reader || loaderData.reader}
        />
      </div>
      <div className="mt-6">
        <MailVersions
          mail={key}
          versions={loaderData.versions}
          seen={loaderData.seen}
          pending={typeof sending === 'string' && sending.startsWith('load.')}
          isDirty={isDirty}
        />
      </div>
      <LeaveDialog blocker={blocker} />
    </>
  )
}

const NONE: Readonly<Record<string, string>> = {}
