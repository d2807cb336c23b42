import { useRef } from 'react'
import { passkeyFields } from '#app/features/identity/account-fields.ts'
import { PASSKEY_PROBLEMS, usePasskey } from '#app/features/identity/staff/use-passkey.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useSubmit } from '#app/kit/forms/own-submit.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { SecurityAnswer } from './security-action.server.ts'

type PasskeyPanelProps = {
  passkeys: readonly { id: string; name: string; since: string }[]
  /** Keys are changed only by whoever confirmed to sit before the session. */
  confirmed: boolean
  answer: SecurityAnswer | undefined
}

/** The passkeys of the account. */
export function PasskeyPanel({ passkeys, confirmed, answer }: PasskeyPanelProps) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const { errors, field } = useForm(passkeyFields, answer)
  const { available, pending, problem, ask } = usePasskey('register', '/admin/security/passkey?nueva', response => {
    const posted = new FormData(form.current ?? undefined)
    posted.set('response', response)
    submit(posted, { method: 'post' })
  })
  return (
    <Panel
      title="Llaves de acceso"
      description="Tu huella, tu cara o un PIN en este aparato, o una llave USB. Es lo más seguro: no se puede copiar ni pedir con engaño."
    >
      {passkeys.length > 0 && (
        <ul className="mb-5 divide-y divide-line border-b border-line">
          {passkeys.map(({ id, name, since }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0">
              <span className="min-w-0">
                <span className="block font-medium wrap-anywhere">{name}</span>
                <span className="block text-sm text-muted">{`Agregada el ${since}`}</span>
              </span>
              {confirmed && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="remove-passkey" />
                  <input type="hidden" name="passkey" value={id} />
                  <Button type="submit" variant="secondary" size="sm" aria-label={`Quitar la llave ${name}`}>
                    Quitar
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {!confirmed && <p className="text-md text-muted">Confirma primero que eres tú, arriba.</p>}
      {confirmed && !available && (
        <p className="text-md text-muted">
          Este navegador no puede crear llaves de acceso. Usa la aplicación de códigos.
        </p>
      )}
      {confirmed && available && (
        <Form
          ref={form}
          method="post"
          noValidate
          className="grid gap-4"
          onSubmit={event => {
            event.preventDefault()
            ask()
          }}
        >
          <input type="hidden" name="intent" value="add-passkey" />
          {problem && <Alert tone="error">{PASSKEY_PROBLEMS[problem]}</Alert>}
          <TextField {...field('name', 'Mi llave')} error={errors.name} className="max-w-sm" />
          <Button type="submit" className="justify-self-start" pending={pending} pendingLabel="Esperando la llave…">
            Agregar una llave
          </Button>
        </Form>
      )}
    </Panel>
  )
}
