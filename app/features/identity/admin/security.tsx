import { useNavigation } from 'react-router'
import { requireRole, requireSession } from '#app/features/identity/session.server.ts'
import { secondFactorsOf } from '#app/features/identity/staff/second-factor.server.ts'
import { hasSteppedUp } from '#app/features/identity/staff/step-up.server.ts'
import { StepUpField } from '#app/features/identity/staff/step-up-field.tsx'
import { formatDate } from '#app/kernel/dates.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/security'
import { PasskeyPanel } from './passkey-panel.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { answerSecurity } from './security-action.server.ts'
import { TotpPanel } from './totp-panel.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Seguridad de tu cuenta · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  await requireRole(args, ['admin'])
  const { user } = await requireSession(args)
  const { auth, settings } = servicesOf(args.context)
  const { passkeys, totp, codes } = await secondFactorsOf(auth, user.id)
  return {
    email: user.email,
    passkeys: passkeys.map(({ id, name, created_at }) => ({ id, name, since: formatDate(created_at) })),
    totp,
    codes,
    confirmed: await hasSteppedUp(args),
    required: settings.staffSecondFactor && passkeys.length === 0 && !totp,
  }
}

export const action = answerSecurity

/** The second factors of the signed-in member of the staff. */
export default function AdminSecurity({ loaderData, actionData }: Route.ComponentProps) {
  const { email, passkeys, totp, codes, confirmed, required } = loaderData
  const sending = useNavigation().formData?.get('intent')
  const answerTo = (...intents: string[]) =>
    actionData && intents.includes(actionData.intent) ? actionData : undefined
  return (
    <>
      <PageHeading
        title="Seguridad de tu cuenta"
        description="Con un segundo paso, quien sepa tu contraseña todavía no puede entrar en tu nombre."
        actions={
          <ButtonLink to="/account/security" variant="secondary">
            Contraseña y sesiones
          </ButtonLink>
        }
      />
      {required && (
        <Alert tone="warning" title="Agrega un segundo paso para seguir" className="mb-6">
          La tienda lo pide a todo su equipo. Elige una llave de acceso o una aplicación de códigos.
        </Alert>
      )}
      {actionData && actionData.text !== '' && (
        <Alert tone={actionData.done ? 'success' : 'error'} className="mb-6">
          {actionData.text}
        </Alert>
      )}
      {actionData?.codes && <RecoveryCodes codes={actionData.codes} />}
      <div className="grid max-w-3xl gap-6">
        {!confirmed && (
          <Panel title="Confirma que eres tú" description="Antes de cambiar tus llaves. Vale diez minutos.">
            <Form method="post" noValidate className="grid gap-5">
              <input type="hidden" name="intent" value="confirm" />
              <StepUpField error={answerTo('confirm')?.errors.password} className="max-w-sm" />
              <Button type="submit" className="justify-self-start" pending={sending === 'confirm'}>
                Confirmar
              </Button>
            </Form>
          </Panel>
        )}
        <PasskeyPanel passkeys={passkeys} confirmed={confirmed} answer={answerTo('add-passkey', 'remove-passkey')} />
        <TotpPanel
          email={email}
          totp={totp}
          codes={codes}
          confirmed={confirmed}
          answer={answerTo('start-totp', 'confirm-totp', 'renew-codes', 'remove-totp')}
        />
      </div>
    </>
  )
}
