import { profileFields } from '#app/features/identity/account-fields.ts'
import { fullName, initials, ROLE_LABELS } from '#app/features/identity/identity.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { Role } from '#app/platform/database/values.ts'

type ProfileCardProps = {
  profile: { first_name: string; last_name: string; email: string; role: Role; memberSince: string }
}

/** The head of the page 'Mi Cuenta': name, member since, and links. */
export function ProfileCard({ profile }: ProfileCardProps) {
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
export function ProfileFacts({ profile }: ProfileFactsProps) {
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
export function ProfileForm({ email, values, errors, saving }: ProfileFormProps) {
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
