import { data, redirect, useNavigation } from 'react-router'
import { authAddress, NEW_EMAIL_PATH } from '#app/features/identity/auth-address.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { answerAndRefresh } from '#app/features/identity/auth-provider.tsx'
import { confirmEmailChange, findEmailChange, newEmailCookie } from '#app/features/identity/credentials/email.server.ts'
import { type SessionUser, sessionUser } from '#app/features/identity/session.server.ts'
import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { AUTH_MESSAGES } from '#app/features/identity/sign-in/auth-messages.ts'
import { logOut } from '#app/features/identity/sign-in/sign-in.server.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/confirm-new-email'

export const meta: Route.MetaFunction = () => [{ title: 'Confirma tu nuevo correo · Alhena' }]

/** Whose change the link confirms, as seen from this browser: `unknown` where the link does not serve. */
type Whose =
  | { whose: 'unknown' }
  | { whose: 'own'; email: string; newEmail: string }
  | { whose: 'nobody'; maskedEmail: string; newEmail: string }
  | { whose: 'other'; maskedEmail: string; newEmail: string; signedIn: { id: string; email: string } }

type Args = Pick<Route.LoaderArgs, 'request' | 'url' | 'context'>

/** The token of the address, or the one that was kept while its reader logged in. */
const readToken = ({ url, request, context }: Args): string =>
  url.searchParams.get('token') ?? newEmailCookie.read(request, servicesOf(context).settings.appUrl) ?? ''

async function whoseChange(args: Args, user: SessionUser | undefined): Promise<Whose> {
  const { db, now } = servicesOf(args.context)
  const change = await findEmailChange(db, readToken(args), now())
  if (!change) return { whose: 'unknown' }
  const { userId, maskedEmail, newEmail } = change
  if (!user) return { whose: 'nobody', maskedEmail, newEmail }
  if (user.id === userId) return { whose: 'own', email: user.email, newEmail }
  return { whose: 'other', maskedEmail, newEmail, signedIn: { id: user.id, email: user.email } }
}

/** Read-only, because mail scanners open links too. */
export async function loader(args: Route.LoaderArgs) {
  return { ...(await whoseChange(args, await sessionUser(args))), done: args.url.searchParams.has('listo') }
}

/**
 * The link shows who reads the new mailbox, and the session whose account takes its address: without both, nothing changes and the
 * link stays as it is. Who has no session of the account is led to its log-in and back.
 */
export async function action(args: Route.ActionArgs) {
  const user = await sessionUser(args)
  const form = await readForm(args.request)
  const change = await whoseChange(args, user)
  const { now, settings } = servicesOf(args.context)
  if (change.whose === 'unknown') return data(change, 400)
  if (user && change.whose === 'own') {
    const confirmed = await confirmEmailChange(authCaller(args), user, readToken(args), now())
    if (!confirmed) return data<Whose>({ whose: 'unknown' }, 400)
    return redirect(`${NEW_EMAIL_PATH}?listo=1`, { headers: { 'Set-Cookie': newEmailCookie.clear(settings.appUrl) } })
  }
  // A session that is open here ends only when its person has agreed: the form names the account.
  if (user && form.replaced !== user.id) return data(change, 409)
  if (form.intent !== 'log_in') return data(change, 401)
  const left = user ? await logOut(authCaller(args)) : undefined
  const cookies = [...(left?.ok ? left.value : []), newEmailCookie.set(readToken(args), settings.appUrl)]
  return redirect(authAddress({ redirect: NEW_EMAIL_PATH, notice: 'correo-nuevo' }), {
    headers: cookies.map(cookie => ['Set-Cookie', cookie]),
  })
}

/** The header shows the e-mail of the user signed in here. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerAndRefresh(serverAction)

export default function ConfirmNewEmail({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  const change: Whose = actionData ?? loaderData
  if (loaderData.done) {
    return (
      <AccountColumn title="Tu correo cambió">
        <Alert tone="success">Desde ahora entras con tu nuevo correo. Tus compras y accesos siguen en tu cuenta.</Alert>
        <ButtonLink to="/account" size="lg" className="w-full">
          Ir a Mi Cuenta
        </ButtonLink>
      </AccountColumn>
    )
  }
  if (change.whose === 'unknown') {
    return (
      <AccountColumn title="Confirma tu nuevo correo">
        <Alert tone="error">{AUTH_MESSAGES.invalid_token}</Alert>
        <ButtonLink to="/account/security" size="lg" className="w-full">
          Pedir el cambio otra vez
        </ButtonLink>
      </AccountColumn>
    )
  }
  if (change.whose !== 'own') {
    const { maskedEmail, newEmail } = change
    const signedIn = change.whose === 'other' ? change.signedIn : undefined
    return (
      <AccountColumn
        title="Confirma tu nuevo correo"
        description={
          <span className="wrap-anywhere">
            {`La cuenta ${maskedEmail} pidió usar ${newEmail} para entrar y para sus avisos.`}
          </span>
        }
      >
        {signedIn ? (
          <Alert tone="warning" title="Hay otra cuenta abierta en este navegador">
            <span className="wrap-anywhere">
              {`Iniciaste sesión como ${signedIn.email}. Para confirmar el cambio cerramos esa sesión aquí y entras con la cuenta que lo pidió.`}
            </span>
          </Alert>
        ) : (
          <Alert tone="info" title="Inicia sesión con esa cuenta para terminar">
            Así sabemos que el cambio es tuyo. El enlace sigue sirviendo.
          </Alert>
        )}
        <Form method="post" className="grid gap-3">
          <input type="hidden" name="intent" value="log_in" />
          {signedIn && <input type="hidden" name="replaced" value={signedIn.id} />}
          <Button type="submit" size="lg" pending={pending} pendingLabel="Un momento…" className="w-full">
            {signedIn ? 'Cerrar esa sesión y entrar con la otra' : 'Iniciar sesión con esa cuenta'}
          </Button>
          {signedIn && (
            <ButtonLink to="/" variant="secondary" size="lg" className="w-full">
              Seguir con la cuenta abierta
            </ButtonLink>
          )}
        </Form>
        <p className="text-md text-muted">
          ¿No pediste este cambio, o esa cuenta no es tuya? Cierra esta página: no cambia nada y nadie usa tu correo.
        </p>
      </AccountColumn>
    )
  }
  return (
    <AccountColumn
      title="Confirma tu nuevo correo"
      description={
        <span className="wrap-anywhere">
          {`Tu cuenta ${change.email} usará ${change.newEmail} para entrar y para los avisos.`}
        </span>
      }
    >
      <Form method="post">
        <Button type="submit" size="lg" pending={pending} pendingLabel="Confirmando…" className="w-full">
          Confirmar mi nuevo correo
        </Button>
      </Form>
    </AccountColumn>
  )
}
