import { data, redirect, useNavigation } from 'react-router'
import { afterLogIn, authAddress, newPasswordAddress } from '#app/features/identity/auth-address.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { answerAndRefresh } from '#app/features/identity/auth-provider.tsx'
import { confirmEmail } from '#app/features/identity/credentials/email.server.ts'
import { sessionUser } from '#app/features/identity/session.server.ts'
import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { AUTH_MESSAGES, failureStatus } from '#app/features/identity/sign-in/auth-messages.ts'
import { ResendForm, readTyped } from '#app/features/identity/sign-in/check-mail.tsx'
import { logOut } from '#app/features/identity/sign-in/sign-in.server.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { CookieProbe } from '#app/kit/forms/cookie-probe.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { notify } from '#app/kit/ui/toast.ts'
import { keepsNoCookies, probeHeaders } from '#app/platform/http/cookie-probe.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/confirm-email'

export const meta: Route.MetaFunction = () => [{ title: 'Confirma tu correo · Alhena' }]

/** Read-only, because mail scanners open links too. */
export async function loader(args: Route.LoaderArgs) {
  const user = await sessionUser(args)
  const answer = {
    hasToken: Boolean(args.url.searchParams.get('token')),
    redirectTo: afterLogIn(args.url.searchParams.get('redirect')),
    signedIn: user && { id: user.id, email: user.email },
  }
  return data(answer, { headers: probeHeaders(args.request, servicesOf(args.context).settings.appUrl) })
}

/** A session that is open here ends only when its person has agreed (spec D53): the form names the account. */
export async function action(args: Route.ActionArgs) {
  const { searchParams } = args.url
  const user = await sessionUser(args)
  const form = await readForm(args.request)
  // The link would be used up for nothing.
  if (keepsNoCookies(args.request, form)) return data({ failure: 'cookies_blocked' as const, signedIn: undefined }, 400)
  const { replaced } = form
  if (user && replaced !== user.id)
    return data({ failure: undefined, signedIn: { id: user.id, email: user.email } }, 409)
  const caller = authCaller(args)
  const confirmed = await confirmEmail(caller, searchParams.get('token') ?? '')
  if (!confirmed.ok) {
    return data({ failure: confirmed.error.code, signedIn: undefined }, failureStatus(confirmed.error.code))
  }
  const { by } = confirmed.value
  const next = searchParams.get('redirect')
  if (by === 'nothing') return redirect(authAddress({ redirect: next, confirmed: true }))
  const left = user ? await logOut(caller) : undefined
  const cookies = [...(left?.ok ? left.value : []), ...confirmed.value.cookies]
  const to = by === 'session' ? afterLogIn(next) : newPasswordAddress(confirmed.value.token, next)
  return redirect(to, { headers: cookies.map(cookie => ['Set-Cookie', cookie]) })
}

/** The header fetches the signed-in user again, and a message follows to the page that the person was on the way to. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerAndRefresh(async () => {
    try {
      return await serverAction()
    } catch (thrown) {
      if (thrown instanceof Response && !thrown.headers.get('Location')?.startsWith('/auth')) notify(CONFIRMED_TOAST)
      throw thrown
    }
  })

const CONFIRMED_TOAST = {
  title: 'Tu correo está confirmado',
  description: 'Ya entraste a tu cuenta.',
  tone: 'success',
} as const

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  const failure = actionData?.failure ?? (loaderData.hasToken ? undefined : 'invalid_token')
  const signedIn = actionData?.signedIn ?? loaderData.signedIn
  if (failure === 'invalid_token') {
    return (
      <AccountColumn title="Confirma tu correo">
        <Alert tone="error">{AUTH_MESSAGES.invalid_token}</Alert>
        <p>Si todavía no confirmas tu correo, te enviamos otro enlace.</p>
        <ResendForm redirectTo={loaderData.redirectTo} typed={readTyped(undefined)} />
      </AccountColumn>
    )
  }
  return (
    <AccountColumn
      title="Confirma tu correo"
      description={
        loaderData.redirectTo === '/'
          ? 'Un paso más y tu cuenta queda lista.'
          : 'Un paso más: entras a tu cuenta y sigues donde ibas.'
      }
    >
      {failure && <Alert tone="error">{AUTH_MESSAGES[failure]}</Alert>}
      {signedIn && (
        <Alert tone="warning" title="Hay otra cuenta abierta en este navegador">
          <span className="wrap-anywhere">
            {`Iniciaste sesión como ${signedIn.email}. Si confirmas este correo, cerramos esa sesión aquí.`}
          </span>
        </Alert>
      )}
      <Form method="post" className="grid gap-3">
        <CookieProbe />
        {signedIn && <input type="hidden" name="replaced" value={signedIn.id} />}
        <Button type="submit" size="lg" pending={pending} pendingLabel="Confirmando…" className="w-full">
          {signedIn ? 'Cerrar esa sesión y confirmar mi correo' : 'Confirmar mi correo'}
        </Button>
        {signedIn && (
          <ButtonLink to="/" variant="secondary" size="lg" className="w-full">
            Seguir con la cuenta abierta
          </ButtonLink>
        )}
      </Form>
    </AccountColumn>
  )
}
