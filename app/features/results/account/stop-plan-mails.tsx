import { data, redirect, useNavigation } from 'react-router'
import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { mailboxOf } from '#app/features/results/plan-actions/mails/optout-token.server.ts'
import { stopPlanMails } from '#app/features/results/plan-actions/mails/send-plan-mails.server.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/stop-plan-mails'

const TITLE = 'Avisos de planes'
export const meta: Route.MetaFunction = () => [{ title: `${TITLE} · Alhena` }]

const tokenOf = (url: URL): string => url.searchParams.get('token') ?? ''

/** Read-only, because mail scanners open links too. */
export function loader({ url }: Route.LoaderArgs) {
  if (url.searchParams.has('listo')) return data({ state: 'done' as const })
  const isKnown = mailboxOf(tokenOf(url)) !== undefined
  return data({ state: isKnown ? ('open' as const) : ('unknown' as const) }, isKnown ? 200 : 404)
}

export async function action({ url, context }: Route.ActionArgs) {
  const email = mailboxOf(tokenOf(url))
  // The page is shown with what the link is.
  if (email === undefined) return data({ refused: true }, 404)
  const { db, now } = servicesOf(context)
  await stopPlanMails(db, { email, now: now() })
  return redirect('/avisos-de-planes?listo=1')
}

export default function StopMails({ loaderData: { state } }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  if (state !== 'open') {
    return (
      <AccountColumn title={TITLE}>
        {state === 'done' ? (
          <Alert tone="success">Listo: no te enviaremos más avisos de acciones de planes. Lo demás sigue igual.</Alert>
        ) : (
          <Alert tone="error">Este enlace no sirve. Cópialo completo desde el correo.</Alert>
        )}
      </AccountColumn>
    )
  }
  return (
    <AccountColumn
      title={TITLE}
      description="Te escribimos una semana antes de la fecha de una acción de que eres responsable, o de tu propio plan, y ese día. Si no lo quieres, dejamos de enviarlos a tu correo, de cualquier plan."
    >
      <Form method="post">
        <Button type="submit" size="lg" pending={pending} pendingLabel="Guardando…" className="w-full">
          No recibir más avisos
        </Button>
      </Form>
    </AccountColumn>
  )
}
