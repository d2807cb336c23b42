import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { countOf } from '#app/kernel/format.ts'
import type { NotSaved as NotSavedAnswer } from '#app/kit/forms/keep-typed-input.ts'
import { NotSaved } from '#app/kit/forms/not-saved.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { LeaveDialog, useUnsaved } from '#app/kit/forms/unsaved.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { notify } from '#app/kit/ui/toast.ts'
import type { EditorAnswer } from './editor-answer.ts'

type ConflictNoticeProps<Field extends string> = {
  conflict: NonNullable<EditorAnswer<Field>['conflict']>
  labels: Readonly<Record<Field, string>>
  show: (field: Field, value: string) => string
  form: RefObject<HTMLFormElement | null>
  onTake: () => void
}

/** Sets the value of a control as if it had been typed. */
function fill(form: HTMLFormElement | null, name: string, value: string): boolean {
  const control = form?.elements.namedItem(name)
  if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value === 'si'
  else if (
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  )
    control.value = value
  else return false
  control.dispatchEvent(new Event('input', { bubbles: true }))
  // React reads a select on change.
  control.dispatchEvent(new Event('change', { bubbles: true }))
  control.focus()
  return true
}

/** What somebody else has changed meanwhile: it is shown before it can be overwritten, and typed input is kept. */
function ConflictNotice<Field extends string>(props: ConflictNoticeProps<Field>) {
  const { conflict, labels, show, form } = props
  const { by, at, taken, clashes } = conflict
  return (
    <Alert tone="warning" title={`${by} guardó cambios mientras editabas (${at})`}>
      <p>
        {clashes.length === 0
          ? 'Juntamos sus cambios con los tuyos. Revisa y guarda de nuevo.'
          : 'Tu texto sigue en el formulario. Donde los dos cambiaron lo mismo, compara y decide; luego guarda de nuevo.'}
      </p>
      {taken.length > 0 && (
        <p className="mt-2">{`Sus cambios que ya están abajo: ${taken.map(field => labels[field]).join(', ')}.`}</p>
      )}
      {clashes.length > 0 && (
        <ul className="mt-4 grid gap-4">
          {clashes.map(({ field, mine, theirs }) => (
            <li key={field} className="border-t border-line pt-3">
              <p className="font-semibold">{labels[field]}</p>
              <dl className="mt-1 grid gap-x-6 gap-y-2 sm:grid-cols-2">
                {[
                  { term: 'Lo tuyo', text: show(field, mine) },
                  { term: `Lo de ${by}`, text: show(field, theirs) },
                ].map(({ term, text }) => (
                  <div key={term} className="min-w-0">
                    <dt className="text-sm text-muted">{term}</dt>
                    <dd className="max-h-40 overflow-y-auto whitespace-pre-line wrap-anywhere">{text || '(vacío)'}</dd>
                  </div>
                ))}
              </dl>
              {field !== 'agenda' && field !== 'outcomes' && field !== 'image_url' && (
                <Button
                  size="sm"
                  variant="secondary"
                  className="mt-2"
                  aria-label={`Usar lo de ${by} en ${labels[field]}`}
                  onClick={() => fill(form.current, field, theirs) && props.onTake()}
                >
                  {`Usar lo de ${by}`}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

type EditorFrameProps<Field extends string> = {
  title: string
  description?: ReactNode
  actions?: ReactNode
  back: { to: string; label: string }
  labels: Readonly<Record<Field, string>>
  /** Formats a value for display, for example an id as its name. */
  show: (field: Field, value: string) => string
  version: number
  answer: EditorAnswer<Field> | undefined
  notSaved: NotSavedAnswer['notSaved'] | undefined
  /** A notice about a previous action, for example a copy. */
  notice?: string | undefined
  encType?: 'multipart/form-data' | undefined
  children: Blocks
}

/** A form of the catalogue: errors, fields, and a sticky bar with the save button. */
export function EditorFrame<Field extends string>(props: EditorFrameProps<Field>) {
  const { answer, labels } = props
  const { state, formMethod } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const outcomeRef = useRef<HTMLDivElement>(null)
  const { isDirty, blocker, markDirty } = useUnsaved(form, answer?.saved ? answer : undefined)
  const saving = state !== 'idle' && formMethod === 'POST'
  const wrong = Object.keys(answer?.errors ?? {}).length

  useEffect(() => {
    if (!answer) return
    if (answer.saved) notify({ title: 'Guardado', tone: 'success' })
    else if (answer.conflict || answer.message !== '') outcomeRef.current?.focus()
    else form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong] input')?.focus()
  }, [answer])

  return (
    <>
      <PageHeading
        className="pb-6"
        title={props.title}
        description={props.description}
        actions={props.actions}
        before={<Breadcrumbs items={[props.back, { label: props.title }]} />}
      />
      <div ref={outcomeRef} tabIndex={-1} className="grid gap-4 not-empty:mb-6">
        {!answer && props.notice !== undefined && <Alert tone="success">{props.notice}</Alert>}
        <NotSaved reason={saving ? undefined : props.notSaved} />
        {answer && answer.message !== '' && <Alert tone="error">{answer.message}</Alert>}
        {answer?.conflict && (
          <ConflictNotice conflict={answer.conflict} labels={labels} show={props.show} form={form} onTake={markDirty} />
        )}
      </div>
      <Form
        ref={form}
        method="post"
        encType={props.encType ?? 'application/x-www-form-urlencoded'}
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="version" value={answer?.version ?? props.version} />
        {props.children}
        <div className="sticky bottom-0 z-30 mt-8 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6 min-[88rem]:-mx-10 min-[88rem]:px-10">
          <p role="status" className="text-md text-muted">
            {wrong > 0 && !saving
              ? `No se guardó: hay ${countOf(wrong, 'campo', 'campos')} por corregir.`
              : isDirty
                ? 'Cambios sin guardar'
                : answer?.saved
                  ? 'Todo guardado'
                  : ''}
          </p>
          <Button type="submit" pending={saving} pendingLabel="Guardando…" aria-keyshortcuts="Control+S">
            Guardar
          </Button>
        </div>
      </Form>
      <LeaveDialog blocker={blocker} />
    </>
  )
}
