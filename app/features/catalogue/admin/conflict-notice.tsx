import type { RefObject } from 'react'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
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
export function ConflictNotice<Field extends string>(props: ConflictNoticeProps<Field>) {
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
              {field !== 'agenda' && field !== 'image_url' && (
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
