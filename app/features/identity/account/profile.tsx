import { useEffect } from 'react'
import { data, useNavigate, useNavigation } from 'react-router'
import { accountEvents } from '#app/features/analytics/record-events.server.ts'
import { ProfileCard, ProfileFacts, ProfileForm } from '#app/features/identity/account/profile-form.tsx'
import { refreshSession } from '#app/features/identity/auth-provider.tsx'
import { profileForm } from '#app/features/identity/identity-schema.server.ts'
import { updateProfile } from '#app/features/identity/profile.server.ts'
import { requireUser } from '#app/features/identity/session.server.ts'
import { formatLongDate } from '#app/kernel/dates.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { focusOnMount } from '#app/kit/forms/focus.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { answerOrKeepForm } from '#app/kit/forms/keep-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { AccountPage } from '#app/layouts/account/account-page.tsx'
import { describeError } from '#app/platform/log/log.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/profile'

const SAVED = { tone: 'success', text: 'Perfil actualizado exitosamente' } as const
const NOT_SAVED = { tone: 'error', text: 'Error al actualizar el perfil' } as const
/** Milliseconds between the save and the reload (specification 1, section 9). */
const RELOAD_MS = 1000

export const meta: Route.MetaFunction = () => [{ title: 'Mi Cuenta · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { email, first_name, last_name, role, created_at } = user
  return {
    email,
    first_name,
    last_name,
    role,
    company: user.company ?? '',
    phone: user.phone ?? '',
    memberSince: formatLongDate(created_at),
    editing: args.url.searchParams.has('editar'),
    saved: args.url.searchParams.has('guardado'),
  }
}

export async function action(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const { db, log } = servicesOf(args.context)
  const form = await readForm(args.request)
  const values = typedValues(form, ['first_name', 'last_name', 'company', 'phone'])
  const parsed = profileForm.safeParse(form)
  if (!parsed.success) return data({ saved: false, values, errors: firstMessagePerField(parsed.error) }, 400)
  try {
    const updated = await updateProfile(db, user, parsed.data)
    if (updated.ok) accountEvents(args, form)('profile_updated')
    return data({ saved: updated.ok, values, errors: {} }, updated.ok ? 200 : 404)
  } catch (error) {
    log.error('profile_update_failed', describeError(error))
    return data({ saved: false, values, errors: {} }, 500)
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return answerOrKeepForm(serverAction, () => ({
    saved: false,
    values: typedValues(form, ['first_name', 'last_name', 'company', 'phone']),
    errors: {},
  }))
}

const NO_ERRORS = {}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const navigation = useNavigation()
  const saving = navigation.formMethod === 'POST'
  // A visitor who has navigated elsewhere, perhaps by signing out, stays there.
  const staying = (navigation.location?.pathname ?? '/account') === '/account'
  const justSaved = actionData?.saved ?? false
  const editing = loaderData.editing && !justSaved
  const failed = !saving && actionData !== undefined && !actionData.saved
  const message = failed ? NOT_SAVED : justSaved || loaderData.saved ? SAVED : undefined
  // The answer arrives before the reloaded values.
  const profile = { ...loaderData, ...(justSaved && actionData?.values) }

  useEffect(() => {
    if (justSaved) void refreshSession()
  }, [justSaved])

  useEffect(() => {
    if (!justSaved || !staying) return
    const timer = setTimeout(
      () => navigate('/account?guardado=1', { replace: true, preventScrollReset: true }),
      RELOAD_MS,
    )
    return () => clearTimeout(timer)
  }, [justSaved, staying, navigate])

  return (
    <AccountPage>
      <ProfileCard profile={profile} />
      <Panel
        title="Información Personal"
        actions={
          <ButtonLink
            to={editing ? '/account' : '/account?editar=1'}
            replace
            variant="secondary"
            size="sm"
            preventScrollReset
          >
            {editing ? 'Cancelar' : 'Editar'}
          </ButtonLink>
        }
      >
        <div className="grid gap-6">
          {message && (
            <div key={message.text} ref={actionData && focusOnMount} tabIndex={-1} className="scroll-mt-24">
              <Alert tone={message.tone}>{message.text}</Alert>
            </div>
          )}
          {editing ? (
            <ProfileForm
              email={loaderData.email}
              values={actionData?.values ?? loaderData}
              errors={actionData?.errors ?? NO_ERRORS}
              saving={saving}
            />
          ) : (
            <ProfileFacts profile={profile} />
          )}
        </div>
      </Panel>
      <Panel
        className="mt-6"
        title="Tus datos personales"
        description="Todo lo que guardamos de ti y quién puede leerlo. Descárgalo, corrígelo, bloquéalo, opónte o bórralo."
      >
        <ButtonLink to="/account/data" variant="secondary">
          Ver mis datos
        </ButtonLink>
      </Panel>
      <noscript>
        {/* The header's menu needs scripts. */}
        <form method="post" action="/sign-out" className="mt-6">
          <Button type="submit" variant="secondary">
            Cerrar Sesión
          </Button>
        </form>
      </noscript>
    </AccountPage>
  )
}
