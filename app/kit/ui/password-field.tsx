import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentPropsWithRef, useState } from 'react'
import { classNames, controlClass } from './class-names.ts'
import { Field, type FieldTexts, useFieldIds } from './field.tsx'

export type PasswordFieldProps = Omit<ComponentPropsWithRef<'input'>, 'id' | 'className' | 'type'> & FieldTexts

/** A password with a show/hide button. Set `autoComplete` to 'current-password' or 'new-password'. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, optional, hideLabel, id, className, ...input } = props
  const { control, aria } = useFieldIds({ id, hint, error })
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...{ control, label, hint, error, optional, hideLabel, className }} required={input.required}>
      <div className="relative">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...aria}
          id={control}
          type={shown ? 'text' : 'password'}
          className={classNames(controlClass, 'min-h-11 pr-12')}
        />
        <button
          type="button"
          aria-label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
          aria-controls={control}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-muted hover:text-ink focus-visible:-outline-offset-2"
        >
          <Icon aria-hidden="true" className="size-[1.125rem]" />
        </button>
      </div>
    </Field>
  )
}
