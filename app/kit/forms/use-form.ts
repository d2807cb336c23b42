import { controlProps, type Fields } from './fields.ts'
import { useFocusOnError } from './focus.ts'

/** What an action returns for a refused form: messages by field, and the typed values. */
type Refused = {
  errors?: Readonly<Partial<Record<string, string>>> | undefined
  values?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined
}

const NO_ERRORS: Readonly<Partial<Record<string, string>>> = {}

/**
 * Binds a form to the declaration of its fields and to the answer of its action. `ref` goes to the form and focuses the
 * first invalid field; `field` returns a control's label, limits, error, and its typed or else stored value.
 */
export function useForm<const F extends Fields>(fields: F, answer: Refused | undefined) {
  const errors = answer?.errors ?? NO_ERRORS
  const field = <Name extends keyof F & string>(name: Name, stored?: string | number | null) => {
    const typed = answer?.values?.[name]
    return {
      ...controlProps(name, fields[name] as F[Name]),
      defaultValue: typeof typed === 'string' ? typed : (stored ?? undefined),
      error: errors[name],
    }
  }
  return { ref: useFocusOnError(errors), errors, field }
}
