import { useEffect } from 'react'
import { data, Link, redirect, useLocation, useNavigate, useNavigation } from 'react-router'
import { accountEvents } from '#app/features/analytics/record-events.server.ts'
import { withCart } from '#app/features/cart/carried-cart.ts'
import { useCart } from '#app/features/cart/cart-context.ts'
import {
  AUTH_NOTICES,
  type AuthNotice,
  afterLogIn,
  authAddress,
  SECOND_STEP_PATH,
  withRedirect,
} from '#app/features/identity/auth-address.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { answerAndRefresh } from '#app/features/identity/auth-provider.tsx'
import { authForm } from '#app/features/identity/identity-schema.server.ts'
import { sessionUser } from '#app/features/identity/session.server.ts'
import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { LogInForm, ReclaimForm, SignUpForm } from '#app/features/identity/sign-in/account-forms.tsx'
import {
  AUTH_MESSAGES,
  CONFIRMED,
  failureStatus,
  NOTICE_TEXTS,
  SIGNED_UP,
} from '#app/features/identity/sign-in/auth-messages.ts'
import { CheckMail, ResendForm, readTyped } from '#app/features/identity/sign-in/check-mail.tsx'
import { hasDevice, logIn, signUp } from '#app/features/identity/sign-in/sign-in.server.ts'
import { awaitsSecondStep } from '#app/features/identity/staff/pending-step.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { keepTypedInput } from '#app/kit/forms/keep-typed-input.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { keepsNoCookies, probeHeaders } from '#app/platform/http/cookie-probe.ts'
import { hasMailbox } from '#app/platform/mail/demo-mailbox.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/auth'

/**
 * Milliseconds that the message of a new account is shown before the screen returns to log-in (specification 1, section
 * 9).
 */
const BACK_TO_LOG_IN_MS = 3000

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${titleOf(loaderData)} · Alhena` }]

function titleOf(shown: { mode: 'login' | 'register'; notice: AuthNotice | undefined } | undefined): string {
  if (shown?.notice === 'cuenta-creada') return CHECK_MAIL
  return shown?.mode === 'register' ? 'Crear Cuenta' : 'Iniciar Sesión'
}

const CHECK_MAIL = 'Revisa tu correo'

export async function loader(args: Route.LoaderArgs) {
  const params = args.url.searchParams
  const redirectTo = afterLogIn(params.get('redirect'))
  if (!params.has('otra-cuenta') && (await sessionUser(args))) throw redirect(redirectTo)
  const notice = AUTH_NOTICES.find(known => known === params.get('aviso'))
  // On the way to a purchase, who has never signed in here is most likely new.
  const isNew = (notice === 'checkout' || notice === 'cotizacion') && !hasDevice(args.request.headers.get('Cookie'))
  const mode = params.get('mode') === 'register' || isNew ? ('register' as const) : ('login' as const)
  // The header of every page links here without saying which one it is, because the pages are cached for everybody.
  const from = notice === undefined && redirectTo === '/' ? pageOfReferrer(args) : '/'
  if (from !== '/') throw redirect(authAddress({ mode: mode === 'register' ? mode : undefined, redirect: from }))
  const { settings } = servicesOf(args.context)
  const shown = { mode, isNew, redirectTo, notice, confirmed: params.has('confirmado') }
  const answer = { ...shown, hasMailbox: hasMailbox(settings) }
  return data(answer, { headers: probeHeaders(args.request, settings.appUrl) })
}

/** The page of the storefront that a visitor comes from; '/' for any other, so that signing out ends at the log-in screen. */
function pageOfReferrer({ request, url }: Pick<Route.LoaderArgs, 'request' | 'url'>): string {
  const referrer = request.headers.get('Referer') ?? ''
  if (!URL.canParse(referrer)) return '/'
  const { host, pathname, search } = new URL(referrer)
  const isStorefront = host === url.host && !/^\/(admin|account)(\/|$)/.test(pathname)
  return isStorefront ? afterLogIn(pathname + search) : '/'
}

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request)
  const values = typedValues(form, ['email', 'first_name', 'last_name', 'role'])
  const parsed = authForm.safeParse(form)
  if (!parsed.success) {
    const errors = firstMessagePerField(parsed.error)
    if (errors.intent) throw data('Unknown intent', { status: 400 })
    return data({ values, errors, failure: undefined, signedUp: false }, 400)
  }
  if (keepsNoCookies(args.request, form)) {
    return data({ values, errors: {}, failure: 'cookies_blocked' as const, signedUp: false }, 400)
  }
  const redirectTo = form.redirect ?? args.url.searchParams.get('redirect')
  const report = accountEvents(args, form)
  if (parsed.data.intent === 'login') {
    report('login_attempt')
    const opened = await logIn(authCaller(args), parsed.data)
    if (opened.ok) {
      if (awaitsSecondStep(opened.value)) {
        const headers = opened.value.map((cookie): [string, string] => ['Set-Cookie', cookie])
        return redirect(withRedirect(SECOND_STEP_PATH, redirectTo), { headers })
      }
      report('login_success', opened.value)
      return redirect(afterLogIn(redirectTo), { headers: opened.value.map(cookie => ['Set-Cookie', cookie]) })
    }
    return data({ values, errors: {}, failure: opened.error.code, signedUp: false }, failureStatus(opened.error.code))
  }
  report('signup_attempt')
  const made = await signUp(authCaller(args), parsed.data, redirectTo)
  if (made.ok) {
    report('signup_success')
    const headers = made.value.map((cookie): [string, string] => ['Set-Cookie', cookie])
    return data({ values, errors: {}, failure: undefined, signedUp: true }, { headers })
  }
  return data({ values, errors: {}, failure: made.error.code, signedUp: false }, failureStatus(made.error.code))
}

/** The header fetches the signed-in user again, whatever the answer was. */
export const clientAction = (args: Route.ClientActionArgs) =>
  answerAndRefresh(() =>
    keepTypedInput(args, form => ({
      values: typedValues(form, ['email', 'first_name', 'last_name', 'role']),
      errors: {},
      failure: 'unexpected' as const,
      signedUp: false,
    })),
  )

const NO_ERRORS = {}

export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, isNew, redirectTo, notice, confirmed } = loaderData
  const navigate = useNavigate()
  const kept = readTyped(useLocation().state)
  const navigation = useNavigation()
  const submitting = navigation.formMethod === 'POST'
  // A visitor who has navigated elsewhere stays there.
  const staying = (navigation.location?.pathname ?? '/auth') === '/auth'
  const signedUp = actionData?.signedUp ?? false
  const failure = submitting ? undefined : actionData?.failure
  const values = actionData?.values ?? kept
  const errors: Record<string, string> = actionData?.errors ?? NO_ERRORS
  const other = authAddress({ mode: mode === 'login' ? 'register' : undefined, redirect: redirectTo })
  // Links in mails may be opened in another browser, which has no cart.
  const linkTo = withCart(redirectTo, useCart())
  const wayBack =
    linkTo === redirectTo ? '' : ' El enlace te trae de vuelta con tu carrito, también en otro dispositivo.'

  useEffect(() => {
    if (!signedUp || !staying) return
    const back = authAddress({ redirect: redirectTo, notice: 'cuenta-creada' })
    const returned = { replace: true, preventScrollReset: true, state: values }
    const timer = setTimeout(() => navigate(back, returned), BACK_TO_LOG_IN_MS)
    return () => clearTimeout(timer)
  }, [signedUp, staying, redirectTo, navigate, values])

  if (signedUp || (notice === 'cuenta-creada' && !actionData)) {
    return (
      <AccountColumn title={CHECK_MAIL}>
        <CheckMail redirectTo={linkTo} typed={values} hasMailbox={loaderData.hasMailbox} since="signed up">
          <Alert tone="success">{`${SIGNED_UP}${wayBack}`}</Alert>
        </CheckMail>
        {/* Log-in mode, to which the screen returns: folded, because it can't work before the link was opened, and from the start, so that
            nothing moves or is lost when it returns. */}
        <details className="border-t border-line pt-3">
          <summary className="flex min-h-11 items-center justify-center rounded-sm text-md font-medium hover:text-copper">
            Ya confirmé mi correo: Iniciar Sesión
          </summary>
          <div className="pt-4">
            <LogInForm email={values.email} errors={errors} />
          </div>
        </details>
      </AccountColumn>
    )
  }
  return (
    <AccountColumn title={mode === 'register' ? 'Crear Cuenta' : 'Iniciar Sesión'}>
      {failure && (
        <Alert
          tone="error"
          actions={
            failure === 'email_not_confirmed' ? (
              <ResendForm redirectTo={linkTo} typed={values} />
            ) : failure === 'email_taken' ? (
              <ReclaimForm email={values.email} />
            ) : undefined
          }
        >
          {AUTH_MESSAGES[failure]}
        </Alert>
      )}
      {!actionData && confirmed && <Alert tone="success">{CONFIRMED}</Alert>}
      {!actionData && notice && (
        <Alert
          tone={NOTICE_TEXTS[notice].tone}
          actions={
            isNew ? (
              <ButtonLink to={other} size="sm" variant="secondary">
                Ya tengo cuenta
              </ButtonLink>
            ) : undefined
          }
        >
          {NOTICE_TEXTS[notice].text}
        </Alert>
      )}
      {mode === 'login' && <LogInForm email={values.email} errors={errors} />}
      {mode === 'register' && !signedUp && <SignUpForm values={values} errors={errors} redirectTo={linkTo} />}
      <p className="border-t border-line pt-6 text-center text-md text-muted">
        <span>{mode === 'login' ? '¿No tienes cuenta?' : '¿Ya tienes cuenta?'}</span>{' '}
        <Link to={other} className="font-medium text-copper underline underline-offset-4">
          {mode === 'login' ? 'Crear Cuenta' : 'Iniciar Sesión'}
        </Link>
      </p>
    </AccountColumn>
  )
}
