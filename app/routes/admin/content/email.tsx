import { useRef, useState } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { logOf } from '#app/features/audit/entity-log.db.server.ts'
import { historyOf } from '#app/features/audit/history.ts'
import { sendTestMail } from '#app/features/texts/test-services.server.ts'
import { findText } from '#app/features/texts/texts.db.server.ts'
import { readMailForm } from '#app/features/texts/texts.schema.ts'
import { ConfirmedSubmit } from '#app/forms/confirmed-submit.tsx'
import { stayOnPage, useLastAnswer } from '#app/forms/last-answer.ts'
import { NotSaved } from '#app/forms/not-saved.tsx'
import { readForm } from '#app/forms/read-form.server.ts'
import { LeaveDialog, useUnsaved } from '#app/forms/unsaved.tsx'
import { formatDateTime } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { type EditedKey, editedMail, isEditedKey } from '#app/platform/mail/edited-mail.ts'
import type { MailMessage, Piece } from '#app/platform/mail/message.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { ChangeHistory, HISTORY_SHOWN } from '#app/routes/admin/audit/change-history.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SelectField } from '#app/ui/select.tsx'
import type { Route } from './+types/email'
import { contentEditor } from './content-editor.server.ts'
import { contentTrail } from './content-page.tsx'
import { EDITED_MAILS } from './mail-labels.ts'
import { SlotFields } from './slot-fields.tsx'
import { answerStoredText, seenOf, type TextAnswer, textConflict } from './stored-text.server.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.name ?? 'Correo'} · Contenidos · Alhena` },
]

function keyOf({ template }: { template: string }): EditedKey {
  if (!isEditedKey(template)) throw data('Not found', 404)
  return template
}

export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const { db, settings } = servicesOf(args.context)
  const key = keyOf(args.params)
  const mail = editedMail(key)
  const { stored, log } = await asActor(db, editor, async tx => ({
    stored: await findText(tx, 'mail', key),
    log: await logOf(tx, 'mail_text', key, HISTORY_SHOWN),
  }))
  const texts = mail.read(stored?.content)
  return {
    ...EDITED_MAILS[key],
    email: editor.email,
    slots: mail.slots.map(slot => ({ ...slot, value: texts?.[slot.path] ?? slot.text })),
    required: mail.required,
    previews: mail.previews(texts ?? {}, { ...shop(), appUrl: settings.appUrl }),
    seen: stored?.revision ?? 0,
    changed: stored && { at: stored.updatedAt, by: stored.updatedBy, unfit: texts === undefined },
    key,
    history: historyOf(log),
    done: DONE.get(args.url.searchParams.get('listo') ?? ''),
  }
}

/** Besides saving and restoring: what is typed is shown, or sent to the editor, and not saved. */
const TRIALS = ['preview', 'test'] as const

type Answer = TextAnswer<EditedKey> & { previews?: { name: string; message: MailMessage }[] }

export async function action(args: Route.ActionArgs) {
  const editor = await contentEditor(args)
  const services = servicesOf(args.context)
  const key = keyOf(args.params)
  const form = await readForm(args.request)
  const mail = editedMail(key)
  const read = (typed: typeof form) => {
    const texts = readMailForm(typed, new Map(mail.slots.map(({ path, text }) => [path, text])))
    return { value: texts, errors: mail.problems(texts) }
  }
  const problem = 'Revisa los textos marcados.'
  const trial = TRIALS.find(known => known === form.intent)
  if (!trial) {
    const doneAt = (done: string) => `/admin/content/emails/${key}?listo=${done}`
    const stored = { editor, kind: 'mail', key, form, read, doneAt, problem, conflict: textConflict } as const
    return answerStoredText(services, stored)
  }
  const answer = (body: Pick<Answer, 'text' | 'tone'> & Partial<Answer>, status: number) =>
    data<Answer>({ key, errors: {}, values: form, seen: seenOf(form), ...body }, status)
  const { value: texts, errors } = read(form)
  if (Object.keys(errors).length > 0) return answer({ text: errors[''] ?? problem, tone: 'error', errors }, 400)
  if (trial === 'test') await sendTestMail(services, { editor, recipient: editor.email, ...mail.test(texts) })
  const text =
    trial === 'test'
      ? `Te enviamos una prueba a ${editor.email} con lo que escribiste y datos de ejemplo. Todavía no se guarda.`
      : 'Vista previa de lo que escribiste. Todavía no se guarda.'
  const previews = mail.previews(texts, { ...shop(), appUrl: services.settings.appUrl })
  return answer({ text, tone: 'info', previews }, 200)
}

/** Typed input survives an expired session or a lost connection. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayOnPage(serverAction)

const DONE: ReadonlyMap<string, string> = new Map([
  ['guardado', 'Texto guardado. Vale desde el próximo envío.'],
  ['original', 'El correo vuelve a su texto original.'],
])

/** One mail: its texts with their placeholders, a preview, and a test to oneself. */
export default function AdminEmail({ loaderData, actionData: args }: Route.ComponentProps) {
  const { answer: actionData, notSaved } = useLastAnswer<Answer>(args)
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
          changed && (
            <Form method="post">
              <input type="hidden" name="seen" value={loaderData.seen} />
              <ConfirmedSubmit
                value="restore"
                variant="secondary"
                pending={sending === 'restore'}
                question="¿Volver al texto original de este correo?"
                consequence="El texto guardado deja de enviarse. Queda en el historial."
                confirm="Volver al original"
              >
                Volver al original
              </ConfirmedSubmit>
            </Form>
          )
        }
      />
      <div ref={root} className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <Form key={loaderData.seen} method="post" noValidate className="grid min-w-0 gap-6">
          <input type="hidden" name="seen" value={seen} />
          <NotSaved reason={notSaved} />
          {actionData && <Alert tone={actionData.tone}>{actionData.text}</Alert>}
          {!actionData && done && <Alert tone="success">{done}</Alert>}
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
          </div>
        </Form>
        <Panel title="Así llega" description="Con datos de ejemplo." className="xl:sticky xl:top-24">
          <MailPreview previews={actionData?.previews ?? loaderData.previews} />
        </Panel>
      </div>
      <div className="mt-6">
        <ChangeHistory entries={loaderData.history} entity="mail_text" id={loaderData.key} />
      </div>
      <LeaveDialog blocker={blocker} />
    </>
  )
}

type MailPreviewProps = { previews: readonly { name: string; message: MailMessage }[] }

const textOf = (pieces: readonly Piece[]): string => pieces.map(piece => piece.text).join('')

/** A rendered mail, for each kind of reader. */
function MailPreview({ previews }: MailPreviewProps) {
  const [selected, setSelected] = useState('0')
  const message = (previews[Number(selected)] ?? previews[0])?.message
  if (!message) return null
  return (
    <div className="grid gap-4">
      <SelectField
        label="Ejemplo"
        value={selected}
        onChange={event => setSelected(event.currentTarget.value)}
        options={previews.map(({ name }, index) => ({ value: String(index), label: name }))}
      />
      <article aria-label="Correo de ejemplo" className="rounded-md border border-line bg-paper p-4 text-md">
        <h3 className="text-base wrap-anywhere">{message.subject}</h3>
        <p className="mt-1 text-sm text-muted wrap-anywhere">{message.preheader}</p>
        <div className="mt-4 grid gap-3 wrap-anywhere">
          <p>{textOf(message.greeting)}</p>
          {message.blocks.map((block, index) =>
            block.kind === 'paragraph' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name.
              <p key={index}>{textOf(block.text)}</p>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              <dl key={index} className="border-b border-line">
                {block.rows.map((row, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                  <div key={at} className="border-t border-line py-1.5">
                    <dt className="text-sm text-muted">{row.label}</dt>
                    <dd className="tabular-nums">{textOf(row.value)}</dd>
                  </div>
                ))}
              </dl>
            ),
          )}
          <p>
            <span className="inline-block rounded-md bg-ink px-4 py-2.5 font-medium text-paper">
              {message.button.label}
            </span>
          </p>
          <p className="text-sm text-muted">
            {message.linkHint} {message.button.url}
          </p>
          <p>{textOf(message.signature)}</p>
          <p className="text-sm text-muted">{textOf(message.supportLine)}</p>
          <p className="border-t border-line pt-3 text-sm text-muted">{textOf(message.footer)}</p>
        </div>
      </article>
    </div>
  )
}
