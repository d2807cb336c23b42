import { data, redirect, useNavigation } from 'react-router'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { safeRedirect } from '#app/features/identity/identity.ts'
import { requireRole, requireSession, type SessionArgs } from '#app/features/identity/session.server.ts'
import { hasReauthenticated, reauthenticate } from '#app/features/identity/staff/reauthentication.server.ts'
import { REAUTHENTICATION_MINUTES } from '#app/features/identity/staff/reauthentication.ts'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { readCredential, reauthenticateByPasskey } from '#app/features/identity/staff/second-step.server.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/confirm'

export const meta: Route.MetaFunction = () => [{ title: 'Confirma que eres tú · Administración · Alhena' }]

/** Where the confirmation leads back to, within the back office. */
function readReturnPath({ url }: Pick<SessionArgs, 'url'>): string {
  const path = safeRedirect(url.searchParams.get('redirect'))
  return path.startsWith('/admin/') ? path : '/admin'
}

export async function loader(args: Route.LoaderArgs) {
  await requireRole(args, ['admin'])
  const back = readReturnPath(args)
  if (await hasReauthenticated(args)) throw redirect(back)
  return { back }
}

export async function action(args: Route.ActionArgs) {
  await requireRole(args, ['admin'])
  const { intent, response, password = '' } = await readForm(args.request)
  const confirm = async () => {
    if (intent !== 'passkey') {
      await reauthenticate(args, password, servicesOf(args.context).now())
      return redirect(readReturnPath(args))
    }
    const session = await requireSession(args)
    const cookies = await reauthenticateByPasskey(authCaller(args), session, readCredential(response))
    const headers = cookies.map((cookie): [string, string] => ['Set-Cookie', cookie])
    return data({ done: true, text: '', errors: { password: undefined } }, { headers })
  }
  return answerRefusals(confirm)
}

/** Asks for the password or the passkey before a file that contains people. */
export default function ConfirmIdentity({ loaderData: { back }, actionData }: Route.ComponentProps) {
  const sending = useNavigation().formMethod === 'POST'
  return (
    <>
      <PageHeading
        title="Confirma que eres tú"
        description={`Lo que pediste contiene datos de personas. La confirmación vale ${REAUTHENTICATION_MINUTES} minutos; después, descarga otra vez el archivo.`}
      />
      <Panel className="max-w-xl">
        <Form method="post" noValidate className="grid gap-5">
          <ReauthenticationField error={actionData?.errors.password} className="max-w-sm" />
          <div className="flex flex-wrap gap-2.5">
            <Button type="submit" pending={sending} pendingLabel="Confirmando…">
              Confirmar
            </Button>
            <ButtonLink to={back} variant="secondary">
              Volver sin descargar
            </ButtonLink>
          </div>
        </Form>
      </Panel>
    </>
  )
}
