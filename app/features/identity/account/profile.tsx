import { useEffect } from 'react'
import { data, useNavigate, useNavigation } from 'react-router'
import { accountEvents } from '#app/features/analytics/record-events.server.ts'
import { profileFields } from '#app/features/identity/account-fields.ts'
import { refreshSession } from '#app/features/identity/auth-provider.tsx'
import { fullName, initials, ROLE_LABELS } from '#app/features/identity/identity.ts'
import { profileForm } from '#app/features/identity/identity-schema.server.ts'
import { updateProfile } from '#app/features/identity/profile.server.ts'
import { requireUser } from '#app/features/identity/session.server.ts'
import { formatLongDate } from '#app/kernel/dates.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { focusOnMount } from '#app/kit/forms/focus.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { keepTypedInput } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { AccountPage } from '#app/layouts/account/account-page.tsx'
import type { Role } from '#app/platform/database/values.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/profile'

type ProfileCardProps = {
  profile: { first_name: string; last_name: string; email: string; role: Role; memberSince: string }
}

/** The head of the page 'Mi Cuenta': name, member since, and links. */
function ProfileCard({ profile }: ProfileCardProps) {
  return (
    <header className="mb-8">
      <h1 className="text-2xl sm:text-3xl">Mi Cuenta</h1>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-10 gap-y-6">
        <div className="flex min-w-0 items-center gap-5">
          <span
            aria-hidden="true"
            className="flex size-16 flex-none items-center justify-center rounded-full bg-copper-soft text-lg font-semibold text-copper-strong sm:size-20 sm:text-xl"
          >
            {initials(profile.first_name, profile.last_name)}
          </span>
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-lg font-semibold tracking-tight wrap-anywhere">{fullName(profile)}</span>
              <Badge tone={profile.role === 'admin' ? 'copper' : 'neutral'}>{ROLE_LABELS[profile.role]}</Badge>
            </p>
            <p className="text-md text-muted wrap-anywhere">{profile.email}</p>
            <p className="text-md text-muted">{`Miembro desde ${profile.memberSince}`}</p>
          </div>
        </div>
        <div className="flex w-full flex-col gap-2.5 sm:w-auto">
          <ButtonLink to="/account/dashboard">Dashboard de Assessments</ButtonLink>
          {profile.role === 'admin' && (
            <ButtonLink to="/admin" variant="secondary">
              Panel de Administración
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  )
}

type ProfileFactsProps = {
  profile: { first_name: string; last_name: string; email: string; company: string; phone: string }
}

/** The personal data as it is stored. */
function ProfileFacts({ profile }: ProfileFactsProps) {
  const facts = [
    ['Nombre', profile.first_name],
    ['Apellido', profile.last_name],
    ['Email', profile.email],
    ['Empresa', profile.company],
    ['Teléfono', profile.phone],
  ] as const
  return (
    <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-0.5 wrap-anywhere">{value || <span className="text-muted">Sin completar</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

type ProfileFormProps = {
  email: string
  values: { first_name: string; last_name: string; company: string; phone: string }
  errors: Record<string, string>
  saving: boolean
}

/** The four editable fields, and the read-only e-mail. */
function ProfileForm({ email, values, errors, saving }: ProfileFormProps) {
  const { ref, field } = useForm(profileFields, { errors, values })
  return (
    <Form ref={ref} method="post" replace noValidate className="grid gap-6">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('first_name')} />
        <TextField {...field('last_name')} />
        <TextField
          label="Email"
          type="email"
          readOnly
          defaultValue={email}
          hint="El email no se puede cambiar"
          className="sm:col-span-2"
        />
        <TextField {...field('company')} />
        <TextField {...field('phone')} />
      </div>
      <div>
        <Button type="submit" pending={saving} pendingLabel="Guardando...">
          Guardar Cambios
        </Button>
      </div>
    </Form>
  )
}

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
    if (updated) accountEvents(args, form)('profile_updated')
    return data({ saved: updated, values, errors: {} }, updated ? 200 : 404)
  } catch (error) {
    log.error('profile_update_failed', describeError(error))
    return data({ saved: false, values, errors: {} }, 500)
  }
}

export const clientAction = (args: Route.ClientActionArgs) =>
  keepTypedInput(args, form => ({
    saved: false,
    values: typedValues(form, ['first_name', 'last_name', 'company', 'phone']),
    errors: {},
  }))

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
        description="Todo lo que guardamos de ti y quién puede leerlo. Descárgalo, corrígelo, bloquéalo, oponte o bórralo."
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
