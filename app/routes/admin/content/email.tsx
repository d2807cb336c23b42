import { useRef } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { readForm } from '#app/features/identity/form.server.ts'
import { restoreText, saveText } from '#app/features/texts/save-text.server.ts'
import { sendTestMail } from '#app/features/texts/send-test-mail.server.ts'
import { findText } from '#app/features/texts/texts.db.server.ts'
import { readMailForm, seenField } from '#app/features/texts/texts.schema.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { Letter } from '#app/platform/mail/letter.ts'
import { defaultTexts, readSlotTexts } from '#app/platform/mail/live-mails.ts'
import { isMailTemplate, type MailTemplate } from '#app/platform/mail/mail-params.ts'
import { mailSamples } from '#app/platform/mail/mail-samples.ts'
import { applySlots, requiredNames, type SlotTexts, slotProblems, slotsOf } from '#app/platform/mail/mail-slots.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { composeMail } from '#app/platform/mail/templates.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { stayOnPage, useLastAnswer } from '#app/routes/admin/forms/last-answer.ts'
import { LeaveDialog } from '#app/routes/admin/forms/leave-dialog.tsx'
import { NotSaved } from '#app/routes/admin/forms/not-saved.tsx'
import { useUnsaved } from '#app/routes/admin/forms/use-unsaved.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Route } from './+types/email'
import { contentEditor } from './content-editor.server.ts'
import { contentTrail } from './content-page.tsx'
import { MAIL_NAMES } from './mail-names.ts'
import { MailPreview } from './mail-preview.tsx'
import { SlotFields } from './slot-fields.tsx'
import { toldConflict } from './told-conflict.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.name ?? 'Correo'} · Contenidos · Alhena` },
  { name: 'robots', content: 'noindex' },
]

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

function templateOf({ template }: { template: string }): MailTemplate {
  if (!isMailTemplate(template)) throw data('Not found', 404)
  return template
}

/** The mail as each of its samples gets it. */
function previewsOf(template: MailTemplate, words: SlotTexts, appUrl: string): { name: string; letter: Letter }[] {
  const texts = applySlots(defaultTexts(template), words)
  return mailSamples(template).map(({ name, params }) => ({
    name,
    letter: composeMail(texts, params, { ...shop(), appUrl }),
  }))
}

export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const { db, settings } = servicesOf(args.context)
  const template = templateOf(args.params)
  const stored = await asActor(db, editor, tx => findText(tx, 'mail', template))
  const words = readSlotTexts(template, stored?.content)
  const texts = defaultTexts(template)
  return {
    template,
    ...MAIL_NAMES[template],
    email: editor.email,
    slots: slotsOf(texts).map(slot => ({ ...slot, value: words?.[slot.path] ?? slot.text })),
    required: requiredNames(texts),
    previews: previewsOf(template, words ?? {}, settings.appUrl),
    seen: stored?.revision ?? 0,
    changed: stored && { at: stored.updatedAt, by: stored.updatedBy, unfit: words === undefined },
    done: args.url.searchParams.get('listo'),
  }
}

type Answer = {
  text: string
  tone: 'info' | 'error'
  errors: Record<string, string>
  values: Record<string, string>
  seen: number
  previews: { name: string; letter: Letter }[] | undefined
}

export async function action(args: Route.ActionArgs) {
  const editor = await contentEditor(args)
  const services = servicesOf(args.context)
  const template = templateOf(args.params)
  const form = await readForm(args.request)
  const parsed = seenField.safeParse(form.seen)
  if (!parsed.success) throw data('Bad request', 400)
  const seen = parsed.data
  const target = { editor, kind: 'mail', key: template, seen } as const
  const refuse = (text: string, status: number, more: Partial<Answer> = {}) =>
    data<Answer>({ text, tone: 'error', errors: {}, values: form, seen, previews: undefined, ...more }, status)
  if (form.intent === 'test') {
    await sendTestMail(services, { editor, template, recipient: editor.email })
    return redirect(`/admin/content/emails/${template}?listo=prueba`)
  }
  if (form.intent === 'restore') {
    const restored = await restoreText(services, target)
    return restored.ok
      ? redirect(`/admin/content/emails/${template}?listo=original`)
      : refuse(toldConflict(restored.error), 409, { seen: restored.error.revision })
  }
  if (form.intent !== 'save' && form.intent !== 'preview') throw data('Bad request', 400)
  const texts = defaultTexts(template)
  const words = readMailForm(form, new Map(slotsOf(texts).map(({ path, text }) => [path, text])))
  const errors = slotProblems(texts, words)
  if (Object.keys(errors).length > 0) return refuse(errors[''] ?? 'Revisa los textos marcados.', 400, { errors })
  if (form.intent === 'preview') {
    const previews = previewsOf(template, words, services.settings.appUrl)
    return refuse('Vista previa de lo que escribiste. Todavía no se guarda.', 200, { tone: 'info', previews })
  }
  const isOriginal = Object.keys(words).length === 0
  const saved = isOriginal
    ? await restoreText(services, target)
    : await saveText(services, { ...target, content: words })
  return saved.ok
    ? redirect(`/admin/content/emails/${template}?listo=guardado`)
    : refuse(toldConflict(saved.error), 409, { seen: saved.error.revision })
}

/** What was typed outlives a session and a network. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayOnPage(serverAction)

const DONE: Readonly<Record<string, string>> = {
  guardado: 'Texto guardado. Vale desde el próximo envío.',
  original: 'El correo vuelve a su texto original.',
  prueba: 'Te enviamos una prueba con datos de ejemplo.',
}

/** One mail: its words with the data that they may use, how it arrives, and a test to oneself. */
export default function AdminEmail({ loaderData, actionData: given }: Route.ComponentProps) {
  const { answer: actionData, notSaved } = useLastAnswer(given)
  const root = useRef<HTMLDivElement>(null)
  const { blocker } = useUnsaved(root, loaderData.seen)
  const { name, when, email, slots, required, changed, done } = loaderData
  const sending = useNavigation().formData?.get('intent')
  const seen = actionData?.seen ?? loaderData.seen
  return (
    <>
      <PageHeading
        title={name}
        description={`${when} ${changed ? `Cambiado el ${formatDateTime(changed.at)}${changed.by ? ` por ${changed.by}` : ''}.` : 'Es el texto original.'}`}
        before={contentTrail({ label: 'Correos', to: '/admin/content/emails' }, { label: name })}
        actions={
          <Form method="post" className="flex flex-wrap gap-2.5">
            <input type="hidden" name="seen" value={loaderData.seen} />
            {changed && (
              <Button type="submit" name="intent" value="restore" variant="secondary" pending={sending === 'restore'}>
                Volver al original
              </Button>
            )}
            <Button
              type="submit"
              name="intent"
              value="test"
              variant="secondary"
              pending={sending === 'test'}
              title={`A ${email}`}
            >
              Enviarme una prueba
            </Button>
          </Form>
        }
      />
      <div ref={root} className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <Form key={loaderData.seen} method="post" noValidate className="grid min-w-0 gap-6">
          <input type="hidden" name="seen" value={seen} />
          <NotSaved reason={notSaved} />
          {actionData && <Alert tone={actionData.tone}>{actionData.text}</Alert>}
          {!actionData && done !== null && DONE[done] !== undefined && <Alert tone="success">{DONE[done]}</Alert>}
          {changed?.unfit && (
            <Alert tone="warning">
              El texto guardado ya no calza con este correo después de una actualización: se envía el original.
            </Alert>
          )}
          <SlotFields slots={slots} required={required} values={actionData?.values} errors={actionData?.errors ?? {}} />
          <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap gap-2.5 border-t border-line bg-paper px-1 py-3">
            <Button type="submit" name="intent" value="save" pending={sending === 'save'} pendingLabel="Guardando…">
              Guardar texto
            </Button>
            <Button type="submit" name="intent" value="preview" variant="secondary" pending={sending === 'preview'}>
              Ver cómo queda
            </Button>
          </div>
        </Form>
        <Panel title="Así llega" description="Con datos de ejemplo." className="xl:sticky xl:top-24">
          <MailPreview previews={actionData?.previews ?? loaderData.previews} />
        </Panel>
      </div>
      <LeaveDialog blocker={blocker} />
    </>
  )
}
