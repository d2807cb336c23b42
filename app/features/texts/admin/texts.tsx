import { useRef } from 'react'
import { useNavigation } from 'react-router'
import { logOf } from '#app/features/audit/audit.server.ts'
import { historyOf } from '#app/features/audit/audit.ts'
import { ChangeHistory, HISTORY_SHOWN } from '#app/features/audit/change-history.tsx'
import { answerStoredText, textConflict } from '#app/features/texts/save-text.server.ts'
import { findText } from '#app/features/texts/texts.server.ts'
import { readShopForm } from '#app/features/texts/texts-schema.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { keepTypedInput, useLastAnswer } from '#app/kit/forms/keep-typed-input.ts'
import { NotSaved } from '#app/kit/forms/not-saved.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { LeaveDialog, useUnsaved } from '#app/kit/forms/unsaved.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { contentEditor } from '#app/layouts/admin/content-editor.server.ts'
import { ContentPage } from '#app/layouts/admin/content-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { readShopTexts, SHOP_TEXT_FIELDS } from '#app/platform/texts/shop-texts.ts'
import { SHOP_KEY } from '#app/platform/texts/texts.server.ts'
import type { Route } from './+types/texts'

export const meta: Route.MetaFunction = () => [{ title: 'Textos de la tienda · Contenidos · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const { stored, log } = await readAs(servicesOf(args.context).db, editor, tx =>
    allKeyed({
      stored: findText(tx, 'shop', SHOP_KEY),
      log: logOf(tx, 'shop_text', SHOP_KEY, HISTORY_SHOWN),
    }),
  )
  const texts = readShopTexts(stored?.content)
  return {
    fields: SHOP_TEXT_FIELDS.map(field => ({ ...field, value: texts[field.name] })),
    seen: stored?.revision ?? 0,
    changed: stored && { at: stored.updatedAt, by: stored.updatedBy },
    key: SHOP_KEY,
    history: historyOf(log),
    done: DONE.get(args.url.searchParams.get('listo') ?? ''),
  }
}

export async function action(args: Route.ActionArgs) {
  const editor = await contentEditor(args)
  return answerStoredText(servicesOf(args.context), {
    editor,
    kind: 'shop',
    key: SHOP_KEY,
    form: await readForm(args.request),
    read: readShopForm,
    doneAt: done => `/admin/content/texts?listo=${done}`,
    problem: 'Revisa los textos marcados.',
    conflict: textConflict,
  })
}

/** Typed input survives an expired session or a lost connection. */
export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args)

const DONE: ReadonlyMap<string, string> = new Map([
  ['guardado', 'Textos guardados. La tienda ya los muestra.'],
  ['original', 'La tienda vuelve a mostrar los textos originales.'],
])

/** The editable texts of the storefront; others are fixed by the release. */
export default function AdminTexts({ loaderData, actionData: values }: Route.ComponentProps) {
  const { fields, changed, done } = loaderData
  const { answer: actionData, notSaved } = useLastAnswer(values)
  const root = useRef<HTMLDivElement>(null)
  const { blocker } = useUnsaved(root, loaderData.seen)
  const sending = useNavigation().formData?.get('intent')
  const seen = actionData?.seen ?? loaderData.seen
  const parts = [...Map.groupBy(fields, field => field.part)]
  return (
    <ContentPage
      description={
        changed
          ? `Cambiados el ${formatDateTime(changed.at)}${changed.by ? ` por ${changed.by}` : ''}.`
          : 'Son los textos originales.'
      }
      actions={
        changed && (
          <Form method="post">
            <input type="hidden" name="seen" value={loaderData.seen} />
            <ConfirmedSubmit
              value="restore"
              variant="secondary"
              pending={sending === 'restore'}
              question="¿Volver a los textos originales?"
              consequence="Todos los textos de la tienda que se cambiaron dejan de mostrarse de inmediato. Quedan en el historial."
              confirm="Volver a los originales"
            >
              Volver a los originales
            </ConfirmedSubmit>
          </Form>
        )
      }
    >
      <div ref={root}>
        <Form key={loaderData.seen} method="post" noValidate className="grid max-w-4xl gap-6">
          <input type="hidden" name="seen" value={seen} />
          <NotSaved reason={notSaved} />
          {actionData && <Alert tone="error">{actionData.text}</Alert>}
          {!actionData && done && <Alert tone="success">{done}</Alert>}
          {parts.map(([part, own]) => (
            <div key={part} id={own[0]?.name} className="scroll-mt-24">
              <Panel title={part}>
                <div className="grid gap-5 sm:grid-cols-[10rem_minmax(0,1fr)]">
                  {own.map(field => {
                    const texts = {
                      label: field.label,
                      name: field.name,
                      most: field.max,
                      required: true,
                      defaultValue: actionData?.values[field.name] ?? field.value,
                      error: actionData?.errors[field.name],
                      hint: field.value === field.text ? undefined : `Original: ${field.text}`,
                    }
                    if (field.max <= 10) return <TextField key={field.name} {...texts} />
                    if (field.name.startsWith('figure_')) return <TextField key={field.name} {...texts} />
                    return field.max > 100 ? (
                      <TextArea key={field.name} {...texts} rows={2} className="sm:col-span-2" />
                    ) : (
                      <TextField key={field.name} {...texts} className="sm:col-span-2" />
                    )
                  })}
                </div>
              </Panel>
            </div>
          ))}
          <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap gap-2.5 border-t border-line bg-paper px-1 py-3">
            <Button type="submit" name="intent" value="save" pending={sending === 'save'} pendingLabel="Guardando…">
              Guardar textos
            </Button>
          </div>
        </Form>
      </div>
      <div className="mt-6 max-w-4xl">
        <ChangeHistory entries={loaderData.history} entity="shop_text" id={loaderData.key} />
      </div>
      <LeaveDialog blocker={blocker} />
    </ContentPage>
  )
}
