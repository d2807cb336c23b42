import { useEffect, useState } from 'react'
import { Link, useNavigation } from 'react-router'
import { emailFields } from '#app/features/identity/account-fields.ts'
import { authAddress } from '#app/features/identity/auth-address.ts'
import { focusOnMount } from '#app/kit/forms/focus.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { TextField } from '#app/kit/ui/text-field.tsx'

/** The address of this screen, which also mails another link. */
const RESEND_PATH = '/auth/resend'

/** What was typed into a sign-up, which the screens after it pass on in the history's state. */
export type TypedSignUp = { email: string; first_name: string; last_name: string; role: string }

const NOTHING_TYPED: TypedSignUp = { email: '', first_name: '', last_name: '', role: '' }

/** What a screen before passed on; empty texts for what it didn't. */
export function readTyped(state: unknown): TypedSignUp {
  const given: Readonly<Record<string, unknown>> = typeof state === 'object' && state !== null ? { ...state } : {}
  const read = (name: keyof TypedSignUp) => {
    const text = given[name]
    return typeof text === 'string' ? text : NOTHING_TYPED[name]
  }
  return { email: read('email'), first_name: read('first_name'), last_name: read('last_name'), role: read('role') }
}

/** Seconds before another link can be asked for: most mails have come by then. */
const WAIT_SECONDS = 60

/** Seconds left to wait; none without scripts, where the server's own limits hold alone. */
function useWait(since: unknown): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (since === undefined) return
    const end = Date.now() + WAIT_SECONDS * 1000
    const show = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }
    const timer = setInterval(show, 1000)
    show()
    return () => clearInterval(timer)
  }, [since])
  return left
}

type ResendProps = {
  redirectTo: string
  typed: TypedSignUp
  errors?: Record<string, string> | undefined
  /** The last mail, by which the wait for another one counts anew; undefined where none was sent from here. */
  since?: unknown
}

/** Requests another confirmation link: for a known e-mail, or for one to be typed. */
export function ResendForm({ redirectTo, typed, errors, since }: ResendProps) {
  const pending = useNavigation().formAction === RESEND_PATH
  const left = useWait(since)
  const { ref, field } = useForm(emailFields, { errors })
  const isKnown = typed.email !== '' && errors?.email === undefined
  return (
    <Form ref={ref} method="post" action={RESEND_PATH} state={typed} noValidate className="grid gap-5">
      <input type="hidden" name="redirect" value={redirectTo} />
      {isKnown ? (
        <input type="hidden" name="email" value={typed.email} />
      ) : (
        <TextField {...field('email', typed.email)} autoComplete="email" />
      )}
      <div>
        <Button
          type="submit"
          variant="secondary"
          pending={pending}
          pendingLabel="Enviando…"
          aria-disabled={left > 0 || undefined}
          onClick={event => left > 0 && event.preventDefault()}
          className={classNames('w-full', left > 0 && 'text-muted')}
        >
          Reenviar enlace de confirmación
        </Button>
        {since !== undefined && (
          <p className="mt-2 min-h-[1.5em] text-center text-sm text-muted">
            {left > 0 && <span key={left}>{`Puedes pedir otro en ${left} s`}</span>}
          </p>
        )}
      </div>
    </Form>
  )
}

type CheckMailProps = Omit<ResendProps, 'errors'> & {
  /** Whether the demo keeps its mails in a mailbox of its own. */
  hasMailbox: boolean
  /** What has just happened, above the rest. */
  children: Blocks
}

/**
 * What to do after a confirmation link was mailed: open it, ask for another one, or correct the address. It says the same of
 * every address, with or without an account.
 */
export function CheckMail({ redirectTo, typed, hasMailbox, since, children }: CheckMailProps) {
  return (
    <>
      <div ref={focusOnMount} tabIndex={-1}>
        {children}
      </div>
      <div className="grid gap-3 text-pretty">
        {typed.email !== '' && (
          <p>
            <span>El enlace va a</span> <strong className="font-semibold wrap-anywhere">{typed.email}</strong>
          </p>
        )}
        <p>Ábrelo en este navegador: entras a tu cuenta sin escribir tu contraseña otra vez.</p>
        <p className="text-md text-muted">
          Puede tardar unos minutos. Si no lo ves, busca «Alhena» en el correo no deseado.
        </p>
      </div>
      {hasMailbox && (
        <ButtonLink to="/demo/correo" size="lg" className="w-full">
          Abrir el correo de demostración
        </ButtonLink>
      )}
      <ResendForm redirectTo={redirectTo} typed={typed} since={since} />
      <p className="text-center text-md text-muted">
        <span>¿Escribiste otro correo?</span>{' '}
        <Link
          to={authAddress({ mode: 'register', redirect: redirectTo })}
          state={{ ...typed, email: '' }}
          className="font-medium text-copper underline underline-offset-4"
        >
          Cambiar el correo
        </Link>
      </p>
    </>
  )
}
